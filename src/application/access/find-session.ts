import type { BrowserSession } from '../../domain/access/browser-session.ts';
import type { BrowserSessions } from '../../ports/browser-sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import { secretHash } from './secret-hash.ts';

export interface SessionLookUp {
  readonly browserSessions: Pick<BrowserSessions, 'find'>;
  readonly digests: Pick<Digests, 'sha256' | 'same'>;
  readonly realClock: Clock;
  readonly operatorKey?: string | undefined;
}

/** The session of a cookie that has neither ended nor expired. */
export async function findSession(ports: SessionLookUp, token: string): Promise<BrowserSession | undefined> {
  const [id = '', secret = ''] = token.split('.');
  const session = await ports.browserSessions.find(id);
  if (!session || session.endedAt || session.expiresAt <= ports.realClock.now()) return undefined;
  const hash = secretHash(ports, secret, session.keyId);
  return ports.digests.same(session.hash, hash) ? session : undefined;
}
