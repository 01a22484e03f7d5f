import { ABSENT, notOver, over, upTo } from '../../ports/rows.ts';
import type { ShareStore } from '../../ports/share-store.ts';
import type { OpenRows } from './rows.ts';

export function shareStore(open: OpenRows): ShareStore {
  const shares = open('shares');
  return {
    add: async (share) => void (await shares.add(share)),
    find: (id) => shares.find({ id }),
    revoke: async (id, at) => {
      await shares.change({ id, revokedAt: ABSENT }, { revokedAt: at });
      return shares.find({ id });
    },
    list: ({ client, after, at, limit }) =>
      shares.list(
        { client, revokedAt: ABSENT, expiresAt: over(at) },
        { order: ['createdAt', 'id'], isNewestFirst: true, after, limit },
      ),
    noteRead: async (id, at) => void (await shares.note({ id, lastReadAt: notOver(at) }, { lastReadAt: at })),
    forget: (now) => shares.remove({ expiresAt: upTo(now) }),
  };
}
