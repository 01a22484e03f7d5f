import assert from 'node:assert/strict';
import { repeatedNumber } from '../../../src/application/doubts/repeated-number.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { newSubmission } from '../../../src/domain/sending/submission.ts';
import type { Route } from '../../../src/domain/vocabulary/route.ts';
import { taken } from '../../contract/invoices.ts';
import { english } from '../../support/words.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const BYTES = 'b'.repeat(64);

describe('an invoice with the number of another one', () => {
  const warningsFor = async (
    earlier: Partial<InvoiceRecord> | readonly Partial<InvoiceRecord>[],
    { number = 'R-1', route = 'PEPPOL' }: { number?: string | null; route?: Route } = {},
  ): Promise<string[]> => {
    const invoices = memoryStores().invoices;
    for (const one of [earlier].flat())
      await taken(invoices, {
        client: 'one',
        route: 'PEPPOL',
        invoiceNumber: 'R-1',
        fingerprint: 'first',
        submission: newSubmission('s-1', new Date()),
        ...one,
      });
    const asked = {
      ...{ client: 'one', route, number, fingerprint: () => 'second' },
      deliveredSha256: () => BYTES,
    };
    const found = await repeatedNumber(invoices, asked);
    messages = found.map(({ message }) => english(message) ?? '');
    return found.map(({ code }) => code);
  };
  let messages: readonly string[] = [];

  it('gets a warning', async () => assert.deepEqual(await warningsFor({}), ['EI-NUMBER-REPEATED']));

  for (const [sentence, earlier] of Object.entries({
    'the earlier one waits, as of two lines of a batch': { submission: undefined },
    'the route may hold the earlier one': { state: 'dead_letter' },
    'the earlier one has other bytes': { documentSha256: 'c'.repeat(64) },
    'the earlier one is not built yet': { documentSha256: undefined },
  } satisfies Record<string, Partial<InvoiceRecord>>))
    it(`gets a warning: ${sentence}`, async () =>
      assert.deepEqual(await warningsFor(earlier), ['EI-NUMBER-REPEATED']));

  it('gets a warning of its own if the network would get the same bytes twice, as data and as a file', async () =>
    assert.deepEqual(await warningsFor({ documentSha256: BYTES }), ['EI-SAME-AS-EARLIER']));

  for (const [sentence, documentSha256, says] of [
    ['other bytes', 'c'.repeat(64), /different content on this route\. The earlier/],
    ['the same bytes', BYTES, /delivers the same document\. The earlier/],
    ['bytes that are not built yet', undefined, /were not compared\. The earlier/],
  ] as const)
    it(`is told which one it is: ${sentence}`, async () => {
      await warningsFor({ documentSha256, invoiceRef: 'ERP-7' });
      assert.match(messages[0]!, says);
      assert.match(messages[0]!, /The earlier invoice is R-1, reference ERP-7 \(inv_\w+\)\.$/);
    });

  it('is told of the one with other content, if another one is not built yet', async () => {
    const [built, waiting] = [
      { documentSha256: 'c'.repeat(64), invoiceRef: 'BUILT', createdAt: new Date(1) },
      { fingerprint: 'third', invoiceRef: 'WAITS', createdAt: new Date(2) },
    ];
    await warningsFor([built, waiting]);
    assert.match(
      messages[0]!,
      /different content on this route\. The earlier invoice is R-1, reference BUILT /,
    );
  });

  it('gets a warning on a route that sends nothing', async () => {
    const ready = { submission: undefined, route: 'DE-XRECHNUNG', state: 'ready' } as const;
    assert.deepEqual(await warningsFor(ready, { route: 'DE-XRECHNUNG' }), ['EI-NUMBER-REPEATED']);
  });

  it('gets a warning if KSeF reads the numbers as one: it joins the blanks in a row', async () => {
    const earlier = { route: 'PL-KSEF', invoiceNumber: 'FV 77/2026/A' } as const;
    for (const number of ['FV 77/2026/A', 'FV  77/2026/A', 'FV\t77/2026/A'])
      assert.deepEqual(await warningsFor(earlier, { number, route: 'PL-KSEF' }), ['EI-NUMBER-REPEATED']);
    const elsewhere = { invoiceNumber: 'FV 77/2026/A' };
    assert.deepEqual(await warningsFor(elsewhere, { number: 'FV  77/2026/A' }), []);
  });

  for (const [sentence, earlier] of Object.entries({
    'the same content': { fingerprint: 'second' },
    'another route': { route: 'FR-PA' },
    'another client': { client: 'two' },
    'the route rejected the earlier one': { state: 'rejected' },
    'the rules refused the earlier one': { state: 'validation_failed' },
    'the client cancelled the earlier one': { state: 'cancelled' },
    'the earlier one ended without a call to the route': { state: 'dead_letter', submission: undefined },
  } satisfies Record<string, Partial<InvoiceRecord>>))
    it(`gets no warning: ${sentence}`, async () => assert.deepEqual(await warningsFor(earlier), []));

  it('gets no warning without a number', async () =>
    assert.deepEqual(await warningsFor({}, { number: null }), []));
});
