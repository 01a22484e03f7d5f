import assert from 'node:assert/strict';
import sinon from 'sinon';
import { ListInvoices } from '../../../src/application/tracking/list-invoices.ts';
import { after, anIntake } from '../../support/records.ts';
import { memoryStores } from '../../support/memory-stores.ts';

describe('the list of invoices', () => {
  it('reads the attempts of all its invoices in one query', async () => {
    const invoices = memoryStores().invoices;
    for (let n = 0; n < 50; n += 1)
      await invoices.takeIn(anIntake({ invoiceRef: `order-${n % 25}`, createdAt: after(n) }));
    const attempts = sinon.spy(invoices, 'attempts');
    const caller = { kind: 'operator', keyId: 'key_1' } as const;
    const query = { sort: 'newest', page: 1, pageSize: 25 } as const;
    const { rows } = await new ListInvoices({ invoices }).run(caller, query);
    assert.deepEqual(
      rows.map((row) => row.attempts.length),
      Array<number>(25).fill(1),
    );
    assert.equal(attempts.callCount, 1);
  });
});
