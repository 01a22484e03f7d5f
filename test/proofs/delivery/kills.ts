import assert from 'node:assert/strict';
import { type StoreInUse, storeOf } from '../../support/each-store.ts';
import { printCount } from '../counts.ts';
import { SEED } from '../seed.ts';
import { deliver, legsOf } from './delivery-run.ts';
import { countsOf, sumOf, summaryOf } from './summary.ts';

/**
 * A suite of one store. Each has its own file, as each takes minutes. `KILLS=500` is a long run.
 * @param open an empty store.
 */
export function killedAtEveryStep(
  open: () => StoreInUse,
  own: { readonly kills?: number; readonly name?: string } = {},
): void {
  const kills = Number(process.env['KILLS'] ?? own.kills ?? 50);
  let store: StoreInUse;
  before(() => (store = open()));
  after(() => store.remove());

  it(`delivers each invoice exactly once (seed ${SEED})`, async () => {
    const { faults, ...outcome } = await deliver({
      storeUrl: store.env['STORE_URL']!,
      folder: store.folder,
      seed: SEED,
      legs: legsOf(kills),
      disturbed: true,
    });
    console.log(summaryOf(outcome));
    assert.deepEqual(faults, []);
    assert.ok(sumOf(outcome.deaths) >= kills);
    for (const count of countsOf(own.name ?? storeOf(store), outcome)) printCount(count);
  }).timeout((15 + Math.ceil(kills / 10)) * 60_000);
}
