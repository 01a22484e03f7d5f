import type { ApiKey, KeyHolder } from '../../domain/access/api-key.ts';
import { LIVE_KEYS_PER_CLIENT } from '../../domain/access/caller.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { ABSENT, has, notOver, oneOf, over, PRESENT, type Rows } from '../../ports/rows.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import type { KeyRow, OpenRows } from './rows.ts';

/**
 * A key counts as revoked if it or any key above it is revoked. So a revoke is one write and takes effect at once; the writes after it only
 * tidy up.
 */
export function keyStore(open: OpenRows): KeyStore {
  const rows = open('api_keys');
  const revocations = async (ids: readonly string[]): Promise<ReadonlyMap<string, Date>> => {
    if (ids.length === 0) return new Map();
    const revoked = await rows.list({ id: oneOf([...new Set(ids)]), revokedAt: PRESENT }, { order: [] });
    return new Map(revoked.map(({ id, revokedAt }) => [id, revokedAt!]));
  };
  const isMakerRevoked = async ({ ancestors }: ApiKey): Promise<boolean> =>
    (await revocations(ancestors)).size > 0;
  /** Keys as they count. */
  const counting = async (keys: readonly KeyRow[]): Promise<readonly ApiKey[]> => {
    const above = await revocations(keys.flatMap(({ revokedAt, ancestors }) => (revokedAt ? [] : ancestors)));
    return keys.map((row) => {
      const revokedAt = row.revokedAt ?? row.ancestors.map((id) => above.get(id)).find((at) => at);
      return { ...keyOf(row), ...(revokedAt && { revokedAt }) };
    });
  };
  const find = async (where: Parameters<typeof rows.find>[0]): Promise<ApiKey | undefined> => {
    const key = await rows.find(where);
    return key && (await counting([key]))[0];
  };
  return {
    add: async (key, audit) => {
      if (await isMakerRevoked(key)) return 'maker-revoked';
      const { holder } = key;
      const isAdded = await repeatOnConflict(async () => {
        const slots = holder.kind === 'client' ? await freeSlots(rows, counting, holder.client) : [undefined];
        // Simultaneous callers start at different free slots, so few collide.
        const slot = slots[Math.floor(Math.random() * slots.length)];
        return slots.length > 0 ? (await rows.add(rowOf(key, slot), audit)) || undefined : false;
      });
      if (!isAdded) return 'limit';
      // The key that made it was revoked meanwhile, so the new key is not handed out.
      if (!(await isMakerRevoked(key))) return 'added';
      await rows.remove({ id: key.id });
      return 'maker-revoked';
    },
    find: (id) => find({ id }),
    findByHash: (hash) => find({ hash }),
    list: async ({ client, after, limit }) =>
      counting(
        await rows.list(
          { client, id: after === undefined ? undefined : over(after) },
          { order: ['id'], limit },
        ),
      ),
    revoke: async (id, at, audit) => {
      const revoked = { revokedAt: at, slot: undefined };
      const under = await rows.list({ ancestors: has(id), revokedAt: ABSENT }, { order: ['id'] });
      await rows.change({ id, revokedAt: ABSENT }, revoked, audit?.(under.length));
      const key = await find({ id });
      if (!key) return undefined;
      const alsoRevoked: string[] = [];
      // One by one, so that each of two simultaneous revokes names the keys that it revoked.
      for (const below of under)
        if (await rows.note({ id: below.id, revokedAt: ABSENT }, revoked)) alsoRevoked.push(below.id);
      return { key, alsoRevoked };
    },
    noteUse: async (id, at) => void (await rows.note({ id, lastUsedAt: notOver(at) }, { lastUsedAt: at })),
    isEmpty: async () => (await rows.list({}, { order: [], limit: 1 })).length === 0,
  };
}

/** A client has as many live keys as slots. If none is free, slots of keys that only count as revoked are freed. */
async function freeSlots(
  rows: Rows<KeyRow>,
  counting: (keys: readonly KeyRow[]) => Promise<readonly ApiKey[]>,
  client: string,
): Promise<readonly string[]> {
  const all = Array.from({ length: LIVE_KEYS_PER_CLIENT }, (_, n) => `${client} ${n}`);
  const free = async (): Promise<readonly string[]> => {
    const live = await rows.list({ client, revokedAt: ABSENT }, { order: [] });
    return all.filter((slot) => !live.some((key) => key.slot === slot));
  };
  const slots = await free();
  if (slots.length > 0) return slots;
  for (const { id, revokedAt } of await counting(
    await rows.list({ client, revokedAt: ABSENT }, { order: [] }),
  ))
    if (revokedAt) await rows.change({ id, revokedAt: ABSENT }, { revokedAt, slot: undefined });
  return free();
}

const rowOf = ({ holder, ...key }: ApiKey, slot: string | undefined): KeyRow => ({ ...key, ...holder, slot });

function keyOf({ kind, client, partner, scopes, slot: _slot, ...key }: KeyRow): ApiKey {
  return { ...key, holder: holderOf({ kind, client, partner, scopes }) };
}

function holderOf({
  kind,
  client,
  partner,
  scopes,
}: Pick<KeyRow, 'kind' | 'client' | 'partner' | 'scopes'>): KeyHolder {
  switch (kind) {
    case 'client':
      return { kind, client: client!, scopes: scopes! };
    case 'partner':
      return { kind, partner: partner! };
    case 'operator':
    case 'operator-read-only':
      return { kind };
    default:
      return kind satisfies never;
  }
}
