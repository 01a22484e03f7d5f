import assert from 'node:assert/strict';
import { type StoreInUse, storeOf } from '../../support/each-store.ts';
import { printCount } from '../counts.ts';
import { SEED } from '../seed.ts';
import { deliver, legsOf } from './delivery-run.ts';
import { countsOf, sumOf, summaryOf } from './summary.ts';

/** `KILLS=500` is a long run. */
const KILLS = Number(process.env['KILLS'] ?? 50);
const MINUTES = 15 + Math.ceil(KILLS / 10);

/** A suite of one store. Each has its own file, as each takes minutes. @param open an empty store. */
export function killedAtEveryStep(open: () => StoreInUse): void {
  let store: StoreInUse;
  before(() => (store = open()));
  after(() => store.remove());

  it(`delivers each invoice exactly once (seed ${SEED})`, async () => {
    const { faults, ...outcome } = await deliver({
      storeUrl: store.env['STORE_URL']!,
      folder: store.folder,
      seed: SEED,
      legs: legsOf(KILLS),
      disturbed: true,
    });
    console.log(summaryOf(outcome));
    assert.deepEqual(faults, []);
    assert.ok(sumOf(outcome.deaths) >= KILLS);
    for (const count of countsOf(storeOf(store), outcome)) printCount(count);
  }).timeout(MINUTES * 60_000);
}
