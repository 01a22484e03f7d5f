import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { wholeInvoice } from '../../../src/adapters/http/call/wire.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { aRecord, after, START } from '../../support/records.ts';

describe('the next attempt of an invoice', () => {
  const nextAttemptOf = (own: Partial<InvoiceRecord>): string | undefined =>
    english(wholeInvoice({ invoice: aRecord({ updatedAt: START, ...own }), attempts: [] }).next_attempt_at);

  it('is shown while the invoice waits for it', () =>
    assert.equal(nextAttemptOf({ state: 'queued', dueAt: after(60_000) }), after(60_000).toISOString()));

  for (const [sentence, own] of Object.entries({
    'is due at once': { state: 'queued', dueAt: START },
    'is with its route': { state: 'submitted', dueAt: after(60_000) },
    'is not due': { state: 'dead_letter', dueAt: null },
  } satisfies Record<string, Partial<InvoiceRecord>>))
    it(`is left out for one that ${sentence}`, () => assert.equal(nextAttemptOf(own), undefined));
});
