import type { BrowserSession } from '../domain/access/browser-session.ts';
import type { AuditEntry } from './audit-log.ts';

/** What the provider has confirmed of a person. */
type Confirmed = Pick<
  BrowserSession,
  'kind' | 'client' | 'scopes' | 'sealedRefreshToken' | 'askAt' | 'confirmedUntil'
>;

/** Sessions of people at the console. The store never gets the secret of one. */
export interface BrowserSessions {
  /** @param audit is written with the session, or neither is. */
  add(session: BrowserSession, audit: AuditEntry): Promise<void>;
  /** Also one that has ended or expired. */
  find(id: string): Promise<BrowserSession | undefined>;
  /** Takes the right to ask the provider, until `askAt`. @returns false if another has it, or the session has ended. */
  holdAsking(session: Pick<BrowserSession, 'id' | 'askAt'>, askAt: Date): Promise<boolean>;
  /** Members without a value become absent. @returns false if the session has ended. */
  confirm(id: string, confirmed: Confirmed): Promise<boolean>;
  /** Ending again changes nothing and writes no row. */
  end(id: string, at: Date, audit: AuditEntry): Promise<void>;
  /** Removes those that have expired by `now`. */
  forget(now: Date): Promise<number>;
  /** Removes those that began by then. */
  removeUpTo(createdAt: Date): Promise<number>;
}
