import assert from 'node:assert/strict';
import { describeOnEachStore, type StoreInUse } from '../support/each-store.ts';
import { emptyFolder } from '../support/folder.ts';
import { deliver, legsOf } from './delivery-run.ts';
import type { SwapName } from './swaps.ts';

describeOnEachStore('kill -9 at every step of a delivery', (open) => {
  let store: StoreInUse;
  before(() => (store = open()));
  after(() => store.remove());

  /** Drawn anew each time: over many runs every point has its turn. Shown, so that a failure is made again. */
  const seed = Date.now() % 1_000_000;

  it(`delivers each invoice exactly once (npm run test:delivery -- --seed ${seed} --kills 100)`, async () => {
    const { faults, deaths } = await deliver({
      storeUrl: store.env['STORE_URL']!,
      folder: store.folder,
      seed,
      legs: legsOf(50),
    });
    assert.deepEqual(faults, []);
    assert.ok([...deaths.values()].reduce((sum, each) => sum + each, 0) >= 50);
  }).timeout(900_000);
});

/** A judge who has never said no may be blind. */
describe('the judge of the deliveries', () => {
  const wrongs: Readonly<Record<Exclude<SwapName, 'nothing'>, { at: string; says: RegExp }>> = {
    'a call that was cut off is not asked about': {
      at: 'send: the call, after',
      says: /ended as rejected, not delivered/,
    },
    'the reference is stored after the call': {
      at: 'send: the call, after',
      says: /the network holds .* 2 times, not 1/,
    },
    'a lost job is not swept': { at: 'intake: its job is made, before', says: /ended as queued, not/ },
  };
  for (const [swap, { at, says }] of Object.entries(wrongs))
    it(`sees that ${swap}`, async () => {
      const { path, remove } = emptyFolder();
      try {
        const { faults } = await deliver({
          storeUrl: `sqlite:${path}/data/ids.db`,
          folder: path,
          seed: 1,
          legs: [{ roles: ['all'], kills: 3 }],
          patienceMs: 15_000,
          only: [at],
          // A network that knows an invoice by its number saves what the others do not.
          routes: ['PEPPOL'],
          swap: swap as SwapName,
        });
        assert.match(faults.join('\n'), says);
      } finally {
        remove();
      }
    }).timeout(240_000);
});
