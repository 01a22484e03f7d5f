import type { BrowserSession } from '../../domain/access/browser-session.ts';
import type { BrowserSessions } from '../../ports/browser-sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import { findSession, type SessionLookUp } from './find-session.ts';

interface Ports extends SessionLookUp {
  readonly browserSessions: Pick<BrowserSessions, 'find' | 'end'>;
  readonly clock: Clock;
}

/** Ends a session, for every tab and process. */
export class EndSession {
  constructor(private readonly ports: Ports) {}

  /** A log-out needs no answer of the provider. An unknown session, or one that has ended, changes nothing. */
  async byToken(token: string, requestId: string): Promise<void> {
    const session = await findSession(this.ports, token);
    if (session) await this.run(session, { reason: 'log-out', requestId });
  }

  /** @param reason of the audit row, a code. */
  async run(
    { id, person, keyId, client }: BrowserSession,
    { reason, requestId }: { readonly reason: string; readonly requestId?: string },
  ): Promise<void> {
    const { browserSessions, clock, realClock } = this.ports;
    await browserSessions.end(id, realClock.now(), {
      at: clock.now(),
      action: 'session_ended',
      actor: person ?? keyId ?? 'system',
      ...(client !== undefined && { client }),
      subject: id,
      ...(requestId !== undefined && { requestId }),
      details: { reason },
    });
  }
}
