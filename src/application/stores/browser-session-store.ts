import type { BrowserSessions } from '../../ports/browser-sessions.ts';
import { ABSENT, upTo } from '../../ports/rows.ts';
import type { OpenRows } from './rows.ts';

export function browserSessionStore(open: OpenRows): BrowserSessions {
  const rows = open('browser_sessions');
  return {
    add: async (session, audit) => {
      if (!(await rows.add(session, audit))) throw new Error(`session ${session.id} is stored already`);
    },
    find: (id) => rows.find({ id }),
    holdAsking: ({ id, askAt: before }, askAt) =>
      rows.change({ id, askAt: before ?? ABSENT, endedAt: ABSENT }, { askAt }),
    confirm: (id, { kind, client, scopes, sealedRefreshToken, askAt, confirmedUntil }) =>
      rows.change(
        { id, endedAt: ABSENT },
        { kind, client, scopes, sealedRefreshToken, askAt, confirmedUntil },
      ),
    end: async (id, at, audit) =>
      void (await rows.change(
        { id, endedAt: ABSENT },
        { endedAt: at, sealedRefreshToken: undefined },
        audit,
      )),
    forget: (now) => rows.remove({ expiresAt: upTo(now) }),
    removeUpTo: (createdAt) => rows.remove({ createdAt: upTo(createdAt) }),
  };
}
