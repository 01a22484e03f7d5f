import assert from 'node:assert/strict';
import { NodeDigests } from '../../src/adapters/system/node-digests.ts';
import { LIVE_KEYS_PER_CLIENT, SCOPES } from '../../src/domain/access/caller.ts';
import type { Environment } from '../../src/domain/vocabulary/route.ts';
import { FIRST_CLIENT } from '../../src/processes/banner.ts';
import { mintFirstKeys, mintOutOfBand } from '../../src/processes/first-keys.ts';
import { FakeClock } from '../fakes/clock.ts';
import { FakeIds } from '../fakes/ids.ts';
import { memoryStores } from '../support/memory-stores.ts';

const VALUE = /^ids_test_[0-9a-f]{48}$/;
const DEMO = { kind: 'client', client: FIRST_CLIENT, scopes: [...SCOPES] } as const;

const newStore = (environment: Environment = 'sandbox', stores = memoryStores()) => ({
  keys: stores.keys,
  audit: stores.audit,
  clock: new FakeClock(),
  ids: new FakeIds(),
  digests: new NodeDigests(),
  environment,
});
type Store = ReturnType<typeof newStore>;

const useUpTheLimit = async (store: Store): Promise<void> => {
  for (let live = 0; live < LIVE_KEYS_PER_CLIENT; live += 1)
    assert.notEqual(await mintOutOfBand(store, DEMO), 'limit');
};
const minted = (store: Store) => store.audit.recent({ action: 'key_minted', limit: 100 });

describe('a key minted out of band', () => {
  it('is shown once, stored as a hash and recorded', async () => {
    const store = newStore();
    const mint = await mintOutOfBand(store, DEMO, 'first');
    assert.ok(mint !== 'limit');
    assert.match(mint.minted, VALUE);
    const key = (await store.keys.findByHash(store.digests.sha256(mint.minted)))!;
    assert.deepEqual([key.holder, key.label, key.ancestors], [DEMO, 'first', []]);
    assert.deepEqual(await minted(store), [
      { at: store.clock.now(), action: 'key_minted', actor: 'system', subject: key.id, client: FIRST_CLIENT },
    ]);
  });

  it('is not made past the limit of live keys, and leaves no row', async () => {
    const store = newStore();
    await useUpTheLimit(store);
    assert.equal(await mintOutOfBand(store, DEMO), 'limit');
    assert.equal((await minted(store)).length, LIVE_KEYS_PER_CLIENT);
  });
});

describe('a first start', () => {
  it('mints a key of the operator and one of a client, each with its audit row', async () => {
    const store = newStore();
    const keys = (await mintFirstKeys(store))!;
    for (const value of [keys.operator, keys.client]) assert.match(value, VALUE);
    const kept = await store.keys.list({ limit: 10 });
    assert.deepEqual(
      new Set(kept.map(({ hash }) => hash)),
      new Set([keys.operator, keys.client].map((value) => store.digests.sha256(value))),
    );
    const rows = await minted(store);
    assert.deepEqual(rows.map(({ subject }) => subject).toSorted(), kept.map(({ id }) => id).toSorted());
    assert.deepEqual(rows.map(({ client }) => client).toSorted(), [FIRST_CLIENT, undefined]);
  });

  it('shows no key if others have used up the limit at the same moment', async () => {
    const store = newStore();
    store.keys.isEmpty = async () => true;
    await useUpTheLimit(store);
    assert.equal(await mintFirstKeys(store), undefined);
    assert.equal((await store.keys.list({ limit: 100 })).length, LIVE_KEYS_PER_CLIENT);
  });

  const ROWS: readonly (readonly [it: string, environment: Environment, operatorKey?: string])[] = [
    ['mints nothing in production', 'production'],
    ['mints nothing for an operator that has a key', 'sandbox', 'a-key-from-the-environment'],
  ];
  for (const [sentence, environment, operatorKey] of ROWS)
    it(sentence, async () => {
      const store = newStore(environment);
      assert.equal(await mintFirstKeys(store, operatorKey), undefined);
      assert.equal(await store.keys.isEmpty(), true);
    });

  it('mints no key on a store that has one', async () => {
    const store = newStore();
    await mintOutOfBand(store, { kind: 'operator' });
    assert.equal(await mintFirstKeys(store), undefined);
  });
});
