import type { RadarStore } from '../../ports/radar-store.ts';
import { notOver, oneOf, upTo } from '../../ports/rows.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { replaceVersion } from './replace-version.ts';
import { type OpenRows, ROWS } from './rows.ts';

export function radarStore(open: OpenRows): RadarStore {
  const [radars, parts] = [open('radars'), open('radar_parts')];
  return {
    add: async (radar) => void (await radars.add(radar)),
    find: (id) => radars.find({ id }),
    list: ({ client, limit }) =>
      radars.list({ client }, { order: ['createdAt', 'id'], isNewestFirst: true, limit }),
    parts: ({ radarId, clients }) =>
      parts.list({ radarId, client: clients && oneOf(clients) }, { order: ['client'] }),
    take: ({ token: leaseToken, until: leaseUntil }, now) =>
      repeatOnConflict(async () => {
        const free = { state: 'running', leaseUntil: notOver(now) } as const;
        const [oldest] = await radars.list(free, { order: ['createdAt'], limit: 1 });
        if (!oldest) return { radar: undefined };
        const lease = { leaseToken, leaseUntil };
        return (await radars.change({ id: oldest.id, ...free }, lease))
          ? { radar: { ...oldest, ...lease } }
          : undefined;
      }).then(({ radar }) => radar),
    commit: async ({ leaseToken: _token, leaseUntil: _until, ...radar }, counted, leaseToken) => {
      const own = { id: radar.id, leaseToken };
      // A worker that was overtaken writes no part.
      if (!(await radars.find(own))) return 'conflict';
      const written = await Promise.all(counted.map((part) => replaceVersion(parts, ROWS.radar_parts, part)));
      return written.every(Boolean) && (await radars.change(own, radar)) ? 'committed' : 'conflict';
    },
    release: async (id, leaseToken) =>
      void (await radars.change({ id, leaseToken }, { leaseToken: undefined, leaseUntil: undefined })),
    // Parts first, because the radar names them.
    forget: async (now) => {
      const ids = (await radars.list({ expiresAt: upTo(now) }, { order: [], members: ['id'] })).map(
        ({ id }) => id,
      );
      if (ids.length === 0) return 0;
      await parts.remove({ radarId: oneOf(ids) });
      return radars.remove({ id: oneOf(ids) });
    },
  };
}
