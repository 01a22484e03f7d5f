import assert from 'node:assert/strict';
import { refusedCredit } from '../../../src/application/doubts/refused-credit.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { taken } from '../../contract/invoices.ts';
import { memoryStores } from '../../support/memory-stores.ts';

describe('a credit note of an invoice that was refused', () => {
  const warnings = async (
    earlier: readonly Partial<InvoiceRecord>[],
    { credited = ['F-1'], route = 'FR-PA' }: { credited?: readonly string[]; route?: Route } = {},
  ) => {
    const { invoices } = memoryStores();
    for (const one of earlier)
      await taken(invoices, {
        client: 'one',
        route: 'FR-PA',
        invoiceNumber: 'F-1',
        state: 'delivered',
        ...one,
      });
    return (await refusedCredit(invoices, { client: 'one', route, credited })).map(({ code }) => code);
  };
  const WARNED = ['EI-FR-CREDIT-REFUSED'];

  it('gets a warning: by the platform, or by the buyer', async () => {
    assert.deepEqual(await warnings([{ state: 'rejected' }]), WARNED);
    assert.deepEqual(await warnings([{ buyerStatus: 'refused' }]), WARNED);
  });

  it('gets none if the invoice was delivered, or sent again', async () => {
    assert.deepEqual(await warnings([{}]), []);
    assert.deepEqual(await warnings([{ state: 'rejected' }, {}]), []);
  });

  it('gets none for an invoice that the service does not have, of another client, or on another route', async () => {
    assert.deepEqual(await warnings([]), []);
    assert.deepEqual(await warnings([{ state: 'rejected', client: 'other' }]), []);
    assert.deepEqual(await warnings([{ state: 'rejected' }], { credited: ['F-2'] }), []);
    assert.deepEqual(await warnings([{ state: 'rejected', route: 'PEPPOL' }], { route: 'PEPPOL' }), []);
  });
});
