import { pastLimits, type Refusal, REFUSAL_FIELDS } from '../../domain/refusals/refusal.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import { oneOf, under, upTo } from '../../ports/rows.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import type { OpenRows } from './rows.ts';

const WITHOUT_BODY = { members: Object.keys(REFUSAL_FIELDS) as (keyof Refusal)[] };
const NEWEST = { order: ['at', 'id'], isNewestFirst: true } as const;

export function refusalStore(open: OpenRows): RefusalStore {
  const rows = open('refusals');
  const find = async (id: string): Promise<Refusal | undefined> =>
    (await rows.list({ id }, { order: [], ...WITHOUT_BODY }))[0];
  return {
    find,
    put: async (refusal, sealed) => {
      const { id, client } = refusal;
      await repeatOnConflict(async () => {
        const before = await find(id);
        if (!before) return (await rows.add({ ...refusal, times: 1, sealed })) || undefined;
        const { firstAt, times } = before;
        const { route, invoiceRef, sealedSummary } = refusal;
        // Each is named, so that one without a value does not stay.
        const change = { ...refusal, route, invoiceRef, sealedSummary, firstAt, times: times + 1, sealed };
        return (await rows.change({ id, times }, change)) || undefined;
      });
      const own = await rows.list({ client }, { ...NEWEST, members: ['id', 'size'] });
      const past = pastLimits(own);
      if (past.length > 0) await rows.remove({ id: oneOf(past) });
    },
    body: async (id) => (await rows.list({ id }, { order: [], members: ['sealed'] }))[0]?.sealed,
    list: ({ client, after, limit }) => rows.list({ client }, { ...NEWEST, ...WITHOUT_BODY, after, limit }),
    summaries: (ids) =>
      rows.list({ id: oneOf(ids) }, { order: [], members: ['id', 'client', 'sealedSummary', 'expiresAt'] }),
    forget: (query) =>
      rows.remove(
        'client' in query
          ? { client: query.client, at: under(query.before) }
          : { expiresAt: upTo(query.expiredBy) },
      ),
  };
}
