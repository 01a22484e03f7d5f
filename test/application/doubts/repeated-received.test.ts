import assert from 'node:assert/strict';
import { repeatedReceived } from '../../../src/application/doubts/repeated-number.ts';
import type { ReceivedRecord } from '../../../src/domain/lifecycle/received-record.ts';
import type { InvoiceSummary } from '../../../src/domain/vocabulary/invoice-summary.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { after, aReceipt, hex } from '../../support/records.ts';
import { english } from '../../support/words.ts';

const ISSUER: InvoiceSummary = {
  number: 'R-1',
  issuer: { vatId: 'DE281457638', endpoint: '9930:DE281457638' },
};

type Own = Partial<ReceivedRecord> & { readonly summary?: InvoiceSummary };

describe('a received invoice with the number of another one', () => {
  const content = new FakeContentStore();
  const receive = async (
    received: ReturnType<typeof memoryStores>['received'],
    { summary = ISSUER, ...own }: Own,
  ): Promise<ReceivedRecord> => {
    const sealedSummary = await content.sealText(own.client ?? 'acme', JSON.stringify(summary));
    const receipt = aReceipt({ invoiceNumber: 'R-1', documentSha256: hex(64), sealedSummary, ...own });
    return (await received.takeIn(receipt)).received;
  };
  const found = async (earlier: Own, own: Own = {}) => {
    const { received } = memoryStores();
    const first = await receive(received, earlier);
    const record = await receive(received, { createdAt: after(86_400_000), ...own });
    return { first, findings: await repeatedReceived(record, { received, content }) };
  };
  const codesOf = async (earlier: Own, own: Own = {}) =>
    (await found(earlier, own)).findings.map(({ code, severity }) => `${code} ${severity}`);
  const WARNED = ['EI-RECEIVED-REPEATED warning'];

  it('gets a warning that names the other one and its day, as values', async () => {
    const { first, findings } = await found({});
    assert.deepEqual(
      findings.map(({ message }) => message),
      [
        {
          say: 'checks.EI-RECEIVED-REPEATED.message',
          values: { id: first.id, day: first.createdAt.toISOString().slice(0, 10) },
        },
      ],
    );
    assert.match(english(findings[0]!.message) ?? '', new RegExp(`number came on .* \\(${first.id}\\)\\.$`));
  });

  for (const [sentence, earlier] of Object.entries({
    'the other one came over another route': { route: 'PL-KSEF' },
    'the other one failed its checks': { state: 'validation_failed' },
    'the other one is accepted': { answerStatus: 'accepted' },
    'the summary of the other one is of an earlier version': {
      summary: { number: 'R-1', sellerVatId: 'DE281457638' },
    },
    'the other one states its address alone': {
      summary: { number: 'R-1', issuer: { endpoint: '9930:DE281457638' } },
    },
  } satisfies Record<string, Own>))
    it(`gets a warning: ${sentence}`, async () => assert.deepEqual(await codesOf(earlier), WARNED));

  for (const [sentence, earlier] of Object.entries({
    'another client': { client: 'two' },
    'another number': { invoiceNumber: 'R-10' },
    'another seller': { summary: { number: 'R-1', issuer: { vatId: 'DE111111111' } } },
    'another seller at the same address': {
      summary: { number: 'R-1', issuer: { vatId: 'DE111111111', endpoint: '9930:DE281457638' } },
    },
    'a seller without a number': { summary: { number: 'R-1' } },
    'the network has rejected it': { presentStatus: 'rejected' },
    'its seller has cancelled it': { presentStatus: 'cancelled' },
    'it was refused': { answerStatus: 'refused' },
    'a message says that it was refused': { presentStatus: 'refused' },
  } satisfies Record<string, Own>))
    it(`gets no warning: ${sentence}`, async () => assert.deepEqual(await codesOf(earlier), []));

  it('gets no warning for the same document, which the network gave under two of its ids', async () => {
    const documentSha256 = hex(64);
    const [earlier, own] = [
      { documentSha256, railId: 'A' },
      { documentSha256, railId: 'B' },
    ];
    assert.deepEqual(await codesOf(earlier, own), []);
  });

  it('gets no warning without a number', async () =>
    assert.deepEqual(await codesOf({}, { invoiceNumber: undefined }), []));

  it('names the first of several', async () => {
    const { received } = memoryStores();
    const first = await receive(received, {});
    for (const n of [1, 2]) await receive(received, { createdAt: after(n) });
    const record = await receive(received, { createdAt: after(3) });
    const [finding] = await repeatedReceived(record, { received, content });
    assert.match(english(finding!.message) ?? '', new RegExp(first.id));
  });

  it('warns of both that are stored before either is checked', async () => {
    const { received } = memoryStores();
    const both = [await receive(received, {}), await receive(received, {})];
    for (const record of both)
      assert.equal((await repeatedReceived(record, { received, content })).length, 1);
  });
});
