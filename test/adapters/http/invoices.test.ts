import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { CallFailed } from '../../../src/domain/failures.ts';
import { newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { handIn, type RunningApi, typeOf, withOwnClients } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

describe('an invoice', () => {
  let api: RunningApi;
  let client: string;
  let key: string;

  withOwnClients((own) => ({ api, client, key } = own));
  beforeEach(() => {
    api.world.hasPeppolCredential = false;
    api.world.lookedUp = { registered: 'unknown', reason: 'no answer' };
  });

  const submit = (body: unknown) =>
    api.call('POST', '/invoices', { key, idempotencyKey: newIdempotencyKey(), body });
  const get = (path: string, headers: Record<string, string> = {}) => api.call('GET', path, { key, headers });

  it('is queued with its event, its document and its job', async () => {
    const sent = await submit(submission());
    const id = String(sent.json.id);
    assert.deepEqual(sent.json, {
      id,
      state: 'queued',
      links: { self: `/invoices/${id}`, events: `/invoices/${id}/events` },
    });
    const { json } = await get(`/invoices/${id}`);
    assert.deepEqual(
      [json.state, json.invoice_ref, json.client, json.legal_id],
      ['queued', '4711', client, null],
    );
    assert.deepEqual([...api.world.jobs.waiting.keys()].includes(id), true);
    const events = (await get(`/invoices/${id}/events`)).json.data as Record<string, unknown>[];
    assert.deepEqual(
      events.map(({ sequence, status }) => [sequence, status]),
      [[1, 'received']],
    );
  });

  it('is sealed while the store looks for its number: a store far away is waited for once', async () => {
    const { invoices, content } = api.world;
    const findNumbered = invoices.findNumbered.bind(invoices);
    const seal = content.seal.bind(content);
    let begin = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    invoices.findNumbered = async (query) => {
      await hasBegun;
      return findNumbered(query);
    };
    content.seal = (...given) => {
      begin();
      return seal(...given);
    };
    try {
      assert.equal((await submit(submission())).status, 202);
    } finally {
      Object.assign(invoices, { findNumbered });
      Object.assign(content, { seal });
    }
  });

  it('has its number as reference by default', async () => {
    const { json } = await submit(submission({ invoice_ref: undefined }));
    assert.equal((await get(`/invoices/${String(json.id)}`)).json.invoice_ref, 'RE-2026-0042');
  });

  it('says what it waits for, in the language of the reader', async () => {
    const id = await handIn(api, client);
    const { json } = await get(`/invoices/${id}?lang=de`);
    assert.deepEqual(json.waits, { for: 'check', reason: 'Sie wartet auf ihre Prüfung.' });
  });

  it('has its stored events, byte for byte', async () => {
    const id = await handIn(api, client);
    const [event] = await api.world.eventFeed.events(id);
    assert.equal((await get(`/invoices/${id}/events`)).text, `{"data":[${event!.text}]}`);
  });

  it('shows its findings, its document and its deadline in the names of openapi.yaml', async () => {
    const id = await handIn(api, client);
    const record = (await api.world.invoices.find(id))!;
    const finding = {
      code: 'BR-DE-5',
      severity: 'error',
      source: 'XRechnung',
      message: 'm',
      fixHint: 'h',
      whoFixes: 'us',
    } as const;
    const deadlineAt = new Date('2026-10-12T23:59:59.999Z');
    const more = {
      state: 'validation_failed',
      errors: [finding],
      documentSha256: 'a'.repeat(64),
      deadlineAt,
    } as const;
    await api.world.invoices.commit({
      record: { ...record, ...more, version: 2 },
      events: [],
      audit: [],
      files: [],
    });
    const shown = (await get(`/invoices/${id}`)).json;
    const { fixHint, whoFixes, ...same } = finding;
    assert.deepEqual(shown.errors, [
      {
        ...same,
        fix_hint: fixHint,
        who_fixes: whoFixes,
        sender_can_fix: false,
        doc_url: `/codes/${finding.code}`,
      },
    ]);
    assert.deepEqual(
      [shown.document_sha256, shown.deadline_at],
      ['a'.repeat(64), '2026-10-12T23:59:59.999Z'],
    );
    const { documents, correction, ...row } = shown;
    assert.deepEqual((documents as object[])[0], {
      kind: 'canonical',
      sha256: record.documents[0]!.sha256,
      href: `/invoices/${id}/documents/canonical`,
    });
    assert.deepEqual(correction, {
      allowed: false,
      reason: 'not_content',
      document: 'canonical',
      format: 'xrechnung-ubl',
    });
    assert.deepEqual((await get('/invoices')).json.data, [row]);
  });

  it('is accepted with warnings, and shows them', async () => {
    const wrong = withDocument('seller.vat_id', 'DE136695977');
    const taken = await submit(wrong);
    assert.equal(taken.status, 202, taken.text);
    const expected = [['EI-ID-VAT', 'seller.vat_id', 'erp']];
    const seen = ({ warnings }: Record<string, unknown>): unknown =>
      (warnings as Record<string, string>[]).map(({ code, field, who_fixes }) => [code, field, who_fixes]);
    assert.deepEqual(seen(taken.json), expected);
    assert.deepEqual(seen((await get(`/invoices/${String(taken.json.id)}`)).json), expected);
    const again = await submit(wrong);
    assert.deepEqual([again.json.duplicate_of, seen(again.json)], [taken.json.id, expected]);
    const [row] = (await get('/invoices')).json.data as object[];
    assert.equal('warnings' in row!, false);
    const right = await submit(withDocument('invoice.number', 'R-RIGHT'));
    assert.equal('warnings' in right.json, false);
  });

  it('gets a warning if it is dated in the future, or due before it is issued', async () => {
    const codes = async (date: string, due: string): Promise<unknown> => {
      const body = withDocument('invoice.issue_date', date);
      Object.assign((body.document as { invoice: object }).invoice, { due_date: due, number: `D-${date}` });
      const { json } = await submit(body);
      return ((json.warnings ?? []) as { code: string }[]).map(({ code }) => code);
    };
    assert.deepEqual(await codes('2026-10-07', '2026-11-02'), ['EI-DATE-AHEAD']);
    assert.deepEqual(await codes('2026-10-06', '2026-10-05'), ['EI-DUE-BEFORE-ISSUE']);
  });

  it('gets a warning if another one with its number waits', async () => {
    const named = withDocument('invoice.number', 'ONE-NUMBER');
    const other = withDocument('invoice.number', 'ONE-NUMBER');
    (other.document as { buyer: { name: string } }).buyer.name = 'Another';
    const warned = async (body: object): Promise<unknown> =>
      ((await submit(body)).json.warnings as { code: string }[] | undefined)?.map(({ code }) => code);
    assert.deepEqual(await warned(named), undefined);
    assert.deepEqual(await warned(named), undefined);
    assert.deepEqual(await warned(other), ['EI-NUMBER-REPEATED']);
  });

  it('is refused for what looks wrong only if the record of the client says so', async () => {
    const wrong = withRate(0.19, 'RATE-1');
    const codesOf = ({ json }: { json: Record<string, unknown> }, member: string): unknown =>
      ((json[member] ?? []) as Record<string, string>[]).map(({ code, field, term }) => [code, field, term]);
    const doubt = [['EI-VAT-RATE', 'lines[0].vat_rate', 'BT-152']];
    const warned = await submit(wrong);
    assert.deepEqual([warned.status, codesOf(warned, 'warnings')], [202, doubt]);
    const profile = (plausibility: object) =>
      api.call('PUT', `/clients/${client}/profile`, { key: OPERATOR_KEY, body: { plausibility } });
    await profile({ 'EI-VAT-RATE': 'refuse' });
    const again = await submit(wrong);
    assert.deepEqual([again.status, again.json.duplicate_of], [202, warned.json.id]);
    const other = withRate(91, 'RATE-2');
    const refused = await submit(other);
    assert.deepEqual([refused.status, codesOf(refused, 'errors')], [422, doubt]);
    await profile({ 'EI-VAT-RATE': 'off' });
    const silent = await submit(other);
    assert.deepEqual([silent.status, 'warnings' in silent.json], [202, false]);
  });

  describe('without a route', () => {
    const submissionTo = (country: string, more: object = {}): object => ({
      ...withDocument('buyer.address', { country, city: 'x', postcode: '1', street: 'x' }),
      route: undefined,
      formats: undefined,
      ...more,
    });

    it('gets a route from the router, with the name of the rule', async () => {
      const { json } = await submit(submissionTo('DE'));
      assert.deepEqual(
        [json.route, json.route_chosen_by, json.route_rule],
        ['DE-XRECHNUNG', 'router', 'de-domestic'],
      );
      const rows = await api.world.audit.recent({ client, action: 'route_chosen', limit: 5 });
      assert.deepEqual(
        rows.map(({ subject, details }) => [subject, details]),
        [[json.id, { route: 'DE-XRECHNUNG', rule: 'de-domestic' }]],
      );
    });

    /** From a Peppol participant to another one, or to a buyer without an address. */
    const withAddress = (body: object, endpoint: object | undefined, more: object = {}): object => {
      const { document } = body as { document: { seller: object; buyer: object } };
      const seller = { ...document.seller, endpoint: { scheme: '9930', id: 'DE136695976' } };
      return { ...body, document: { ...document, seller, buyer: { ...document.buyer, endpoint, ...more } } };
    };
    const onPeppol = (country: string, more: object = {}): object =>
      withAddress(submissionTo(country, more), { scheme: '9914', id: newParticipant() });
    const newParticipant = (): string => `ATU${newIdempotencyKey().replace(/-/g, '').slice(0, 20)}`;

    it('is refused while the look-up of the buyer fails', async () => {
      const answer = await submit(onPeppol('AT'));
      assert.deepEqual([answer.status, codes(answer.json)], [422, ['EI-ROUTE-PEPPOL-UNKNOWN']]);
      api.world.hasPeppolCredential = true;
      assert.deepEqual(codes((await submit(onPeppol('DE'))).json), ['EI-ROUTE-PEPPOL-UNKNOWN']);
      assert.equal((await submit(onPeppol('DE', { formats: ['xrechnung-ubl'] }))).status, 202);
    });

    it('is sent over Peppol to a registered buyer', async () => {
      api.world.lookedUp = { registered: 'yes', endpoint: 'https://ap.example' };
      const { json } = await submit(onPeppol('AT'));
      assert.deepEqual([json.route, json.route_rule], ['PEPPOL', 'cross-border-peppol']);
      api.world.hasPeppolCredential = true;
      assert.equal((await submit(onPeppol('DE'))).json.route_rule, 'de-domestic-peppol');
    });

    it('has no route to an unregistered buyer abroad, and the German route at home', async () => {
      api.world.lookedUp = { registered: 'no' };
      assert.deepEqual(codes((await submit(onPeppol('AT'))).json), ['EI-ROUTE-UNDECIDED']);
      api.world.hasPeppolCredential = true;
      assert.equal((await submit(onPeppol('DE'))).json.route_rule, 'de-domestic');
    });

    it('is sent to the registered participant if it states no address itself', async () => {
      api.world.lookedUp = { registered: 'yes', endpoint: 'https://ap.example' };
      const { json } = await submit(withAddress(submissionTo('AT'), undefined, { vat_id: 'ATU12345675' }));
      assert.deepEqual([json.route, json.route_rule], ['PEPPOL', 'cross-border-peppol']);
      const { sealedReceiver = '' } = (await api.world.invoices.find(json.id as string))!;
      assert.equal(await api.world.content.openText(client, sealedReceiver), '9914:ATU12345675');
    });

    describe('to a Belgian buyer with a VAT number only', () => {
      let asked: string[];
      const registered = (participant: string): void => {
        api.world.participants.lookUp = async (one) => {
          asked.push(one);
          return one === participant ? { registered: 'yes', endpoint: 'https://ap.example' } : NO;
        };
      };
      const NO = { registered: 'no' } as const;
      beforeEach(() => void (asked = []));
      afterEach(() => void (api.world.participants.lookUp = async () => api.world.lookedUp));

      const belgian = (route: string | undefined, endpoint?: object): object => {
        const [prefix, tail] = ['0', newIdempotencyKey().replace(/\D/g, '').padEnd(7, '7').slice(0, 7)];
        const number = `${prefix}${tail}${String(97 - (Number(`${prefix}${tail}`) % 97)).padStart(2, '0')}`;
        const from = { address: { street: 'Kaai 1', city: 'Gent', postcode: '9000', country: 'BE' } };
        const body = withAddress(submissionTo('BE', { route }), endpoint, { vat_id: `BE${number}` });
        const { document } = body as { document: { seller: object; invoice: object } };
        return { ...body, document: { ...document, seller: { ...document.seller, ...from } } };
      };
      const numberIn = (body: object): string =>
        (body as { document: { buyer: { vat_id: string } } }).document.buyer.vat_id.slice(2);
      const receiverOf = async (id: unknown): Promise<string> => {
        const { sealedReceiver = '' } = (await api.world.invoices.find(String(id)))!;
        return api.world.content.openText(client, sealedReceiver);
      };

      for (const route of [undefined, 'PEPPOL']) {
        const how = route ? 'with the route named' : 'without a route';
        it(`is taken in and looked up by its enterprise number, ${how}`, async () => {
          const body = belgian(route);
          registered(`0208:${numberIn(body)}`);
          const { status, json } = await submit(body);
          assert.equal(status, 202, JSON.stringify(json));
          assert.deepEqual(asked, [`0208:${numberIn(body)}`]);
          assert.equal(await receiverOf(json.id), `0208:${numberIn(body)}`);
        });

        it(`is addressed by its VAT number if it is registered only there, ${how}`, async () => {
          const body = belgian(route);
          registered(`9925:be${numberIn(body)}`);
          const { json } = await submit(body);
          assert.equal(await receiverOf(json.id), `9925:BE${numberIn(body)}`);
        });

        it(`is addressed by its enterprise number if nothing was found or told, ${how}`, async () => {
          const body = belgian(route);
          api.world.participants.lookUp = async () => ({ registered: 'unknown', reason: 'DNS ETIMEOUT' });
          const { status, json } = await submit(body);
          assert.equal(status, 202, JSON.stringify(json));
          assert.equal(await receiverOf(json.id), `0208:${numberIn(body)}`);
        });
      }

      it('is not looked up at intake if it states its address', async () => {
        const body = belgian('PEPPOL', { scheme: '0208', id: '0428759497' });
        registered('');
        assert.equal((await submit(body)).status, 202);
        assert.deepEqual(asked, []);
      });

      it('passes a dry run, which finds it under each number', async () => {
        const body = belgian('PEPPOL');
        registered(`9925:be${numberIn(body)}`);
        const { json } = await api.call('POST', '/validate', { key, body });
        const layers = json.layers as { layer: string; findings: unknown[] }[];
        assert.deepEqual(layers.find(({ layer }) => layer === 'schema')?.findings, []);
        assert.deepEqual(asked.slice(0, 2), [`0208:${numberIn(body)}`, `9925:be${numberIn(body)}`]);
      });
    });

    it('is refused for its errors before the number of look-ups counts', async () => {
      for (let n = 0; n < 31; n += 1) {
        api.world.clock.advance(100);
        await submit(onPeppol('AT'));
      }
      const { document } = onPeppol('AT') as { document: object };
      const answer = await submit({ ...submissionTo('AT'), document: { ...document, surprise: 1 } });
      assert.deepEqual([answer.status, codes(answer.json)], [422, ['EI-SCHEMA']]);
    });

    it('is refused for now if its client made 30 look-ups within a minute', async () => {
      for (let n = 0; n < 30; n += 1) {
        // A client can make twenty calls a second.
        api.world.clock.advance(100);
        assert.equal((await submit(onPeppol('AT'))).status, 422);
      }
      const answer = await submit(onPeppol('AT'));
      assert.equal(`${answer.status} ${typeOf(answer)}`, '429 rate-limited');
    });

    it('is accepted for Peppol without a look-up if the caller names that route', async () => {
      const answer = await submit({ ...onPeppol('AT', { formats: undefined }), route: 'PEPPOL' });
      assert.equal(answer.status, 202);
    });

    it('is refused with the name of the format if the chosen route does not build it', async () => {
      const body = withDocument('seller.address.country', 'FR');
      const answer = await submit({ ...body, route: null, formats: ['fa3'] });
      assert.equal(`${answer.status} ${typeOf(answer)}`, '400 bad-request');
      assert.match(String(answer.json.detail), /fa3 .* FR-PA/);
    });
  });

  describe('as a file', () => {
    it('has the sent bytes, with their hash as ETag', async () => {
      const text = JSON.stringify(submission()).replace('"document":', '"document" : ');
      const { json } = await submit(text);
      const file = await get(`/invoices/${String(json.id)}/documents/canonical`);
      const sent = JSON.stringify(submission().document);
      assert.equal(file.text, sent);
      assert.equal(file.headers.get('etag'), `"${createHash('sha256').update(sent).digest('hex')}"`);
      assert.equal(file.headers.get('content-type'), 'application/json');
      assert.equal(file.headers.get('content-disposition'), 'attachment; filename="RE-2026-0042.json"');
    });

    it('is not transferred again if the caller has it', async () => {
      const path = `/invoices/${await handIn(api, client)}/documents/canonical`;
      const etag = (await get(path)).headers.get('etag') ?? '';
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get(path, { 'if-none-match': known });
        assert.deepEqual([answer.status, answer.text], [304, '']);
      }
      assert.equal((await get(path, { 'if-none-match': '"other"' })).status, 200);
    });

    it('does not exist before it is built', async () => {
      const id = await handIn(api, client);
      for (const kind of ['xrechnung-ubl', 'manifest', 'nonsense', 'constructor'])
        assert.equal((await get(`/invoices/${id}/documents/${kind}`)).status, 404);
    });

    it('has a name that is safe in a header', async () => {
      const { json } = await submit({ ...withDocument('invoice.number', 'RE "7"/ä\r\n'), invoice_ref: 'x' });
      const file = await get(`/invoices/${String(json.id)}/documents/canonical`);
      // RFC 6266, 5: letters beyond ASCII stand in a second parameter.
      assert.equal(
        file.headers.get('content-disposition'),
        `attachment; filename="RE__7___.json"; filename*=UTF-8''RE__7__%C3%A4.json`,
      );
    });

    it('cannot be read without a master key', async () => {
      const id = await handIn(api, client);
      const { content } = api.world;
      const read = content.get.bind(content);
      content.get = () => Promise.reject(new CallFailed({ kind: 'no-master-key' }));
      const answer = await get(`/invoices/${id}/documents/canonical`);
      content.get = read;
      assert.equal(`${answer.status} ${typeOf(answer)}`, '503 no-master-key');
    });
  });

  describe('in the list', () => {
    it('is found by every filter', async () => {
      const id = await handIn(api, client, { invoice_ref: 'Order 7' });
      const today = api.world.clock.now().toISOString().slice(0, 10);
      for (const query of [
        'q=order',
        'route=DE-XRECHNUNG',
        'state=queued',
        `client=${client}`,
        `received_from=${today}`,
        `received_to=${today}`,
        'issued_from=2026-01-01&issued_to=2026-12-31',
        'due_before=2100-01-01T00:00:00Z',
      ]) {
        const { json } = await get(`/invoices?${query}`);
        assert.deepEqual([json.total, json.counts_by_state], [1, { queued: 1 }], query);
      }
      for (const query of [
        'q=other',
        'route=PEPPOL',
        'received_from=2030-01-01',
        'received_to=2020-01-01',
        'issued_from=2030-01-01',
        'issued_to=2020-01-01',
      ])
        assert.deepEqual((await get(`/invoices?${query}`)).json.data, [], query);
      for (const query of [
        'deadline_before=2100-01-01T00:00:00Z',
        'deadline_local_before=2100-01-01T00:00:00Z',
        'late_by=2100-01-01T00:00:00Z',
        'not_late_by=2020-01-01T00:00:00Z',
        'due_before=2020-01-01T00:00:00%2B02:00',
      ])
        assert.deepEqual((await get(`/invoices?${query}`)).json.data, [], query);
      assert.equal((await get('/invoices?due_before=tomorrow')).status, 400);
      const none = (await get('/invoices?state=ready')).json;
      assert.deepEqual([none.total, none.counts_by_state], [0, { queued: 1 }]);
      const [row] = (await get('/invoices')).json.data as Record<string, unknown>[];
      assert.deepEqual([row?.id, 'documents' in row!, 'issue_date' in row!], [id, false, false]);
    });

    it('is found by the end of the day where the tax office is', async () => {
      const id = await handIn(api, client);
      const record = (await api.world.invoices.find(id))!;
      const moved = {
        route: 'PL-KSEF',
        deadlineAt: new Date('2026-10-12T23:59:59.999Z'),
        version: 2,
      } as const;
      await api.world.invoices.commit({ record: { ...record, ...moved }, events: [], audit: [], files: [] });
      for (const [query, found] of [
        ['deadline_local_before=2026-10-12T21:59:59.999Z', 0],
        ['deadline_local_before=2026-10-12T22:00:00Z', 1],
        ['deadline_local_before=2026-10-13T00:00:00%2B02:00', 1],
        ['deadline_before=2026-10-12T22:00:00Z', 0],
      ] as const)
        assert.equal((await get(`/invoices?${query}`)).json.total, found, query);
      assert.equal((await get(`/invoices/${id}`)).json.deadline_local, '2026-10-12T23:59:59.999+02:00');
      assert.equal((await get('/invoices?deadline_local_before=tomorrow')).status, 400);
    });

    it('is late only after the public holidays, where the tax office is', async () => {
      const id = await handIn(api, client);
      const record = (await api.world.invoices.find(id))!;
      // The eleventh, Independence Day, is a Wednesday.
      const moved = {
        route: 'PL-KSEF',
        deadlineAt: new Date('2026-11-11T23:59:59.999Z'),
        version: 2,
      } as const;
      await api.world.invoices.commit({ record: { ...record, ...moved }, events: [], audit: [], files: [] });
      for (const [query, found] of [
        ['late_by=2026-11-12T22:59:59.999Z', 0],
        ['late_by=2026-11-12T23:00:00Z', 1],
        ['late_by=2026-11-13T00:00:00%2B01:00', 1],
        ['late_by=2026-11-20T00:00:00Z&deadline_local_before=2026-11-11T00:00:00Z', 0],
        ['late_by=2026-11-12T00:00:00Z&deadline_local_before=2026-11-20T00:00:00Z', 0],
        ['late_by=2026-11-20T00:00:00Z&deadline_local_before=2026-11-20T00:00:00Z', 1],
        ['not_late_by=2026-11-12T22:59:59.999Z', 1],
        ['not_late_by=2026-11-12T23:00:00Z', 0],
        ['not_late_by=2026-11-11T00:00:00Z&deadline_local_before=2026-11-12T00:00:00Z', 1],
        ['not_late_by=2026-11-11T00:00:00Z&deadline_local_before=2026-11-11T00:00:00Z', 0],
      ] as const)
        assert.equal((await get(`/invoices?${query}`)).json.total, found, query);
      const { deadline_local: local, late_after: late } = (await get(`/invoices/${id}`)).json;
      assert.deepEqual([local, late], ['2026-11-11T23:59:59.999+01:00', '2026-11-12T23:59:59.999+01:00']);
    });

    it('comes in pages, newest first; a page past the end is the last one', async () => {
      const ids: string[] = [];
      for (let made = 0; made < 27; made += 1) ids.push(await handIn(api, client));
      const page = async (query: string) => (await get(`/invoices?${query}`)).json;
      const first = await page('');
      assert.deepEqual(
        [first.total, first.page, first.page_size, (first.data as unknown[]).length],
        [27, 1, 25, 25],
      );
      assert.equal((first.data as { id: string }[])[0]?.id, ids.at(-1));
      const last = await page('page=9');
      assert.deepEqual(
        [last.page, (last.data as { id: string }[]).map(({ id }) => id)],
        [2, [ids[1], ids[0]]],
      );
      assert.equal(((await page('sort=oldest')).data as { id: string }[])[0]?.id, ids[0]);
    });
  });

  it('counts in the series, which has zeros for all other days and routes', async () => {
    await handIn(api, client);
    const { json } = await get('/invoices/series?days=3&route=DE-XRECHNUNG,PEPPOL');
    const rows = json.data as { date: string; route: string; received: number; rejected: number }[];
    assert.deepEqual([json.days, rows.length], [3, 6]);
    const today = api.world.clock.now().toISOString().slice(0, 10);
    assert.deepEqual(
      rows.filter(({ received }) => received > 0),
      [{ date: today, route: 'DE-XRECHNUNG', received: 1, rejected: 0 }],
    );
    assert.deepEqual(
      rows.map(({ date }) => date),
      [...rows.map(({ date }) => date)].sort(),
    );
    assert.equal(((await get('/invoices/series')).json.data as unknown[]).length, 150);
  });
});

const codes = (json: Record<string, unknown>): unknown[] =>
  ((json.errors ?? []) as { code: string }[]).map(({ code }) => code);

/** Totals of the ERP would be wrong, too. */
function withRate(percent: number, number: string): Record<string, unknown> {
  const body = withDocument('invoice.number', number);
  body['erp_totals'] = undefined;
  const { lines } = body.document as { lines: Record<string, unknown>[] };
  for (const line of lines) line.vat_rate = percent;
  return body;
}
