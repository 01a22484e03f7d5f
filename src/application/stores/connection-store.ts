import { type Connection, type ConnectionUse, isUnderWay } from '../../domain/connections/connection.ts';
import type { Connections } from '../../ports/connections.ts';
import { over, upTo } from '../../ports/rows.ts';
import { careOfRecords } from '../care/listed-care.ts';
import { replaceVersion } from './replace-version.ts';
import { type OpenRows, type RowOf, ROWS } from './rows.ts';

export function connectionStore(open: OpenRows): Connections {
  const rows = open('connections');
  const list = async (...query: Parameters<typeof rows.list>): Promise<readonly Connection[]> =>
    (await rows.list(...query)).map(connectionOf);
  return {
    add: async (connection, audit) =>
      (await rows.add({ ...connection, slot: slotOf(connection) }, audit)) ? 'added' : 'exists',
    find: async (id) => (await list({ id }, { order: [] }))[0],
    findByLink: async (linkHash) => (await list({ linkHash }, { order: [] }))[0],
    findUnderWay: async (of) => (await list({ slot: slotOf(of) }, { order: [] }))[0],
    list: ({ client, after, limit }) =>
      list({ client, id: after === undefined ? undefined : over(after) }, { order: ['id'], limit }),
    ofClient: (client) => list({ client }, { order: ['id'] }),
    due: (now, limit) => list({ dueAt: upTo(now) }, { order: ['dueAt', 'id'], limit }),
    // The row of a consent that is no longer under way leaves its slot to the next.
    replace: (connection, audit) => {
      const row: RowOf<'connections'> = isUnderWay(connection)
        ? { ...connection, slot: slotOf(connection) }
        : connection;
      return replaceVersion(rows, ROWS.connections, row, audit);
    },
    careList: async ({ client, ...query }) =>
      careOfRecords(await list({ client }, { order: ['id'] }), ({ company }) => company, query),
  };
}

const slotOf = ({ client, route, provider, company }: ConnectionUse): string =>
  JSON.stringify([client, route, provider, company]);

const connectionOf = ({ slot: _slot, ...connection }: RowOf<'connections'>): Connection => connection;
