import assert from 'node:assert/strict';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { type Answer, RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const XML = { 'content-type': 'application/xml' };
const DAY_MS = 86_400_000;

interface Found {
  readonly data: readonly Readonly<Record<string, string>>[];
  readonly looked_in: readonly string[];
  readonly next?: string;
}

describe('the one search', () => {
  let api: RunningApi;
  let key: string;
  let ids: Record<'sent' | 'received' | 'not_taken', string>;
  const post = (path: string, body: unknown, by = key): Promise<Answer> =>
    api.call('POST', path, {
      ...{ key: by, body, idempotencyKey: newIdempotencyKey() },
      ...(typeof body === 'string' && { headers: XML }),
    });
  const find = async (q: string, more = '', by = key): Promise<Found> => {
    const { status, json, text } = await api.call('GET', `/search?q=${encodeURIComponent(q)}${more}`, {
      key: by,
    });
    assert.equal(status, 200, text);
    return json as unknown as Found;
  };
  const idsIn = ({ data }: Found) => data.map(({ id }) => id);

  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
    const not_taken = String((await post('/invoices', withDocument('payment.iban', 'DE00'))).json.refusal_id);
    api.world.clock.advance(1_000);
    const received = String((await post('/received?route=PEPPOL&rail_id=KSEF-9', '<Invoice/>')).json.id);
    api.world.clock.advance(1_000);
    const sent = String((await post('/invoices', submission())).json.id);
    ids = { sent, received, not_taken };
  });
  afterEach(() => api.stop());

  it('finds what was sent and what was not taken by the buyer, newest first, with summary and place', async () => {
    const { data, looked_in, next } = await find('beispielst');
    assert.equal(next, undefined);
    assert.deepEqual(
      data.map(({ kind, id }) => [kind, id]),
      [
        ['sent', ids.sent],
        ['not_taken', ids.not_taken],
      ],
    );
    assert.deepEqual(looked_in, [
      ...['number', 'reference', 'buyer', 'seller', 'vat_number', 'network_number', 'amount'],
      'issue_date',
    ]);
    const { created_at, ...row } = data[0]!;
    assert.ok(created_at);
    assert.deepEqual(row, {
      ...{ id: ids.sent, kind: 'sent', client: 'acme', route: 'DE-XRECHNUNG', state: 'queued' },
      ...{
        invoice_ref: row.invoice_ref,
        matched_in: ['buyer'],
        in_list: false,
        number: 'RE-2026-0042',
        type_code: '380',
      },
      ...{ issue_date: '2026-10-05', due_date: '2026-11-04', seller: 'Muster Werkstatt GmbH' },
      ...{ buyer: 'Stadt Beispielstadt', currency: 'EUR', total: '1197.32', due: '1197.32' },
    });
  });

  const places: readonly (readonly [
    string,
    readonly ('sent' | 'received' | 'not_taken')[],
    readonly string[],
  ])[] = [
    ['1.197,32', ['sent', 'not_taken'], ['amount']],
    ['Werkstatt', ['sent', 'not_taken'], ['seller']],
    ['x-1', ['received'], ['number', 'reference']],
    ['KSEF-9', ['received'], ['network_number']],
    ['2026-00', ['sent', 'not_taken'], ['number']],
    ['5.10.2026', ['sent', 'not_taken'], ['issue_date']],
    ['beispielstadt 1197,32', ['sent', 'not_taken'], ['buyer', 'amount']],
  ];
  for (const [q, kinds, places_] of places)
    it(`says where ${q} was found`, async () => {
      const { data } = await find(q);
      assert.deepEqual(
        data.map(({ id }) => id),
        kinds.map((kind) => ids[kind]),
      );
      for (const place of places_)
        assert.ok(
          data.every(({ matched_in }) => matched_in?.includes(place)),
          place,
        );
    });

  it('says of a sent one whether the list of invoices with the same words has it, too, and of no other', async () => {
    await post('/invoices', submission({ invoice_ref: 'SO-77/b' }));
    // The buyer is in the list once the document is built.
    const record = await api.world.invoices.find(ids.sent);
    const buyerWords = await api.world.buyerIndex.hashes('acme', ['stadt', 'beispielstadt']);
    const next = { ...record!, version: record!.version + 1, buyerWords };
    await api.world.invoices.commit({ record: next, events: [], audit: [], files: [] });
    const answers: [string, boolean][] = [];
    for (const q of [
      're-2026',
      'so-77/B',
      'Beispielstadt',
      'STADT beispielstadt',
      'beispielst',
      '1.197,32',
      'Werkstatt',
      '5.10.2026',
      '2026-10-05',
      'beispielstadt 1197,32',
    ]) {
      const { data } = await find(q);
      const { json } = await api.call('GET', `/invoices?q=${encodeURIComponent(q)}`, { key });
      const listed = (json.data as readonly { readonly id: string }[]).map(({ id }) => id);
      const sent = data.filter(({ kind }) => kind === 'sent');
      assert.deepEqual(
        sent.map(({ id, in_list }) => [id, in_list as unknown]),
        [[ids.sent, listed.includes(ids.sent)]],
        q,
      );
      assert.ok(
        data.every(({ kind, in_list }) => kind === 'sent' || in_list === undefined),
        q,
      );
      answers.push([q, listed.includes(ids.sent)]);
    }
    assert.deepEqual(
      answers.filter(([, isListed]) => isListed).map(([q]) => q),
      ['re-2026', 'so-77/B', 'Beispielstadt', 'STADT beispielstadt'],
    );
  });

  it('says of a received one that its seller has no answer yet, and of no other', async () => {
    const answers = async (q: string) => (await find(q)).data.map(({ answer }) => answer as unknown);
    assert.deepEqual(await answers('KSEF-9'), [{ state: 'none' }]);
    assert.deepEqual(await answers('RE-2026-0042'), [undefined, undefined]);
  });

  it('finds an invoice by each reference under which its document came', async () => {
    const again = await post('/invoices', submission({ invoice_ref: 'SO-77/b' }));
    assert.equal(again.json.id, ids.sent);
    const { data } = await find('so-77');
    assert.deepEqual(
      data.map(({ id, matched_in, also_sent_as }) => ({ id, matched_in, also_sent_as })),
      [{ id: ids.sent, matched_in: ['reference'], also_sent_as: ['SO-77/b'] }],
    );
    assert.deepEqual(idsIn(await find('so-77', '', await api.world.clientKey('other'))), []);
  });

  it('has kinds and days of intake or of the invoice', async () => {
    assert.deepEqual(idsIn(await find('beispielstadt', '&kind=not_taken,received')), [ids.not_taken]);
    const today = api.world.clock.now().toISOString().slice(0, 10);
    assert.equal(idsIn(await find('beispielstadt', `&from=${today}&to=${today}`)).length, 2);
    assert.deepEqual(idsIn(await find('beispielstadt', '&from=2030-01-01')), []);
    assert.equal(
      idsIn(await find('beispielstadt', '&by=issue_date&from=2026-10-01&to=2026-10-31')).length,
      2,
    );
    assert.deepEqual(idsIn(await find('beispielstadt', '&by=issue_date&to=2026-10-04')), []);
  });

  it('finds nothing of another client, and for the operator content only if a client is named', async () => {
    const other = await api.world.clientKey('other');
    for (const q of ['beispielstadt', 'RE-2026-0042', 'KSEF-9', '1197,32'])
      assert.deepEqual(idsIn(await find(q, '', other)), [], q);
    assert.deepEqual(idsIn(await find('beispielstadt', '', OPERATOR_KEY)), []);
    const byNumber = await find('RE-2026-0042', '', OPERATOR_KEY);
    assert.ok(idsIn(byNumber).includes(ids.sent));
    assert.deepEqual(byNumber.looked_in, ['number', 'reference']);
    assert.equal(idsIn(await find('beispielstadt', '&client=acme', OPERATOR_KEY)).length, 2);
  });

  it('has pages', async () => {
    for (let n = 0; n < 104; n += 1) {
      api.world.clock.advance(700);
      await post('/invoices', withDocument('invoice.number', `P-${n}`));
    }
    const first = await find('beispielstadt');
    assert.equal(first.data.length, 100);
    const second = await find('beispielstadt', `&after=${first.next}`);
    assert.equal(second.next, undefined);
    assert.equal(new Set([...idsIn(first), ...idsIn(second)]).size, 106);
    const { status } = await api.call('GET', '/search?q=a&after=nowhere', { key });
    assert.equal(status, 400);
  });

  it('forgets what was refused after its days', async () => {
    api.world.clock.advance(15 * DAY_MS);
    assert.deepEqual(idsIn(await find('beispielstadt')), [ids.sent]);
  });

  it('goes on where a summary cannot be opened: by the number it is still found', async () => {
    const record = (await api.world.invoices.find(ids.sent))!;
    const damaged = { ...record, sealedSummary: 'x', version: record.version + 1 };
    await api.world.invoices.commit({ record: damaged, events: [], audit: [], files: [] });
    assert.deepEqual(idsIn(await find('RE-2026-0042', '&kind=sent')), [ids.sent]);
    assert.deepEqual(idsIn(await find('beispielst')), [ids.not_taken]);
    const { status, json } = await api.call('GET', `/summaries?ids=${ids.sent},${ids.not_taken}`, { key });
    const { data } = json as unknown as Found;
    assert.deepEqual([status, data.map(({ buyer }) => buyer)], [200, [undefined, 'Stadt Beispielstadt']]);
  });

  it('has a row once, also if a kind is named twice', async () => {
    assert.deepEqual(idsIn(await find('beispielst', '&kind=sent,sent')), [ids.sent]);
  });

  it('writes one row of the audit log a call, without the words', async () => {
    await find('beispielstadt');
    const [row] = await api.world.audit.recent({ action: 'summaries_read', limit: 1 });
    assert.deepEqual([row?.client, row?.details], ['acme', { count: 2 }]);
    assert.ok(!JSON.stringify(row).includes('beispiel'));
  });

  it('keeps hashes only, under the key of the client', async () => {
    const { searchWords = '' } = (await api.world.invoices.find(ids.sent)) ?? {};
    assert.match(searchWords, /^[0-9a-f]{10}( [0-9a-f]{10})+$/);
    const foreign = await post('/invoices', submission(), await api.world.clientKey('other'));
    const another = (await api.world.invoices.find(String(foreign.json.id)))?.searchWords ?? '';
    assert.ok(!searchWords.split(' ').some((word) => another.includes(word)));
  });

  const hostile = {
    ...{ 'a pattern': '.*', 'an unclosed pattern': '(((', 'a wildcard': '%', 'a place holder': '_' },
    ...{ 'a quotation mark': "' OR 1=1 --", 'an operator': '{"$ne":1}', 'a backslash': '\\' },
    ...{ 'text from right to left': '\u202Egnp.exe', 'half of a word in Arabic': 'فاتورة', 'an emoji': '👩‍👩‍👧' },
    ...{ 'a hundred letters': 'x'.repeat(100), 'fifty words': 'ab '.repeat(33), blanks: '   ' },
    ...{ 'a hundred digits': '9'.repeat(100), 'combining marks': `a${'\u0301'.repeat(90)}` },
    ...{ 'a hash as it is stored': 'f'.repeat(10) },
  };
  for (const [what, q] of Object.entries(hostile))
    it(`finds nothing for ${what}`, async () => assert.deepEqual((await find(q)).data, []));

  const wrong = {
    'no words': '',
    'empty words': '?q=',
    'a NUL character': '?q=a%00b',
    '101 characters': `?q=${'x'.repeat(101)}`,
    'an object of a store': '?q[$ne]=x',
    'another kind': '?q=a&kind=deleted',
    'a day that does not exist': '?q=a&from=2026-02-30',
    'another date': '?q=a&by=due_date',
    'an unknown name': '?q=a&page=2',
  };
  for (const [what, query] of Object.entries(wrong))
    it(`answers 400 for ${what}`, async () => {
      assert.equal((await api.call('GET', `/search${query}`, { key })).status, 400);
    });
});
