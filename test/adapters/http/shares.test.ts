import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { ShareDocument } from '../../../src/application/sharing/share-document.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { exampleText } from '../../support/example-file.ts';
import { newIdempotencyKey, withDocument } from './bodies.ts';
import { type Answer, handIn, RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

describe('a link for one reader', () => {
  let api: RunningApi;
  let key: string;
  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  afterEach(() => api.stop());

  const share = (subject: string, body?: object): Promise<Answer> =>
    api.call('POST', `/${subject}/share`, { key, ...(body && { body }) });
  const pathIn = ({ json }: Answer): string => new URL(String(json.url)).pathname;
  const refuse = async (number = 'RE-2026-0042'): Promise<string> => {
    const sample = withDocument('payment.iban', 'DE00');
    const { invoice, ...rest } = sample.document as { readonly invoice: object };
    const document = { ...rest, invoice: { ...invoice, number } };
    const body = { ...sample, client: 'acme', route: 'DE-XRECHNUNG', document };
    const { json } = await api.call('POST', '/invoices', { key, idempotencyKey: newIdempotencyKey(), body });
    return String(json.refusal_id);
  };

  it('opens report and page of a refused submission without a key', async () => {
    const made = await share(`refusals/${await refuse()}`);
    assert.equal(made.status, 201);
    const { status, text, headers } = await api.call('GET', pathIn(made));
    assert.equal(status, 200);
    for (const part of [
      'Not taken',
      'Invoice RE-2026-0042 needs one correction',
      'EI-ID-IBAN',
      'payment.iban',
      'You</strong> correct it',
    ])
      assert.ok(text.includes(part), part);
    const german = await api.call('GET', pathIn(made), { headers: { 'accept-language': 'de' } });
    assert.match(
      german.text,
      /<h1>Rechnung <span class="unbroken">RE-2026-0042:<\/span> /,
      'the mark stays with it',
    );
    assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
    assert.match(text, /<meta name="robots" content="noindex/);
    assert.deepEqual(
      [headers.get('cache-control'), headers.get('referrer-policy')],
      ['private, no-store', 'no-referrer'],
    );
    const page = await api.call('GET', `${pathIn(made)}/page`);
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'application/pdf']);
    assert.equal(page.headers.get('cache-control'), 'private, no-store');
  });

  it('does not take a word of its heading for the number', async () => {
    const made = await share(`refusals/${await refuse('Rechnung')}`);
    const { text } = await api.call('GET', pathIn(made), { headers: { 'accept-language': 'de' } });
    assert.match(text, /<h1>Rechnung <span class="unbroken">Rechnung:<\/span> eine Korrektur nötig<\/h1>/);
  });

  it('has the note that its maker wrote for the reader, as words of a person', async () => {
    const note = 'Please <b>ask</b> the buyer & call me.';
    const subject = `refusals/${await refuse()}`;
    const made = await share(subject, { note });
    assert.equal(made.status, 201);
    const [stored] = await api.world.shares.list({ client: 'acme', at: api.world.clock.now(), limit: 9 });
    assert.doesNotMatch(JSON.stringify(stored), /call me/);
    assert.doesNotMatch(JSON.stringify(made.json), /call me/);
    const { text } = await api.call('GET', pathIn(made));
    assert.match(text, /Note for you<\/h2><p>Please &lt;b&gt;ask&lt;\/b&gt; the buyer &amp; call me\.<\/p>/);
    const { text: without } = await api.call('GET', pathIn(await share(subject)));
    assert.doesNotMatch(without, /Note for you/);
    for (const wrong of ['', 'x'.repeat(1001), 1, null])
      assert.equal((await share(subject, { note: wrong })).status, 400, JSON.stringify(wrong));
  });

  const receive = async (body: string): Promise<string> => {
    const { json } = await api.call('POST', '/received?route=PEPPOL', {
      key,
      idempotencyKey: newIdempotencyKey(),
      headers: { 'content-type': 'application/xml' },
      body,
    });
    return String(json.id);
  };

  it('opens report and page of a received invoice, for which its reader has no deadline to send', async () => {
    const made = await share(`received/${await receive(exampleText('xrechnung-ubl.xml'))}`);
    assert.equal(made.status, 201);
    const { status, text } = await api.call('GET', pathIn(made));
    assert.equal(status, 200);
    assert.match(text, /<h1>Invoice <span class="unbroken">RE-2026-/);
    assert.doesNotMatch(text, /Must be sent by/);
    const page = await api.call('GET', `${pathIn(made)}/page`);
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'application/pdf']);
  });

  it('names the sender as who acts on a received invoice, whoever acts on one that the reader sends', async () => {
    const id = await receive(exampleText('xrechnung-ubl.xml'));
    const record = (await api.world.received.find(id))!;
    const finding = { severity: 'error', source: 'EN 16931', message: 'Wrong.' } as const;
    const errors: readonly Finding[] = [
      { ...finding, code: 'BR-DE-15', whoFixes: 'erp' },
      { ...finding, code: 'BR-CO-16', whoFixes: 'us', senderCanFix: true },
    ];
    const failed = { ...record, state: 'validation_failed', errors, version: record.version + 1 } as const;
    await api.world.received.commit({ record: failed, events: [], audit: [], files: [] });
    const { text } = await api.call('GET', `${pathIn(await share(`received/${id}`))}?lang=de`);
    assert.deepEqual(text.match(/<dt>Wer handelt<\/dt><dd>.*?<\/dd>/g), [
      '<dt>Wer handelt</dt><dd><strong>Der Absender</strong></dd>',
      '<dt>Wer handelt</dt><dd><strong>Der Absender</strong></dd>',
    ]);
    assert.match(text, /<span class="pill bad">.{1,60}<\/span>Prüfung nicht bestanden<\/span>/);
    assert.match(text, /<p class="note">Die Rechnung, wie ihr Absender sie geschrieben hat\.<\/p>/);
  });

  it('says who has accepted an invoice: the network, or the buyer', async () => {
    const id = await handIn(api, 'acme');
    const record = (await api.world.invoices.find(id))!;
    const told = { ...record, state: 'accepted', route: 'PL-KSEF', version: record.version + 1 } as const;
    await api.world.invoices.commit({ record: told, events: [], audit: [], files: [] });
    const made = await share(`invoices/${id}`);
    const { text } = await api.call('GET', `${pathIn(made)}?lang=de`);
    assert.match(text, /class="pill mute">Angenommen durch KSeF</);
    const answered = { ...told, buyerStatus: 'accepted', version: told.version + 1 } as const;
    await api.world.invoices.commit({ record: answered, events: [], audit: [], files: [] });
    const { text: later } = await api.call('GET', `${pathIn(made)}?lang=de`);
    assert.match(later, /class="pill mute">Antwort des Käufers: nimmt sie an</);
  });

  for (const [path, value, ring] of [
    [
      'payment.iban',
      'DE00',
      /<h3>[^<]+<\/h3><dl class="[^"]+"><div class="ring" lang="en">.{1,60}aria-label="Finding 1">1<\/b> [\w ]+ \(<span class="label">BT-84<\/span>\)<\/dt>/,
    ],
    ['seller.vat_id', '281457638', /<div class="ring"><b[^>]*>1<\/b> <p class="small">/],
    ['lines.0.unit_price', '-5', /<tr class="ring"><td class="\w+"[^>]*><b[^>]*>1<\/b>/],
  ] as const)
    it(`rings the place of a finding on the invoice, with the number of its card: ${path}`, async () => {
      const body = { ...withDocument(path, value), client: 'acme', route: 'DE-XRECHNUNG' };
      const call = { key, idempotencyKey: newIdempotencyKey(), body };
      const { json } = await api.call('POST', '/invoices', call);
      const { text } = await api.call('GET', pathIn(await share(`refusals/${String(json.refusal_id)}`)));
      assert.match(text.slice(text.indexOf('<article class="paper"')), ring);
    });

  const failing = async (errors: readonly Finding[], state: 'rejected' | 'dead_letter' = 'rejected') => {
    const id = await handIn(api, 'acme', { route: 'DE-XRECHNUNG' });
    const record = (await api.world.invoices.find(id))!;
    const failed = { ...record, state, errors, version: record.version + 1 } as const;
    await api.world.invoices.commit({ record: failed, events: [], audit: [], files: [] });
    return (await api.call('GET', `${pathIn(await share(`invoices/${id}`))}?lang=de`)).text;
  };
  const wrong = { severity: 'error', source: 'validator', message: 'Wrong.' } as const;

  it('rings a term with its name, and nothing for a finding that is about no term of the invoice', async () => {
    const missing = await failing([{ ...wrong, code: 'BR-DE-15', term: 'BT-10', whoFixes: 'erp' }]);
    const ring = /<div class="ring"[^]*?<\/div>/.exec(missing)![0];
    assert.match(
      ring,
      /lang="de" aria-label="Befund 1">1<\/b> Käuferreferenz \(<span class="label">BT-10<\/span>\)<\/dt>/,
    );
    const lost = await failing(
      [{ ...wrong, code: 'EI-ROUTE-UNAVAILABLE', whoFixes: 'route' }],
      'dead_letter',
    );
    assert.doesNotMatch(lost, /class="ring"/);
    assert.equal(lost.match(/EI-ROUTE-UNAVAILABLE<\/code>/g)?.length, 1, 'its code stands in its card');
  });

  const ROUTE = { ...wrong, code: 'EI-ROUTE-UNAVAILABLE', whoFixes: 'route' } as const;
  const ERP = { ...wrong, code: 'BR-DE-15', whoFixes: 'erp' } as const;
  const US = { ...wrong, code: 'EI-SEND-UNKNOWN', whoFixes: 'us' } as const;
  for (const [errors, says, state] of [
    [[ROUTE], 'nichts zu korrigieren, das Netz handelt'],
    [[US], 'nichts zu korrigieren, der Betreiber handelt'],
    [
      [{ ...wrong, code: 'EI-CREDENTIAL-MISSING', whoFixes: 'client' }],
      'nichts zu korrigieren, Ihr Administrator handelt',
    ],
    [[{ ...wrong, code: 'EI-BUYER', whoFixes: 'buyer' }], 'nichts zu korrigieren, der Käufer handelt'],
    [[ROUTE, US], 'nichts zu korrigieren'],
    [[{ ...ROUTE, senderCanFix: true }], 'nichts zu korrigieren, Sie handeln', 'dead_letter'],
    [[ERP], 'eine Korrektur nötig', 'dead_letter'],
    [[{ ...ROUTE, senderCanFix: true }], 'eine Korrektur nötig'],
    [[{ ...wrong, code: 'EI-BUYER-REFUSED', whoFixes: 'business' }], 'eine Korrektur nötig'],
    [[{ ...wrong, code: 'EI-UNKNOWN' }], 'eine Korrektur nötig'],
    [[ROUTE, ERP], 'eine Korrektur nötig'],
    [[ERP, ROUTE, ERP], '2\u00a0Korrekturen nötig'],
  ] as const satisfies readonly (readonly [readonly Finding[], string, 'dead_letter'?])[])
    it(`has a heading that agrees with who acts: ${errors.map((one) => one.code).join(', ')}, ${state ?? 'rejected'}: ${says}`, async () => {
      const text = await failing(errors, state);
      assert.equal(/<h1>Rechnung <span class="unbroken">[^<]+<\/span> ([^<]*)<\/h1>/.exec(text)?.[1], says);
    });

  it('has the head and the captions of the page in the console', async () => {
    const made = await share(`invoices/${await handIn(api, 'acme', { route: 'DE-XRECHNUNG' })}`);
    const { text } = await api.call('GET', pathIn(made));
    assert.match(text, /<p>\w+<br \/><strong>[^<]+<\/strong><\/p><\/header>/);
    for (const caption of ['Positionen', 'Umsatzsteuer'])
      assert.match(text, new RegExp(`<h3>${caption}</h3>`));
  });

  it('breaks a long address behind its @, and an account number between its groups', async () => {
    const body = { ...withDocument('lines.0.unit_price', '-5'), client: 'acme', route: 'DE-XRECHNUNG' };
    const { json } = await api.call('POST', '/invoices', { key, idempotencyKey: newIdempotencyKey(), body });
    const { text } = await api.call('GET', pathIn(await share(`refusals/${String(json.refusal_id)}`)));
    assert.match(
      text,
      /<span class="label">E-Mail:<\/span>\u00a0<span class="address">erika@<wbr \/>muster-werkstatt\.example<\/span>/,
    );
    assert.match(text, /<dd>DE\d\d\u00a0(?:<wbr \/>\d{4}\u00a0){4}<wbr \/>\d\d<\/dd>/);
  });

  it('has the hint below what is wrong, once, and no line for what is missing', async () => {
    const id = await handIn(api, 'acme', { route: 'DE-XRECHNUNG' });
    const record = (await api.world.invoices.find(id))!;
    const hint = 'Enter the Leitweg-ID.';
    const finding: Finding = {
      ...{ code: 'BR-DE-15', severity: 'error', source: 'XRECHNUNG', fixHint: hint, whoFixes: 'erp' },
      ...{ message: `It is missing. ${hint}`, term: 'BT-10', location: { xpath: '/Invoice', line: 2 } },
    };
    const failed = { state: 'validation_failed', errors: [finding], version: record.version + 1 } as const;
    await api.world.invoices.commit({ record: { ...record, ...failed }, events: [], audit: [], files: [] });
    const { text } = await api.call('GET', pathIn(await share(`invoices/${id}`)));
    const card = /<section class="card[^]*?<\/section>/.exec(text)![0];
    assert.match(card, /class="what">It is missing\.<[^]*<p>Enter the Leitweg-ID\.<\/p>/);
    assert.match(card, /<dd>Buyer reference \(BT-10\)<\/dd>/);
    assert.match(text, /<dt>Route<\/dt><dd>XRechnung<\/dd>/);
  });

  for (const [whoFixes, says] of [
    ['erp', /<strong>Sie<\/strong> korrigieren das im ERP/],
    ['route', /<dd><strong>Sie<\/strong><\/dd>/],
  ] as const)
    it(`tells the reader to correct the ERP only if the ERP is wrong: ${whoFixes}`, async () => {
      const id = await handIn(api, 'acme', { route: 'DE-XRECHNUNG' });
      const record = (await api.world.invoices.find(id))!;
      const finding: Finding = {
        ...{
          code: 'EI-PEPPOL-UNREACHABLE',
          severity: 'error',
          source: 'PEPPOL',
          message: 'No.',
          term: 'BT-49',
        },
        ...{ fixHint: 'Ask the receiver.', whoFixes, senderCanFix: true },
      };
      const failed = { state: 'rejected', errors: [finding], version: record.version + 1 } as const;
      await api.world.invoices.commit({ record: { ...record, ...failed }, events: [], audit: [], files: [] });
      const { text } = await api.call('GET', `${pathIn(await share(`invoices/${id}`))}?lang=de`);
      const card = /<section class="card[^]*?<\/section>/.exec(text)![0];
      assert.match(card, says);
      assert.match(card, /<dd>Elektronische Adresse des Käufers \(BT-49\)<\/dd>/);
      assert.match(text, /<dt>Route<\/dt><dd>XRechnung<\/dd>/);
    });

  it('has each id on one line, and room for a long number beside a name', async () => {
    const id = await handIn(api, 'acme', { route: 'DE-XRECHNUNG' });
    const record = (await api.world.invoices.find(id))!;
    const finding: Finding = {
      ...{ code: 'EI-SCHEMA', severity: 'error', source: 'validator' },
      message: 'It begins without a country (BR-CO-09)',
    };
    const failed = { state: 'rejected', errors: [finding], version: record.version + 1 } as const;
    await api.world.invoices.commit({ record: { ...record, ...failed }, events: [], audit: [], files: [] });
    const { text } = await api.call('GET', `${pathIn(await share(`invoices/${id}`))}?lang=de`);
    assert.match(text, /\(<span class="label">BR-CO-09<\/span>\)<\/h2>/);
    assert.match(
      text,
      /<footer class="foot">Übernommen: /,
      'taken in: the word for what the buyer does is another',
    );
  });

  it('prints without its buttons, with the number of the invoice and the addresses of links', async () => {
    const { text } = await api.call('GET', pathIn(await share(`refusals/${await refuse()}`)));
    assert.match(text, /<p class="running">Report about RE-2026-0042<\/p>/);
    const style = /@media print {.*/s.exec(text)![0];
    for (const part of ['.top { display: none; }', "content: ' (' attr(href) ')'", '@page { margin: 15mm'])
      assert.ok(style.includes(part) || text.includes(part), part);
  });

  it('names the hash and the time of the document at its foot, and runs the script of its button alone', async () => {
    const { text, headers } = await api.call('GET', pathIn(await share(`refusals/${await refuse()}`)));
    const foot = /<footer class="foot">(.*?)<\/footer>/s.exec(text)![1]!;
    assert.match(
      foot,
      /^Taken in \d+ \w+ \d{4}, \d\d:\d\d CES?T · SHA-256 of the document <code>[0-9a-f]{64}<\/code>$/,
    );
    const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script!);
    const hash = createHash('sha256').update(scripts[0]!).digest('base64');
    assert.equal(scripts.length, 1);
    assert.ok(headers.get('content-security-policy')!.includes(`script-src 'sha256-${hash}';`));
    const built = await api.call('GET', pathIn(await share(`invoices/${await handIn(api, 'acme')}`)));
    assert.match(built.text, /<footer class="foot">Taken in /);
  });

  it('has the times of where the tax office of the route is', async () => {
    const id = await handIn(api, 'acme');
    const record = (await api.world.invoices.find(id))!;
    const there = { route: 'PL-KSEF', deadlineAt: new Date('2026-10-02T23:59:59.999Z') } as const;
    const moved = { ...record, ...there, version: record.version + 1 };
    await api.world.invoices.commit({ record: moved, events: [], audit: [], files: [] });
    const { text } = await api.call('GET', pathIn(await share(`invoices/${id}`)));
    for (const part of [
      /until \d+ \w+ \d{4}, \d\d:\d\d CES?T\./,
      /<dd>\d+ \w+ \d{4}, 23:59 CES?T</,
      />Taken in .*? CES?T</,
    ])
      assert.match(text, part);
    assert.doesNotMatch(text, /\d UTC/);
  });

  it('has those of the seller’s country over a route without a tax office, also of what was not taken', async () => {
    const id = await handIn(api, 'acme');
    assert.equal((await api.world.invoices.find(id))!.route, 'DE-XRECHNUNG');
    for (const subject of [`invoices/${id}`, `refusals/${await refuse()}`]) {
      const { text } = await api.call('GET', `${pathIn(await share(subject))}?lang=de`);
      assert.match(text, /bis \d+\. \w+ \d{4}, \d\d:\d\d MES?Z/, subject);
      assert.doesNotMatch(text, /\d UTC/, subject);
    }
  });

  it('names number, parties, date and amount of an invoice, and asks for no payment', async () => {
    const id = await handIn(api, 'acme');
    const { text } = await api.call('GET', pathIn(await share(`invoices/${id}`)));
    const { invoiceNumber } = (await api.world.invoices.find(id))!;
    for (const part of [
      invoiceNumber!,
      '<dt>From</dt>',
      '<dt>To</dt>',
      '<dt>Issued</dt>',
      '<dt>Amount</dt>',
      'Waits to be sent',
    ])
      assert.ok(text.includes(part), part);
    assert.doesNotMatch(text, /<img|<svg[^>]*qr/i);
  });

  it('writes the amount as its reader does, whatever the language of the invoice is', async () => {
    const path = pathIn(await share(`invoices/${await handIn(api, 'acme')}`));
    const amounts = await Promise.all(
      ['en', 'de', 'pl'].map(async (language) => {
        const { text } = await api.call('GET', `${path}?lang=${language}`);
        return /<dt>[^<]+<\/dt><dd>([\d.,\s]+)\sEUR<\/dd>/.exec(text)?.[1];
      }),
    );
    assert.deepEqual(
      amounts.map((amount) => amount?.replaceAll(/\s/g, ' ')),
      ['1,197.32', '1.197,32', '1 197,32'],
    );
  });

  it('ends after its days, and at once when it is revoked', async () => {
    const id = await handIn(api, 'acme');
    const [short, long] = [await share(`invoices/${id}`, { days: 2 }), await share(`invoices/${id}`)];
    assert.equal((await share(`invoices/${id}`, { days: 8 })).status, 400);
    api.world.clock.advance(2 * 86_400_000);
    assert.equal((await api.call('GET', pathIn(short))).status, 404);
    assert.equal((await api.call('GET', pathIn(long))).status, 200);
    assert.equal((await api.call('POST', `/shares/${String(long.json.id)}/revoke`, { key })).status, 200);
    const ended = await api.call('GET', pathIn(long), { headers: { accept: 'text/html' } });
    assert.deepEqual([ended.status, ended.text.includes('no longer')], [404, true]);
    assert.equal((await api.call('GET', `${pathIn(long)}/page`)).status, 404);
  });

  const statusOf = async (link: Answer): Promise<number> => (await api.call('GET', pathIn(link))).status;
  const idOf = async (made: string): Promise<string> =>
    (await api.world.keys.findByHash(api.world.digests.sha256(made)))!.id;
  const setStage = (stage: string): Promise<Answer> =>
    api.call('PUT', '/clients/acme/profile', { key: OPERATOR_KEY, body: { stage } });
  const listed = async (path = '/shares'): Promise<readonly Record<string, unknown>[]> =>
    (await api.call('GET', path, { key })).json.data as Record<string, unknown>[];

  it('ends with the key that made it, and with one above that key', async () => {
    const subject = `invoices/${await handIn(api, 'acme')}`;
    const body = { client: 'acme', scopes: ['read'], label: 'colleagues' };
    const minted = await api.call('POST', '/keys', { key, body });
    const [byChild, byParent] = [
      await api.call('POST', `/${subject}/share`, { key: String(minted.json.key) }),
      await share(subject),
    ];
    assert.deepEqual([await statusOf(byChild), await statusOf(byParent)], [200, 200]);
    const reader = await api.world.clientKey('acme', ['read']);
    await api.call('POST', `/keys/${await idOf(key)}/revoke`, { key: OPERATOR_KEY });
    assert.deepEqual([await statusOf(byChild), await statusOf(byParent)], [404, 404]);
    assert.equal((await api.call('GET', `${pathIn(byChild)}/page`)).status, 404);
    assert.deepEqual((await api.call('GET', '/shares', { key: reader })).json.data, []);
  });

  it('ends with OPERATOR_KEY if that made it', async () => {
    const subject = `invoices/${await handIn(api, 'acme')}`;
    const link = await api.call('POST', `/${subject}/share`, { key: OPERATOR_KEY });
    assert.equal(await statusOf(link), 200);
    for (const operatorKey of ['another-operator-of-tests', undefined]) {
      const shares = new ShareDocument({
        ...api.world,
        operatorKey,
        admitCall: { admitLink: async () => undefined },
      });
      await assert.rejects(shares.open(pathIn(link).split('/')[2]!), CallFailed);
    }
  });

  for (const stage of ['suspended', 'closed'])
    it(`ends for good when its client is ${stage}, which makes no other`, async () => {
      const subject = `invoices/${await handIn(api, 'acme')}`;
      const link = await share(subject);
      await setStage(stage);
      assert.deepEqual([await statusOf(link), (await share(subject)).status], [404, 403]);
      const byOperator = await api.call('POST', `/${subject}/share`, { key: OPERATOR_KEY });
      assert.equal(byOperator.status, 403);
      assert.deepEqual(await listed(), []);
      await setStage('live');
      api.world.clock.advance(1);
      assert.deepEqual([await statusOf(link), await statusOf(await share(subject))], [404, 200]);
    });

  it('is listed with document, maker, end and last read while it works', async () => {
    const id = await handIn(api, 'acme');
    const body = { client: 'acme', scopes: ['read'], label: 'colleagues' };
    const minted = await api.call('POST', '/keys', { key, body });
    const made = await api.call('POST', `/invoices/${id}/share`, { key: String(minted.json.key) });
    api.world.clock.advance(1000);
    const readAt = api.world.clock.now().toISOString();
    await statusOf(made);
    const { url: _url, ...shown } = made.json;
    const row = { ...shown, made_by: minted.json.id, made_by_label: 'colleagues', last_read_at: readAt };
    assert.deepEqual(await listed(), [row]);
    const other = await api.world.clientKey('other');
    assert.deepEqual((await api.call('GET', '/shares', { key: other })).json.data, []);
    const revoked = await share(`invoices/${id}`);
    await api.call('POST', `/shares/${String(revoked.json.id)}/revoke`, { key });
    assert.deepEqual(await listed(), [row]);
    api.world.clock.advance(7 * 86_400_000);
    assert.deepEqual(await listed(), []);
  });

  it('is listed page by page', async () => {
    const subject = `invoices/${await handIn(api, 'acme')}`;
    const ids: string[] = [];
    for (let made = 0; made < 101; made += 1) {
      api.world.clock.advance(100);
      ids.unshift(String((await share(subject)).json.id));
    }
    const first = await api.call('GET', '/shares', { key });
    const next = await listed(`/shares?after=${String(first.json.next)}`);
    const rows = [...(first.json.data as Record<string, unknown>[]), ...next];
    assert.deepEqual([first.json.truncated, rows.map(({ id }) => id)], [true, ids]);
    assert.equal((await api.call('GET', '/shares?after=1.x', { key })).status, 400);
  });

  it('is refused if it has another form', async () => {
    for (const path of ['/share/1./page', '/share/999.99'])
      assert.equal((await api.call('GET', path)).status, 400);
  });

  it('needs its whole secret, which is stored nowhere', async () => {
    const made = await share(`invoices/${await handIn(api, 'acme')}`);
    const path = pathIn(made);
    const wrong = path.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    assert.equal((await api.call('GET', wrong)).status, 404);
    const kept = await api.world.shares.find(String(made.json.id));
    assert.doesNotMatch(JSON.stringify(kept), new RegExp(path.split('.')[1]!));
    assert.ok(!JSON.stringify(api.world.logged).includes(path.split('.')[1]!), 'nor logged');
  });

  it('is in the audit log: made, opened once a day, revoked', async () => {
    const made = await share(`invoices/${await handIn(api, 'acme')}`);
    for (let times = 0; times < 3; times += 1) await api.call('GET', pathIn(made));
    await api.call('POST', `/shares/${String(made.json.id)}/revoke`, { key });
    const rows = await api.world.audit.recent({ client: 'acme', limit: 50 });
    const about = rows.filter(({ action }) => action.startsWith('share_'));
    assert.deepEqual(about.map(({ action, times }) => [action, times]).sort(), [
      ['share_made', undefined],
      ['share_opened', 3],
      ['share_revoked', undefined],
    ]);
  });

  it('shows hostile texts as texts', async () => {
    const number = '"><script>alert(1)</script>';
    const body = { ...withDocument('seller.name', number), client: 'acme', erp_totals: { total_vat: '1' } };
    const refused = await api.call('POST', '/invoices', {
      key: OPERATOR_KEY,
      idempotencyKey: newIdempotencyKey(),
      body,
    });
    const made = await share(`refusals/${String(refused.json.refusal_id)}`);
    const { text, status } = await api.call('GET', pathIn(made));
    assert.deepEqual(
      [status, text.includes('<script>alert'), text.includes('&lt;script&gt;')],
      [200, false, true],
    );
  });
});
