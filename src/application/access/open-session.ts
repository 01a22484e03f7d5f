import { type BrowserSession, SESSION_MS } from '../../domain/access/browser-session.ts';
import type { BrowserSessions } from '../../ports/browser-sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Ids } from '../../ports/ids.ts';
import { secretHash } from './secret-hash.ts';

export interface SessionOpening {
  readonly browserSessions: Pick<BrowserSessions, 'add'>;
  readonly digests: Digests;
  readonly ids: Ids;
  /** Of the audit log. */
  readonly clock: Clock;
  /** Sessions end in the time of people, also if a test moves the clock of the service. */
  readonly realClock: Clock;
  readonly operatorKey?: string | undefined;
}

export interface OpenedSession {
  readonly session: BrowserSession;
  /** The value of the cookie, which is stored nowhere. */
  readonly token: string;
}

type Origin = Omit<BrowserSession, 'id' | 'hash' | 'createdAt' | 'expiresAt'>;

/** @param actor of the audit row: the key, or the person. */
export async function openSession(
  ports: SessionOpening,
  actor: string,
  origin: Origin,
  requestId: string,
): Promise<OpenedSession> {
  const { browserSessions, digests, ids, clock, realClock } = ports;
  const [secret, createdAt] = [digests.newToken(), realClock.now()];
  const expiresAt = new Date(createdAt.getTime() + SESSION_MS);
  const hash = secretHash(ports, secret, origin.keyId);
  const session: BrowserSession = { ...origin, id: ids.next('ses'), hash, createdAt, expiresAt };
  await browserSessions.add(session, {
    at: clock.now(),
    action: 'session_begun',
    actor,
    ...(session.client !== undefined && { client: session.client }),
    subject: session.id,
    requestId,
    details: { expires_at: expiresAt.toISOString() },
  });
  return { session, token: `${session.id}.${secret}` };
}
