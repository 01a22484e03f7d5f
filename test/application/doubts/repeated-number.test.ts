import assert from 'node:assert/strict';
import { repeatedNumber } from '../../../src/application/doubts/repeated-number.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { newSubmission } from '../../../src/domain/sending/submission.ts';
import { taken } from '../../contract/invoices.ts';
import { memoryStores } from '../../support/memory-stores.ts';

describe('an invoice with the number of another one', () => {
  const warningsFor = async (
    earlier: Partial<InvoiceRecord>,
    number: string | null = 'R-1',
  ): Promise<string[]> => {
    const invoices = memoryStores().invoices;
    await taken(invoices, {
      client: 'one',
      route: 'PEPPOL',
      invoiceNumber: 'R-1',
      fingerprint: 'first',
      submission: newSubmission('s-1', new Date()),
      ...earlier,
    });
    const asked = { client: 'one', route: 'PEPPOL', number, fingerprint: () => 'second' } as const;
    return (await repeatedNumber(invoices, asked)).map(({ code }) => code);
  };

  it('gets a warning', async () => assert.deepEqual(await warningsFor({}), ['EI-NUMBER-REPEATED']));

  for (const [sentence, earlier] of Object.entries({
    'the same content': { fingerprint: 'second' },
    'another route': { route: 'FR-PA' },
    'another client': { client: 'two' },
    'the route rejected the earlier one': { state: 'rejected' },
    'the earlier one was never sent': { state: 'validation_failed' },
  } satisfies Record<string, Partial<InvoiceRecord>>))
    it(`gets no warning: ${sentence}`, async () => assert.deepEqual(await warningsFor(earlier), []));

  it('gets no warning without a number', async () => assert.deepEqual(await warningsFor({}, null), []));
});
