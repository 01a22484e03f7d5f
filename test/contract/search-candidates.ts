import assert from 'node:assert/strict';
import type { CandidateQuery } from '../../src/ports/search-candidates.ts';
import { after, aReceipt, START } from '../support/records.ts';
import { on } from './each.ts';
import { changeOf, idsOf, taken } from './invoices.ts';
import type { Open } from './kept.ts';

const [ONE, TWO, THREE] = ['1111111111', '2222222222', '3333333333'];
const NOTHING = 'no such text';

const query = (own: Partial<CandidateQuery> = {}): CandidateQuery => ({
  ...{ client: 'acme', text: NOTHING, networkNumber: NOTHING, ways: [], limit: 9 },
  ...own,
});

const DAY_MS = 86_400_000;

export function describesSearching(open: Open): void {
  const it = on(open);

  it('finds parts of references and numbers, in any case, newest first, of one client or of all', async ({
    invoices,
    received,
    other,
  }) => {
    const old = await taken(invoices, { invoiceRef: 'Order-1%' });
    const late = await taken(invoices, { invoiceNumber: 'xORDER-1%', createdAt: after(3 * DAY_MS) });
    const foreign = await taken(invoices, { client: 'other', invoiceRef: 'order-1%', createdAt: after(1) });
    const receipt = aReceipt({ invoiceNumber: 'order-1%' });
    await received.takeIn(receipt);
    const found = async (own: Partial<CandidateQuery>) =>
      idsOf(await other.invoices.candidates(query({ text: 'oRDER-1%', ...own })));
    assert.deepEqual(await found({}), [late.id, old.id]);
    assert.deepEqual(await found({ client: undefined }), [late.id, foreign.id, old.id]);
    assert.deepEqual(await found({ limit: 1 }), [late.id]);
    assert.deepEqual(await found({ after: late }), [old.id]);
    assert.deepEqual(await found({ after: old }), []);
    assert.deepEqual(await found({ receivedTo: '2026-03-04' }), [old.id]);
    assert.deepEqual(await found({ receivedFrom: '2026-03-03', receivedTo: '2026-03-05' }), [late.id]);
    assert.deepEqual(idsOf(await other.received.candidates(query({ text: 'oRDER-1%' }))), [
      receipt.record.id,
    ]);
    for (const text of ['.*', '%', '_', '\0', 'order-1%\0', '(', '\\', "'", '😀'])
      assert.ok((await found({ text })).length === (text === '%' ? 2 : 0), text);
  });

  it('finds each reference under which an invoice was sent, also one that was noted later', async ({
    invoices,
    other,
  }) => {
    const [first, later] = [
      await taken(invoices, { invoiceRef: 'A-1' }),
      await taken(invoices, { createdAt: after(1) }),
    ];
    await taken(invoices, { client: 'other', alsoSentAs: ['SO-7/a'] });
    await invoices.commit(changeOf(later, { alsoSentAs: ['SO-6', 'SO-7/b'] }));
    const rows = await other.invoices.candidates(query({ text: 'so-7/' }));
    assert.deepEqual(
      rows.map(({ id, alsoSentAs }) => [id, alsoSentAs]),
      [[later.id, ['SO-6', 'SO-7/b']]],
    );
    assert.deepEqual(
      (await other.invoices.candidates(query({ text: 'a-1' }))).map(({ id, alsoSentAs }) => [id, alsoSentAs]),
      [[first.id, undefined]],
    );
  });

  it('says what the buyer answered, and whether a document that lay ready was taken', async ({
    invoices,
    received,
    other,
  }) => {
    const ready = {
      ...{ toFetchSince: after(1), fetchedAt: after(2), mailedAt: after(3) },
      buyerStatus: 'refused',
    };
    await taken(invoices, { invoiceRef: 'B-1', ...ready });
    await taken(invoices, { invoiceRef: 'B-2' });
    await received.takeIn(aReceipt({ invoiceRef: 'B-3' }));
    const answered = {
      answerState: 'handed_over',
      answerStatus: 'refused',
      answerBar: 'Its seller takes none.',
      presentStatus: 'refused',
    } as const;
    await received.takeIn(aReceipt({ invoiceRef: 'B-4', ...answered }));
    const rows = [
      ...(await other.invoices.candidates(query({ text: 'b-' }))),
      ...(await other.received.candidates(query({ text: 'b-' }))),
    ];
    const ofRow = (ref: string) => {
      const row = rows.find(({ invoiceRef }) => invoiceRef === ref)!;
      const { toFetchSince, fetchedAt, mailedAt, buyerStatus } = row;
      const { answerState, answerStatus, answerBar, presentStatus } = row;
      const ofSent = { toFetchSince, fetchedAt, mailedAt, buyerStatus };
      return { ...ofSent, answerState, answerStatus, answerBar, presentStatus };
    };
    const none = {
      ...{ toFetchSince: undefined, fetchedAt: undefined, mailedAt: undefined },
      ...{ buyerStatus: undefined, answerState: undefined, answerStatus: undefined },
      ...{ answerBar: undefined, presentStatus: undefined },
    };
    assert.deepEqual(ofRow('B-1'), { ...none, ...ready });
    assert.deepEqual([ofRow('B-2'), ofRow('B-3')], [none, none]);
    assert.deepEqual(ofRow('B-4'), { ...none, ...answered });
  });

  it('finds what has a word of each term of a way', async ({ invoices, received, other }) => {
    const both = await taken(invoices, { searchWords: `${ONE} ${TWO}`, createdAt: after(2) });
    const third = await taken(invoices, { searchWords: THREE!, createdAt: after(1) });
    await taken(invoices, { client: 'other', searchWords: `${ONE} ${TWO} ${THREE}` });
    await taken(invoices, {});
    const receipt = aReceipt({ searchWords: ONE! });
    await received.takeIn(receipt);
    const found = async (...ways: string[][][]) => idsOf(await other.invoices.candidates(query({ ways })));
    assert.deepEqual(await found([[ONE!], [TWO!]]), [both.id]);
    assert.deepEqual(await found([[ONE!], [THREE!]]), []);
    assert.deepEqual(await found([[ONE!], [THREE!, TWO!]]), [both.id]);
    assert.deepEqual(await found([[ONE!]], [[NOTHING, THREE!, TWO!]]), [both.id, third.id]);
    assert.deepEqual(await found([['1111111112']]), []);
    assert.deepEqual(idsOf(await other.received.candidates(query({ ways: [[[ONE!]]] }))), [
      receipt.record.id,
    ]);
  });

  it('has the hashes by which the list finds the buyer of an invoice', async ({ invoices, other }) => {
    await taken(invoices, { invoiceRef: 'C-1', buyerWords: [ONE!, TWO!] });
    await taken(invoices, { invoiceRef: 'C-2', createdAt: after(1) });
    const rows = await other.invoices.candidates(query({ text: 'c-' }));
    assert.deepEqual(
      rows.map(({ invoiceRef, buyerWords }) => [invoiceRef, buyerWords]),
      [
        ['C-2', undefined],
        ['C-1', [ONE, TWO]],
      ],
    );
  });

  it('finds the name that an invoice has at a network, whole', async ({ invoices, received, other }) => {
    const submission = {
      ...{ id: 'sub-1', startedAt: START, isCalling: false, outcomeUnknown: false, answerLost: false },
      ...{ emptyLookups: 0, polls: 0 },
    };
    const sent = await taken(invoices, {});
    await invoices.commit(changeOf(sent, { legalId: 'KSEF-1', submission }));
    const receipt = aReceipt({ route: 'PL-KSEF', railId: 'KSEF-2' });
    await received.takeIn(receipt);
    const found = async (networkNumber: string, client = 'acme') => {
      const asked = query({ networkNumber, client });
      return [...(await other.invoices.candidates(asked)), ...(await other.received.candidates(asked))].map(
        ({ id, networkNumber: name }) => [id, name],
      );
    };
    assert.deepEqual(await found('KSEF-1'), [[sent.id, 'KSEF-1']]);
    assert.deepEqual(await found('KSEF-2'), [[receipt.record.id, 'KSEF-2']]);
    assert.deepEqual(await found('KSEF'), []);
    assert.deepEqual(await found('KSEF-1', 'other'), []);
  });

  it('gives what a row shows, once', async ({ invoices, other }) => {
    const own = { invoiceRef: 'r-1', invoiceNumber: 'n-1', sealedSummary: 'sealed', searchWords: ONE! };
    const { id, createdAt } = await taken(invoices, own);
    const rows = await other.invoices.candidates(query({ text: '-1', ways: [[[ONE!]]] }));
    assert.deepEqual(rows, [
      {
        ...{ id, client: 'acme', route: 'DE-XRECHNUNG', state: 'queued', createdAt },
        ...{ invoiceRef: 'r-1', invoiceNumber: 'n-1', sealedSummary: 'sealed' },
      },
    ]);
  });

  it('finds nothing of what was removed', async ({ invoices, received, other }) => {
    await taken(invoices, { searchWords: ONE! });
    await received.takeIn(aReceipt({ searchWords: ONE! }));
    for (const ledger of [invoices, received]) while ((await ledger.remove({ client: 'acme' }, 10)) > 0);
    for (const ledger of [other.invoices, other.received])
      assert.deepEqual(await ledger.candidates(query({ text: '-', ways: [[[ONE!]]] })), []);
  });
}
