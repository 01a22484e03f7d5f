import assert from 'node:assert/strict';
import type { StoreInUse } from '../../support/each-store.ts';
import { SEED } from '../seed.ts';
import { deliver, legsOf } from './delivery-run.ts';

const KILLS = 50;

/** A suite of one store: each has a file of its own, since each takes minutes. @param open an empty store. */
export function killedAtEveryStep(open: () => StoreInUse): void {
  let store: StoreInUse;
  before(() => (store = open()));
  after(() => store.remove());

  it(`delivers each invoice exactly once (seed ${SEED})`, async () => {
    const { faults, deaths } = await deliver({
      storeUrl: store.env['STORE_URL']!,
      folder: store.folder,
      seed: SEED,
      legs: legsOf(KILLS),
    });
    assert.deepEqual(faults, []);
    assert.ok([...deaths.values()].reduce((sum, each) => sum + each, 0) >= KILLS);
  }).timeout(900_000);
}
