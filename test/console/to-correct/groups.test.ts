import assert from 'node:assert/strict';
import {
  byInvoice,
  type CareRow,
  groupsOf,
  inSeveralGroups,
  invoicesIn,
} from '../../../src/console/pages/to-correct/groups.ts';

const row = (id: string, code: string): CareRow =>
  ({
    invoice_id: id,
    invoice_ref: id,
    catalogue_code: code,
    who_acts: 'erp',
    age_seconds: 1,
    handled: false,
  }) as unknown as CareRow;

describe('the groups of what is to be corrected', () => {
  it('are looked through once, so that each row of a list finds its own at once, in their order', () => {
    let reads = 0;
    const count = (id: string, code: string): CareRow => ({
      ...row(id, code),
      get invoice_id() {
        reads += 1;
        return id;
      },
    });
    const rows = [count('inv_1', 'BR-S-08'), count('inv_2', 'BR-CO-10'), count('inv_1', 'BR-CO-10')];
    const own = byInvoice(rows);
    reads = 0;
    assert.deepEqual(
      [own.get('inv_1'), own.get('inv_2'), own.get('inv_3')].map((each) => each?.length),
      [2, 1, undefined],
    );
    assert.equal(own.get('inv_1')![0], rows[0]);
    assert.equal(reads, 0);
  });

  for (const [which, rows, several] of [
    ['each in one', [row('inv_1', 'BR-CO-10'), row('inv_2', 'BR-CO-10'), row('inv_3', 'BR-S-08')], 0],
    ['one in two', [row('inv_1', 'BR-CO-10'), row('inv_1', 'BR-S-08'), row('inv_2', 'BR-S-08')], 1],
    ['one twice in one', [row('inv_1', 'BR-CO-10'), row('inv_1', 'BR-CO-10')], 0],
    ['none', [], 0],
  ] as const)
    it(`have invoices, ${which}, so that their rows less the invoices are said: ${several}`, () => {
      assert.equal(inSeveralGroups(rows), several);
      const shown = groupsOf(rows).reduce((sum, group) => sum + invoicesIn(group.rows), 0);
      assert.equal(shown - invoicesIn(rows), several);
    });
});
