import type { BrowserSession } from '../../domain/access/browser-session.ts';
import type { BrowserSessions } from '../../ports/browser-sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import { secretHash } from './secret-hash.ts';

export interface FindingTools {
  readonly browserSessions: Pick<BrowserSessions, 'find'>;
  readonly digests: Pick<Digests, 'sha256' | 'same'>;
  readonly realClock: Clock;
  readonly operatorKey?: string | undefined;
}

/** The session of a cookie that has neither ended nor expired. */
export async function findSession(tools: FindingTools, token: string): Promise<BrowserSession | undefined> {
  const [id = '', secret = ''] = token.split('.');
  const session = await tools.browserSessions.find(id);
  if (!session || session.endedAt || session.expiresAt <= tools.realClock.now()) return undefined;
  const hash = secretHash(tools, secret, session.keyId);
  return tools.digests.same(session.hash, hash) ? session : undefined;
}
