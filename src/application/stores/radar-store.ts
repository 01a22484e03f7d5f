import type { RadarStore } from '../../ports/radar-store.ts';
import { oneOf, upTo } from '../../ports/rows.ts';
import { replaceVersion } from './replace-version.ts';
import { type OpenRows, ROWS } from './rows.ts';

export function radarStore(open: OpenRows, work: RadarStore['work']): RadarStore {
  const [radars, parts] = [open('radars'), open('radar_parts')];
  return {
    work,
    add: async (radar) => void (await radars.add(radar)),
    find: (id) => radars.find({ id }),
    list: ({ client, limit }) =>
      radars.list({ client }, { order: ['createdAt', 'id'], isNewestFirst: true, limit }),
    parts: ({ radarId, clients }) =>
      parts.list({ radarId, client: clients && oneOf(clients) }, { order: ['client'] }),
    replaceParts: async (counted) =>
      (await Promise.all(counted.map((part) => replaceVersion(parts, ROWS.radar_parts, part)))).every(
        Boolean,
      ),
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
