import assert from 'node:assert/strict';
import { printCount } from '../counts.ts';
import { describeOnEachStore, storeOf } from '../../support/each-store.ts';
import { faultsOf, sendReports, turnName, TURNS } from './reports-run.ts';

describeOnEachStore('a tax report, with kill -9 at each of its writes and calls', (open) => {
  it('is with the platform once, with the sales of tills, the invoices to consumers and their payments', async () => {
    const store = open();
    try {
      const { faults, deaths } = await sendReports({
        folder: store.folder,
        storeUrl: store.env['STORE_URL']!,
      });
      console.log(`      ${deaths.length} processes killed`);
      assert.deepEqual(faults, []);
      assert.deepEqual(deaths, TURNS.map(turnName));
      printCount({ of: storeOf(store), unit: 'kills', count: deaths.length });
    } finally {
      store.remove();
    }
  }).timeout(1_800_000);
});

/** A judge that has never found a fault may be blind. */
describe('the judge of the reports', () => {
  const order = { number: 1, amount: '1.00' };
  const held = { type: 'IN', amount: '1.00' };
  const says = (reports: Parameters<typeof faultsOf>[1]): string => faultsOf([order], reports).join();

  it('finds nothing if the platform has the report once', () => assert.equal(says([held]), ''));
  it('finds a report that was lost', () => assert.match(says([]), /0 times/));
  it('finds a report that was sent twice', () => assert.match(says([held, held]), /2 times/));
  it('finds a report that replaces nothing', () => assert.match(says([{ ...held, type: 'RE' }]), /type RE/));
  it('finds a refused one', () => assert.match(says([{ ...held, refusal: 'X' }]), /refused: X/));
  it('finds one that was not ordered', () =>
    assert.match(says([held, { ...held, amount: '2.00' }]), /never ordered/));
});
