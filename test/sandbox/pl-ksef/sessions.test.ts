import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { until } from '../../support/until.ts';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { invoice, today } from './invoices.ts';
import { codeOf, encryptedFor, Ksef, type OpenSession, SELLER } from './ksef.ts';

const UNKNOWN = '20261121-SO-0000000000-0000000000-00';

describe('sessions at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    ksef = await Ksef.loggedIn(sandbox.url);
  });
  after(() => sandbox.stop());

  const closed = async (...xmls: readonly string[]): Promise<OpenSession> => {
    const session = await ksef.open();
    for (const xml of xmls) await ksef.sent(session, xml);
    assert.equal((await ksef.close(session)).status, 204);
    return session;
  };
  const upoOf = async (session: OpenSession): Promise<string> => {
    const { upo } = await ksef.finished(session);
    const { text } = await ksef.call(
      'GET',
      `/sessions/${session.reference}/upo/${upo?.pages[0]?.referenceNumber}`,
    );
    return text;
  };

  it('are open for twelve hours', async () => {
    const session = await ksef.open();
    const { json } = await ksef.call('GET', `/sessions/${session.reference}`);
    assert.deepEqual(json['status'], { code: 100, description: 'Sesja interaktywna otwarta' });
    const hours =
      (Date.parse(String(json['validUntil'])) - Date.parse(String(json['dateCreated']))) / 3_600_000;
    assert.equal(Math.round(hours), 12);
  });

  for (const [title, changed] of [
    ['another form', { formCode: { systemCode: 'FA (2)', schemaVersion: '1-0E', value: 'FA' } }],
    [
      'the form of a Peppol provider',
      { formCode: { systemCode: 'PEF (3)', schemaVersion: '2-1', value: 'PEF' } },
    ],
    ['no form', { formCode: undefined }],
    ['no encryption', { encryption: undefined }],
    [
      'an initialization vector of another length',
      { encryption: { encryptedSymmetricKey: 'AAAA', initializationVector: 'AAAA' } },
    ],
  ] as const)
    it(`are refused with ${title}: 21405`, async () => {
      assert.equal(codeOf(await ksef.open((body) => ({ ...body, ...changed }))), 21405);
    });

  it('are refused with the id of a key for something else: 21470', async () => {
    const { publicKeyId } = await ksef.publicKey('KsefTokenEncryption');
    const answer = await ksef.open(({ encryption, ...body }) => ({
      ...body,
      encryption: { ...(encryption as object), publicKeyId },
    }));
    assert.equal(codeOf(answer), 21470);
  });

  it('open if their key cannot be unwrapped, fail a step later (415), and accept no more', async () => {
    const { key } = await ksef.publicKey('KsefTokenEncryption');
    const session = await ksef.open(({ encryption, ...body }) => {
      const { initializationVector } = encryption as { initializationVector: string };
      return {
        ...body,
        encryption: { encryptedSymmetricKey: encryptedFor(key, Buffer.alloc(32)), initializationVector },
      };
    });
    assert.equal(session.status, 201);
    assert.equal((await ksef.finished(session)).status.code, 415);
    assert.equal(codeOf(await ksef.send(session, invoice('S-0'))), 21180);
    assert.equal(codeOf(await ksef.close(session)), 21180);
  });

  it('accept no more once they are closed, and end with one receipt', async () => {
    const session = await closed(invoice('S-1'), invoice('S-2'), '<nothing/>');
    assert.equal(codeOf(await ksef.send(session, invoice('S-3'))), 21180);
    assert.equal(codeOf(await ksef.close(session)), 21180);
    const finished = await ksef.finished(session);
    assert.equal(finished.status.code, 200);
    assert.deepEqual(
      [finished['invoiceCount'], finished['successfulInvoiceCount'], finished['failedInvoiceCount']],
      [3, 2, 1],
    );
    const upo = await upoOf(session);
    assert.deepEqual(upo.match(/<NumerFaktury>[^<]*/g), ['<NumerFaktury>S-1', '<NumerFaktury>S-2']);
  });

  it('are cancelled without an invoice (440), and fail without an accepted one (445)', async () => {
    assert.equal((await ksef.finished(await closed())).status.code, 440);
    assert.equal((await ksef.finished(await closed('<nothing/>'))).status.code, 445);
  });

  it('are visible to their own NIP only, in every call', async () => {
    const session = await ksef.open();
    const other = await Ksef.loggedIn(sandbox.url, 'a-token', '7352765225');
    for (const one of [
      other.call('GET', `/sessions/${session.reference}`),
      ksef.call('GET', `/sessions/${UNKNOWN}`),
    ])
      assert.equal(codeOf(await one), 21173);
    assert.equal(codeOf(await other.send(session, invoice('S-4'))), 21173);
    assert.equal(codeOf(await other.close(session)), 21173);
  });

  it('are listed by type and state, newest first', async () => {
    const one = await Ksef.loggedIn(sandbox.url, 'another-token', '1111111111');
    const [first, second] = [await one.open(), await one.open()];
    await one.close(first);
    await one.finished(first);
    const listed = async (query: string): Promise<unknown> => {
      const { json } = await one.call('GET', `/sessions?${query}`);
      return (json['sessions'] as { referenceNumber: string }[]).map((each) => each.referenceNumber);
    };
    assert.deepEqual(await listed('sessionType=Online'), [second.reference, first.reference]);
    assert.deepEqual(await listed('sessionType=Online&statuses=Cancelled'), [first.reference]);
    assert.deepEqual(await listed('sessionType=Batch'), []);
    assert.equal(codeOf(await one.call('GET', '/sessions')), 21405);
  });

  it('list their invoices page by page, and those that failed', async () => {
    const session = await ksef.open();
    for (let n = 1; n <= 11; n += 1) await ksef.sent(session, n === 5 ? '<nothing/>' : invoice(`S-5-${n}`));
    const path = `/sessions/${session.reference}/invoices`;
    const first = await ksef.call('GET', path);
    const token = String(first.json['continuationToken']);
    const second = await ksef.call('GET', path, undefined, { headers: { 'x-continuation-token': token } });
    const ordinals = [first, second].flatMap(({ json }) =>
      (json['invoices'] as { ordinalNumber: number }[]).map((each) => each.ordinalNumber),
    );
    assert.deepEqual(ordinals, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    assert.equal(second.json['continuationToken'], undefined);
    await ksef.close(session);
    await ksef.finished(session);
    const failed = await ksef.call('GET', `${path}/failed`);
    assert.deepEqual(
      (failed.json['invoices'] as { ordinalNumber: number }[]).map((each) => each.ordinalNumber),
      [5],
    );
    assert.equal(codeOf(await ksef.call('GET', `${path}?pageSize=5`)), 21405);
    const headers = { 'x-continuation-token': 'nonsense' };
    assert.equal(codeOf(await ksef.call('GET', path, undefined, { headers })), 21418);
  });

  describe('receipts', () => {
    it('of an invoice are the same by reference, number and link, with their hash in a header', async () => {
      const session = await ksef.open();
      const xml = invoice('U-1');
      const reference = await ksef.sent(session, xml);
      const { ksefNumber, upoDownloadUrl = '' } = await ksef.ended(session, reference);
      const path = `/sessions/${session.reference}/invoices`;
      const one = await ksef.call('GET', `${path}/${reference}/upo`);
      const other = await ksef.call('GET', `${path}/ksef/${ksefNumber}/upo`);
      const linked = await fetch(upoDownloadUrl);
      assert.equal(other.text, one.text);
      assert.equal(await linked.text(), one.text);
      for (const { headers } of [one, other, linked])
        assert.equal(headers.get('x-ms-meta-hash'), createHash('sha256').update(one.text).digest('base64'));
      const hash = createHash('sha256').update(xml).digest('base64');
      assert.ok(one.text.includes(`<SkrotDokumentu>${hash}</SkrotDokumentu>`));
    });

    it('are refused with 21178 if there is none yet, or none for this object', async () => {
      const session = await ksef.open();
      const failed = await ksef.sent(session, '<nothing/>');
      await ksef.ended(session, failed);
      for (const path of [
        `invoices/${failed}/upo`,
        `invoices/ksef/${SELLER}-20261121-000000000000-00/upo`,
        `upo/20261121-EU-0000000000-0000000000-00`,
      ])
        assert.equal(codeOf(await ksef.call('GET', `/sessions/${session.reference}/${path}`)), 21178);
    });

    it('are not returned by a changed or expired link', async () => {
      const session = await closed(invoice('U-2'));
      const { upo } = await ksef.finished(session);
      const link = new URL(upo?.pages[0]?.downloadUrl ?? '');
      assert.equal((await fetch(link)).status, 200);
      link.searchParams.set('se', '2026-01-01T00:00:00.000Z');
      assert.equal((await fetch(link)).status, 403);
    });

    describeByReference('beside the published schema', () => {
      it('conform to the schema, for an invoice and for a session', async () => {
        const file = join(REFERENCE_DATA, 'routes/data/ksef-xsd/upo-v4-3.xsd');
        const schema = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(file)));
        const session = await ksef.open();
        const reference = await ksef.sent(
          session,
          invoice('U-3 & <more>'.replace('&', '&amp;').replace('<', '&lt;')),
        );
        await ksef.ended(session, reference);
        await ksef.close(session);
        const one = await ksef.call('GET', `/sessions/${session.reference}/invoices/${reference}/upo`);
        for (const upo of [one.text, await upoOf(session)]) schema.validate(XmlDocument.fromString(upo));
      });
    });
  });

  describe('queries', () => {
    const asked = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
      subjectType: 'Subject1',
      dateRange: { dateType: 'Issue', from: `${today()}T00:00:00Z` },
      ...more,
    });
    const numbers = async (body: unknown, query = ''): Promise<readonly string[]> => {
      const { json } = await ksef.call('POST', `/invoices/query/metadata${query}`, body);
      return (json['invoices'] as { invoiceNumber: string }[]).map((each) => each.invoiceNumber);
    };

    it('find an invoice by seller and number, with the hash of its file, once it is stored', async () => {
      const session = await ksef.open();
      const xml = invoice('Q-1');
      const { ksefNumber } = await ksef.endOf(session, xml);
      await until(async () => (await numbers(asked({ invoiceNumber: 'Q-1' }))).length > 0, 'it is stored');
      const { json } = await ksef.call(
        'POST',
        '/invoices/query/metadata',
        asked({ sellerNip: SELLER, invoiceNumber: 'Q-1', invoiceTypes: ['Vat'], formType: 'FA' }),
      );
      const [found] = json['invoices'] as Record<string, unknown>[];
      assert.equal(found?.['ksefNumber'], ksefNumber);
      assert.equal(found?.['invoiceHash'], createHash('sha256').update(xml).digest('base64'));
      assert.deepEqual([found?.['netAmount'], found?.['vatAmount'], found?.['grossAmount']], [100, 23, 123]);
      const file = await ksef.call('GET', `/invoices/ksef/${ksefNumber}`);
      assert.equal(file.text, xml);
      const buyer = await Ksef.loggedIn(sandbox.url, 'a-token', '7352765225');
      assert.equal((await buyer.call('GET', `/invoices/ksef/${ksefNumber}`)).text, xml);
      const stranger = await Ksef.loggedIn(sandbox.url, 'a-token', '1111111111');
      assert.equal(codeOf(await stranger.call('GET', `/invoices/ksef/${ksefNumber}`)), 21164);
    });

    it('find an invoice by its day of issue in Poland, at any hour', async () => {
      const session = await ksef.open();
      await ksef.endOf(session, invoice('Q-DAY'));
      const now = new Date().toISOString();
      const within = asked({ invoiceNumber: 'Q-DAY', dateRange: { dateType: 'Issue', from: now, to: now } });
      await until(async () => (await numbers(within)).length > 0, 'it is stored');
      assert.deepEqual(await numbers(within), ['Q-DAY']);
    });

    it('find an invoice only after its acceptance, by the requested number of steps', async () => {
      await jsonOf(`${sandbox.url}/ksef/sandbox/options`, {
        ...posted({ metadata_lag_steps: 4_000 }),
        method: 'PUT',
      });
      const { ksefNumber } = await ksef.endOf(await ksef.open(), invoice('Q-2'));
      assert.equal(codeOf(await ksef.call('GET', `/invoices/ksef/${ksefNumber}`)), 21165);
      assert.deepEqual(await numbers(asked({ invoiceNumber: 'Q-2' })), []);
      await jsonOf(`${sandbox.url}/ksef/sandbox/options`, {
        ...posted({ metadata_lag_steps: 1 }),
        method: 'PUT',
      });
    });

    for (const [title, body, code] of [
      ['no subject', { subjectType: undefined }, 21405],
      ['no range', { dateRange: undefined }, 21405],
      [
        'more than 100 days',
        { dateRange: { dateType: 'Issue', from: '2026-01-01T00:00:00Z', to: '2026-04-11T00:00:01Z' } },
        21405,
      ],
      [
        'a beginning in the future',
        {
          dateRange: {
            dateType: 'PermanentStorage',
            from: '2099-01-01T00:00:00Z',
            restrictToPermanentStorageHwmDate: true,
          },
        },
        21183,
      ],
    ] as const)
      it(`are refused with ${title}: ${code}`, async () => {
        assert.equal(codeOf(await ksef.call('POST', '/invoices/query/metadata', asked(body))), code);
      });

    it('need the right to read', async () => {
      const other = await Ksef.loggedIn(sandbox.url, 't-NOREAD');
      assert.equal((await other.call('POST', '/invoices/query/metadata', asked())).status, 403);
    });
  });

  it('state their limits', async () => {
    assert.equal((await ksef.call('GET', '/rate-limits')).status, 200);
    const { json } = await ksef.call('GET', '/limits/context');
    assert.equal((json['onlineSession'] as { maxInvoices: number }).maxInvoices, 10_000);
    assert.deepEqual(json['collectiveIdentifier'], { maxInvoices: 500 });
    const subject = await ksef.call('GET', '/limits/subject');
    assert.deepEqual(subject.json['enrollment'], { maxEnrollments: 300 });
    assert.deepEqual(subject.json['certificate'], { maxCertificates: 100 });
  });

  it('confirm to everyone with the code of an invoice that it exists', async () => {
    const xml = invoice('K-1');
    const { ksefNumber } = await ksef.endOf(await ksef.open(), xml);
    const hash = createHash('sha256').update(xml).digest('base64url');
    const [year, month, day] = today().split('-');
    const page = (date: string): Promise<Response> =>
      fetch(`${sandbox.url}/ksef/qr/invoice/${SELLER}/${date}/${hash}`);
    const issued = `${day}-${month}-${year}`;
    await until(async () => (await page(issued)).status === 200, 'it is stored');
    assert.ok((await (await page(issued)).text()).includes(String(ksefNumber)));
    assert.equal((await page(`${day}-${month}-2001`)).status, 404);
  });

  it('warn on request, and have members outside the description', async () => {
    const headers = { 'X-Test-System-Warning': '[1]: soon' };
    const { headers: answered, json } = await ksef.call('POST', '/auth/challenge', undefined, { headers });
    assert.equal(answered.get('x-system-warning'), '[1]: soon');
    assert.ok('sandboxNote' in json);
  });
});
