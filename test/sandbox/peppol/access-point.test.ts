import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeByReference, REFERENCE_DATA } from '../../support/reference-data.ts';
import { aSandbox, jsonOf, type TestSandbox } from '../running.ts';
import { BILLING, BILLING_PROCESS, CREDIT_NOTES, envelope, invoice, TOKEN } from './sending.ts';

type Report = Record<string, unknown>;

describe('the access point of the sandbox, as phase4', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());

  const sendSbd = (body: string, headers: Record<string, string> = TOKEN): Promise<Response> =>
    fetch(`${sandbox.url}/peppol/ap/sendsbdh`, { method: 'POST', headers, body });
  const reportOn = async (body: string): Promise<Report> => (await (await sendSbd(body)).json()) as Report;
  const sendPlain = (
    body: string,
    segments: Partial<Record<'receiver' | 'type' | 'country', string>> = {},
  ) => {
    const { receiver = 'iso6523-actorid-upis::9930:de123456789', type = `busdox-docid-qns::${BILLING}` } =
      segments;
    const path = ['9930:de987654321', receiver, type, BILLING_PROCESS, segments.country ?? 'DE'];
    const url = `${sandbox.url}/peppol/ap/sendas4/${path.map(encodeURIComponent).join('/')}`;
    return fetch(url, { method: 'POST', headers: TOKEN, body }).then((answer) =>
      answer.json(),
    ) as Promise<Report>;
  };
  const documentsOf = async (number: string): Promise<Report[]> => {
    const { data } = await jsonOf(`${sandbox.url}/control/documents?route=PEPPOL`);
    return (data as Report[]).filter((document) => document['number'] === number);
  };

  it('answers a ping', async () => {
    assert.equal(await (await fetch(`${sandbox.url}/peppol/ap/phase4ping`)).text(), 'pong');
  });

  for (const [title, headers, body, status] of [
    ['400 without a token', {}, '<a/>', 400],
    ['403 with an empty token', { 'X-Token': '' }, '<a/>', 403],
    ['403 with a refused token', { 'X-Token': 'x-REFUSED' }, '<a/>', 403],
    ['400 without a body', TOKEN, '', 400],
    ['200 with anything else, also with no XML', TOKEN, 'not xml', 200],
  ] as const)
    it(`answers ${title}`, async () => assert.equal((await sendSbd(body, headers)).status, status));

  it('delivers a StandardBusinessDocument and stores it under the identifier of the caller', async () => {
    const instanceIdentifier = randomUUID();
    const report = await reportOn(envelope(invoice('R-1'), { instanceIdentifier }));
    assert.equal(report['overallSuccess'], true, JSON.stringify(report));
    assert.equal(report['sendingResult'], 'SUCCESS');
    assert.equal(report['sbdhInstanceIdentifier'], instanceIdentifier);
    assert.match(String(report['as4ReceivedSignalMsg']), /<eb:Receipt><ebbp:NonRepudiationInformation>/);
    const [document, ...others] = await documentsOf('R-1');
    assert.deepEqual(others, []);
    assert.equal(document?.['identity'], instanceIdentifier);
    assert.equal(document?.['as4_message_id'], report['as4MessageId']);
    assert.equal(document?.['sha256'], createHash('sha256').update(invoice('R-1')).digest('hex'));
  });

  it('answers a known InstanceIdentifier as a receiver with phoss-ap does, and stores the document once', async () => {
    const twice = envelope(invoice('R-2'));
    assert.equal((await reportOn(twice))['overallSuccess'], true);
    const second = await reportOn(twice);
    assert.equal(second['overallSuccess'], false);
    assert.equal(second['sendingResult'], 'AS4_ERROR_MESSAGE_RECEIVED');
    const [error] = second['as4ResponseErrors'] as Report[];
    assert.equal(error?.['errorCode'], 'EBMS:0004');
    assert.match(String(error?.['errorDetails']), /^Rejecting duplicate SBDH instance '[0-9a-f-]{36}'$/);
    assert.match(String(second['as4ReceivedSignalMsg']), /Rejecting duplicate SBDH instance/);
    assert.equal((await documentsOf('R-2')).length, 1);
  });

  it('accepts one of many that arrive at once under one InstanceIdentifier', async () => {
    const body = envelope(invoice('R-3'));
    const reports = await Promise.all(Array.from({ length: 8 }, () => reportOn(body)));
    assert.equal(reports.filter((report) => report['overallSuccess']).length, 1);
    assert.equal((await documentsOf('R-3')).length, 1);
  });

  it('assigns an identifier to each plain document, so a second call is a second document', async () => {
    const [first, second] = [await sendPlain(invoice('R-4')), await sendPlain(invoice('R-4'))];
    assert.notEqual(first['sbdhInstanceIdentifier'], second['sbdhInstanceIdentifier']);
    assert.equal((await documentsOf('R-4')).length, 2);
  });

  it('decodes the path once', async () => {
    const twice = await sendPlain(invoice('R-5'), { type: encodeURIComponent(BILLING) });
    assert.match(
      String((twice['sendingException'] as Report)['message']),
      /Failed to parse the document type ID/,
    );
  });

  for (const [title, segments, body, message] of [
    ['a receiver of no known scheme', { receiver: '9999:1' }, invoice('P-1'), /receiving participant ID/],
    [
      'an e-mail address as receiver',
      { receiver: 'EM:a@b.example' },
      invoice('P-1'),
      /receiving participant ID/,
    ],
    ['a country in words', { country: 'Germany' }, invoice('P-1'), /country/],
    [
      'a credit note type for an invoice',
      { type: CREDIT_NOTES },
      invoice('P-1'),
      /not what the document type ID says/,
    ],
    ['another BT-24', {}, invoice('P-1').replace('billing:3.0<', 'billing:4.0<'), /CustomizationID/],
    ['what is no XML', {}, '<Invoice>', /as XML/],
    ['XML without a namespace', {}, '<Invoice/>', /with a namespace/],
    ['an envelope that is not allowed here', {}, envelope(invoice('P-1')), /StandardBusinessDocument/],
  ] as const)
    it(`reports the error in ${title}, and sends nothing`, async () => {
      const report = await sendPlain(body, segments);
      assert.equal(report['overallSuccess'], false);
      assert.equal(report['sendingResult'], undefined);
      assert.match(String((report['sendingException'] as Report | undefined)?.['message']), message);
      assert.deepEqual(await documentsOf('P-1'), []);
    });

  for (const [id, from, to] of [
    ['no-sbd', 'StandardBusinessDocumentHeader', 'Header'],
    [
      'invalid-sbd-xml',
      /(<InstanceIdentifier>[0-9a-f-]{36}<\/InstanceIdentifier>)(<Type>\w+<\/Type>)/,
      '$2$1',
    ],
    ['invalid-sbd-xml', /(<Identifier>busdox-docid-qns<\/Identifier>)(<\/Scope>)/, '$1<Type>x</Type>$2'],
    ['invalid-header-version', '<HeaderVersion>1.0', '<HeaderVersion>1.3'],
    ['invalid-sender-authority', 'Authority="iso6523-actorid-upis">9930:de987', 'Authority="x">9930:de987'],
    ['invalid-receiver-value', '9930:de123456789</Identifier>', '9930 de123456789</Identifier>'],
    ['missing-document-type-identifier', 'DOCUMENTID', 'DOCUMENT'],
    ['invalid-document-type-identifier', 'busdox-docid-qns<', 'busdox<'],
    ['missing-process-identifier', 'PROCESSID', 'PROCESS'],
    ['invalid-process-identifier', 'cenbii-procid-ubl<', 'cenbii<'],
    ['missing-country-c1', 'COUNTRY_C1', 'COUNTRY'],
    ['invalid-country-c1', '>DE</InstanceIdentifier>', '>de</InstanceIdentifier>'],
    ['invalid-standard', '<Standard>urn:oasis', '<Standard>urn:unknown'],
    ['invalid-type-version', '<TypeVersion>2.1', '<TypeVersion>2.2'],
    ['invalid-type', '<Type>Invoice<', '<Type>CreditNote<'],
    ['invalid-instance-identifier', /<InstanceIdentifier>[0-9a-f-]{36}/, '<InstanceIdentifier>4711'],
    ['invalid-creation-date-time', '08:00:00Z', '08:00:00'],
    ['missing-business-message', /<Invoice[^]*<\/Invoice>/, ''],
  ] as const)
    it(`refuses an envelope with ${id}`, async () => {
      const broken = envelope(invoice('S-1')).replaceAll(
        from instanceof RegExp ? new RegExp(from, 'g') : from,
        to,
      );
      const report = await reportOn(broken);
      assert.match(
        String((report['sbdhParsingException'] as Report | undefined)?.['message']),
        new RegExp(`^\\[${id}\\]`),
      );
      assert.equal(report['overallSuccess'], false);
      assert.deepEqual(await documentsOf('S-1'), []);
    });

  const DNS = /SMPDNSResolutionException$/;
  const SMP = /Phase4SMPException$/;
  for (const [ending, receiver, result, exception, message, cause] of [
    ['', '9930:de123450404', undefined, DNS, /is not registered/, undefined],
    ['-NOTREG', '9930:de123456789', undefined, DNS, /is not registered/, undefined],
    ['', '9930:de123450408', undefined, DNS, /^Technical DNS failure/, undefined],
    ['', '9930:de123450414', 'TRANSPORT_ERROR', SMP, / - server error$/, undefined],
    ['', '9930:de123450503', 'TRANSPORT_ERROR_NO_RETRY', SMP, /\)$/, /SMPClientHttpException.*503/],
    ['', '9930:de123450310', 'TRANSPORT_ERROR', SMP, /\)$/, /redirects again/],
    [
      '',
      '9930:de123450410',
      'TRANSPORT_ERROR',
      SMP,
      /failed to select endpoint from ServiceMetadata$/,
      undefined,
    ],
    [
      '',
      '9930:de123450495',
      'TRANSPORT_ERROR_NO_RETRY',
      /Phase4PeppolException$/,
      /certificate is not valid/,
      undefined,
    ],
  ] as const)
    it(`sends nothing to ${receiver}${ending && ` if the number ends ${ending}`}, and reports why`, async () => {
      const report = await reportOn(envelope(invoice(`L-1${ending}`), { receiver }));
      assert.equal(report['overallSuccess'], false);
      assert.equal(report['sendingResult'], result);
      const thrown = report['sendingException'] as { class: string; message: string; stackTrace: string };
      assert.match(thrown.class, exception);
      assert.match(thrown.message, message);
      if (cause) assert.match(thrown.stackTrace, new RegExp(`^==> \\[1\\] caused by .*${cause.source}`, 'm'));
      else assert.doesNotMatch(thrown.stackTrace, /caused by/i);
      assert.deepEqual(await documentsOf(`L-1${ending}`), []);
    });

  it('sends invoices, but no credit notes, to a receiver that ends 0381; and through one redirect', async () => {
    const receiver = '9930:de123450381';
    assert.equal((await reportOn(envelope(invoice('L-2'), { receiver })))['overallSuccess'], true);
    const note = invoice('L-3')
      .replaceAll('Invoice-2', 'CreditNote-2')
      .replace(/Invoice xmlns/, 'CreditNote xmlns')
      .replace('</Invoice>', '</CreditNote>');
    const report = await reportOn(envelope(note, { receiver, documentType: CREDIT_NOTES }));
    assert.match(String((report['sendingException'] as Report)['message']), /server error/);
    const redirected = await reportOn(envelope(invoice('L-4'), { receiver: '9930:de123450302' }));
    assert.equal(redirected['overallSuccess'], true);
  });
});

describe('a magic ending at the access point of the sandbox', () => {
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());

  /** Sends one document several times. Lists the outcome of each: a result, a status or a broken connection. */
  async function tries(number: string, times: number): Promise<{ came: string[]; received: number }> {
    const body = envelope(invoice(number));
    const came: string[] = [];
    for (let n = 0; n < times; n += 1)
      came.push(
        await fetch(`${sandbox.url}/peppol/ap/sendsbdh`, { method: 'POST', headers: TOKEN, body }).then(
          inShort,
          () => 'broken',
        ),
      );
    const { data } = await jsonOf(`${sandbox.url}/control/documents`);
    return { came, received: (data as Report[]).filter((document) => document['number'] === number).length };
  }

  async function inShort(answer: Response): Promise<string> {
    if (answer.status !== 200) return `${answer.status} ${answer.headers.get('retry-after') ?? ''}`.trim();
    const report = (await answer.json()) as Report;
    const [error] = (report['as4ResponseErrors'] ?? []) as Report[];
    return String(
      error?.['errorDetails'] === 'PEPPOL:NOT_SERVICED'
        ? 'NOT_SERVICED'
        : /^Rejecting duplicate/.test(String(error?.['errorDetails']))
          ? 'known'
          : (error?.['errorCode'] ?? report['sendingResult']),
    );
  }

  for (const [ending, came, received] of [
    ['', ['SUCCESS', 'known'], 1],
    ['-SUSPEND', ['SUCCESS'], 1],
    ['-reject', ['SUCCESS'], 1],
    ['-REJECT-1', ['SUCCESS'], 1],
    ['-REJECT', ['NOT_SERVICED', 'NOT_SERVICED'], 0],
    ['-DUPLICATE', ['EBMS:4001', 'EBMS:4001'], 0],
    ['-TIMEOUT', ['broken', 'known'], 1],
    ['-LOST', ['500', 'known'], 1],
    ['-5XX', ['503', '503', '503'], 0],
    ['-5XX-ONCE', ['503', 'SUCCESS'], 1],
    ['-LIMIT', ['429 2', 'SUCCESS'], 1],
    ['-HTML', ['502', 'SUCCESS'], 1],
    ['-NOSIGNAL', ['NO_SIGNAL_MESSAGE_RECEIVED', 'known'], 1],
    ['-MLSRE', ['SUCCESS'], 1],
  ] as const)
    it(`${ending || '(none)'}: ${came.join(', then ')}`, async () => {
      const result = await tries(`M-1${ending}`, came.length);
      assert.deepEqual(result, { came, received });
    });

  it('-SLOW takes ten steps more', async () => {
    const slow = await aSandbox({ stepMs: 30 });
    const startedAt = Date.now();
    await fetch(`${slow.url}/peppol/ap/sendsbdh`, {
      method: 'POST',
      headers: TOKEN,
      body: envelope(invoice('M-2-SLOW')),
    });
    assert.ok(Date.now() - startedAt >= 11 * 30 - 5, `${Date.now() - startedAt} ms`);
    await slow.stop();
  });
});

describeByReference('a sending report of the sandbox', () => {
  const RECORDED = join(REFERENCE_DATA, 'routes/data/peppol/recorded');
  const recorded = (name: string): Report => JSON.parse(readFileSync(join(RECORDED, name), 'utf8')) as Report;
  let sandbox: TestSandbox;
  before(async () => (sandbox = await aSandbox()));
  after(() => sandbox.stop());

  const post = (path: string, body: string): Promise<Report> =>
    jsonOf(`${sandbox.url}/peppol/${path}`, { method: 'POST', headers: TOKEN, body }) as Promise<Report>;
  const to = (receiver: string, number = 'E-1') => envelope(invoice(number), { receiver });
  const plainTo = (receiver: string): string =>
    `ap/sendas4/${['9930:de987654321', receiver, BILLING, BILLING_PROCESS, 'DE'].map(encodeURIComponent).join('/')}`;

  const SUBMIT = 'phoss-ap/api/outbound/submit-sbd';
  for (const [file, path, body] of [
    ['phase4-standalone/success.json', 'ap/sendsbdh', to('9930:de123456789')],
    ['phase4-standalone/not-serviced.json', 'ap/sendsbdh', to('9930:de123456789', 'E-2-REJECT')],
    ['phase4-standalone/no-signal.json', 'ap/sendsbdh', to('9930:de123456789', 'E-3-NOSIGNAL')],
    ['phase4-standalone/certificate-revoked.json', 'ap/sendsbdh', to('9930:de123450495')],
    ['phase4-standalone/not-registered.json', 'ap/sendsbdh', to('9930:de123450404')],
    ['phase4-standalone/dns-technical.json', 'ap/sendsbdh', to('9930:de123450408')],
    ['phase4-standalone/smp-404.json', plainTo('9930:de123450414'), invoice('E-4')],
    ['phase4-standalone/no-endpoint.json', plainTo('9930:de123450410'), invoice('E-4')],
    ['phase4-standalone/smp-503.json', 'ap/sendsbdh', to('9930:de123450503')],
    ['phoss-ap/submit-200.json', SUBMIT, to('9930:de123456789', 'E-5')],
    ['phoss-ap/submit-422-not-serviced.json', SUBMIT, to('9930:de123456789', 'E-6-REJECT')],
    ['phoss-ap/submit-422-certificate.json', SUBMIT, to('9930:de123450495')],
    ['phoss-ap/submit-422-not-registered.json', SUBMIT, to('9930:de123450404')],
    ['phoss-ap/submit-422-dns-technical.json', SUBMIT, to('9930:de123450408')],
    ['phoss-ap/submit-422-smp-404.json', SUBMIT, to('9930:de123450414')],
    ['phoss-ap/submit-422-no-endpoint.json', SUBMIT, to('9930:de123450410')],
    ['phoss-ap/submit-422-smp-503.json', SUBMIT, to('9930:de123450503')],
  ] as const)
    it(`has the members of ${file}, with those types and in that order`, async () => {
      const wanted = recorded(file);
      const report = await post(path, body);
      const shape = (of: Report): unknown =>
        Object.entries(of).map(([name, value]) => `${name} ${typeof value}`);
      assert.deepEqual(shape(report), shape(wanted));
      for (const same of ['sendingResult', 'sendingSuccess', 'overallSuccess', 'as4ResponseError'])
        assert.equal(report[same], wanted[same], same);
    });

  it('of phoss-ap shows transactions with the recorded members', async () => {
    const wanted = recorded('phoss-ap/status-sent.json');
    const [first] = (await jsonOf(`${sandbox.url}/peppol/phoss-ap/api/ops/outbound/history`, {
      headers: TOKEN,
    })) as unknown as Report[];
    assert.deepEqual(Object.keys(first ?? {}), Object.keys(wanted));
  });
});
