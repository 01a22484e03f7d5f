import type { ClientStore } from '../../ports/client-store.ts';
import { ABSENT, from, PRESENT } from '../../ports/rows.ts';
import { replaceVersion } from './replace-version.ts';
import { type OpenRows, ROWS } from './rows.ts';

export function clientStore(open: OpenRows): ClientStore {
  const clients = open('clients');
  const list: ClientStore['list'] = ({ partner, after, limit }) =>
    clients.list(
      { partner, deletedAt: ABSENT },
      { order: ['client'], after: after === undefined ? undefined : { client: after }, limit },
    );
  return {
    find: (client) => clients.find({ client }),
    list,
    toCollectFor: (after, limit) => list({ after, limit }),
    replace: (record, audit) => replaceVersion(clients, ROWS.clients, record, audit),
    retaining: () => clients.list({ retentionDays: PRESENT, deletedAt: ABSENT }, { order: ['client'] }),
    listDeletedSince: (since) => clients.list({ deletedAt: from(since) }, { order: ['client'] }),
  };
}
