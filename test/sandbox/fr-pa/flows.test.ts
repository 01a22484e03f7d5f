import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readFrr } from '../../../src/adapters/rails/fr-pa/frr.ts';
import { signatureOf } from '../../../src/sandbox/fr-pa/webhooks.ts';
import { examplePdf } from '../../../scripts/docs/example-pdfs.ts';
import { hybridDraft } from '../../support/pdf/hybrid.ts';
import { HYBRID_LINES, HYBRID_XML } from '../../support/pdf/invoice-xml.ts';
import { until } from '../../support/until.ts';
import { aSandbox, jsonOf, posted, type TestSandbox } from '../running.ts';
import { BUYER, invoice, Platform, SELLER } from './platform.ts';
import { whileTimeStands } from '../../support/standing-time.ts';

describe('flows on the French platform of the sandbox', () => {
  let sandbox: TestSandbox;
  let platform: Platform;
  let pdfs: readonly Uint8Array[];
  before(async () => {
    // Drawn before the first call: that may block this process for longer than the server keeps an idle connection.
    const plain = hybridDraft({ xml: HYBRID_XML, lines: HYBRID_LINES }).build();
    pdfs = [await examplePdf('fr-facturx'), plain, Buffer.from('%PDF-1.7')];
    sandbox = await aSandbox();
    platform = await Platform.loggedIn(sandbox.url);
  });
  after(() => sandbox.stop());

  it('accepts an invoice, which is pending and then ok, with a later time', async () => {
    const answer = await platform.submit(invoice('F-1'), { trackingId: 'mine-1' });
    assert.equal(answer.status, 202);
    const taken = (await answer.json()) as Record<string, string>;
    assert.equal(taken['trackingId'], 'mine-1');
    assert.equal(taken['sha256'], createHash('sha256').update(invoice('F-1')).digest('hex'));
    const flow = await platform.acknowledged(String(taken['flowId']));
    assert.equal(flow.acknowledgement.status, 'Ok');
    assert.ok(flow.updatedAt > String(taken['submittedAt']));
    const { data } = await jsonOf(`${sandbox.url}/control/documents?route=FR-PA`);
    assert.deepEqual(
      (data as Record<string, unknown>[]).map(({ number, tracking_id }) => [number, tracking_id]),
      [['F-1', 'mine-1']],
    );
  });

  it('derives a report of sales with the rule B2C or B2BInt: each holds all of its decade, and has a verdict', async () => {
    const net = '<cbc:TaxExclusiveAmount currencyID="EUR">100.00</cbc:TaxExclusiveAmount>';
    const sale = (number: string) => invoice(number).replace('<cbc:TaxInclusiveAmount', `${net}$&`);
    const seller = await Platform.loggedIn(sandbox.url, 'reported');
    for (const [number, processingRule] of [
      ['D-1', 'B2C'],
      ['D-2', 'B2BInt'],
      ['D-3', 'B2B'],
    ] as const)
      assert.equal((await seller.submit(sale(number), { processingRule })).status, 202);
    const flows = async (flowType: string) => (await seller.search({ flowType: [flowType] })).results;
    await until(
      async () => (await flows('StateTransactionReportLC')).length === 2,
      'both verdicts',
      60_000,
      20,
    );
    const reports = await flows('StateTransactionReport');
    const texts = await Promise.all(reports.map(({ flowId }) => seller.original(flowId)));
    const figures = texts.map((xml) => {
      const { period, figures: own } = readFrr(Buffer.from(xml))!;
      return [/<TypeCode>(\w\w)</.exec(xml)?.[1], period.first, period.last, own];
    });
    assert.deepEqual(figures.sort(), [
      ['IN', '2026-11-11', '2026-11-20', { count: 1, net: '100.00', vat: '20.00' }],
      ['RE', '2026-11-11', '2026-11-20', { count: 2, net: '200.00', vat: '40.00' }],
    ]);
  });

  for (const [infoType, status] of [
    ['text/plain', 202],
    ['application/xml', 400],
  ] as const)
    it(`answers ${status} to flowInfo as ${infoType}`, async () => {
      const answer = await platform.submit(invoice(`F-${status}`), {}, 'application/xml', infoType);
      assert.equal(answer.status, status, await answer.text());
    });

  it('reads the number of the invoice in a Factur-X file, deflated or not; another PDF has none', async () => {
    for (const [at, file] of pdfs.entries()) {
      const info = { flowSyntax: 'Factur-X', trackingId: `fx-${at}` };
      const answer = await platform.submit(new Uint8Array(file), info, 'application/pdf');
      const { flowId } = (await answer.json()) as { flowId: string };
      assert.equal((await platform.acknowledged(flowId)).acknowledgement.status, 'Ok');
    }
    const { data } = await jsonOf(`${sandbox.url}/control/documents?route=FR-PA`);
    const numbers = (data as Record<string, unknown>[])
      .filter(({ tracking_id }) => String(tracking_id).startsWith('fx-'))
      .map(({ number }) => number);
    assert.deepEqual(numbers.toSorted(), ['', 'F-2026-2102', 'R-2026-17']);
  });

  it('returns the submitted bytes', async () => {
    const flowId = await platform.taken('F-2');
    const answer = await platform.call(`flow-service/v1/flows/${flowId}?docType=Original`);
    assert.match(answer.headers.get('content-disposition') ?? '', /attachment/);
    assert.equal(await answer.text(), invoice('F-2'));
  });

  for (const [title, info, status] of [
    ['a name left out', { name: undefined }, 400],
    ['another syntax', { flowSyntax: 'EDI' }, 400],
    ['another processing rule', { processingRule: 'B2X' }, 400],
    ['a long tracking id', { trackingId: 'x'.repeat(65) }, 400],
    ['another fingerprint', { sha256: '0'.repeat(64) }, 422],
    ['a PDF that is XML', { flowSyntax: 'Factur-X' }, 422],
  ] as const)
    it(`refuses ${title} with ${status}`, async () => {
      const answer = await platform.submit(invoice('F-3'), info);
      assert.equal(answer.status, status);
      assert.equal(typeof ((await answer.json()) as Record<string, unknown>)['errorCode'], 'string');
    });

  it('refuses a body that is no multipart form or no XML, and a call without a token', async () => {
    const path = 'flow-service/v1/flows';
    assert.equal((await platform.call(path, { method: 'POST', body: 'x' })).status, 400);
    assert.equal((await platform.submit('no xml')).status, 422);
    assert.equal((await fetch(`${platform.base}/${path}`, { method: 'POST' })).status, 401);
  });

  for (const [title, first, second] of [
    ['the same bytes', invoice('F-4'), invoice('F-4')],
    ['the same number of one seller and year', invoice('F-5'), invoice('F-5').replace('11-20', '11-21')],
  ] as const)
    it(`acknowledges ${title} as a duplicate`, async () => {
      await platform.submit(first);
      const { flowId } = (await (await platform.submit(second)).json()) as { flowId: string };
      const { acknowledgement } = await platform.acknowledged(flowId);
      assert.deepEqual(
        acknowledgement.details?.map(({ reasonCode }) => reasonCode),
        ['AlreadyExistingFlow'],
      );
    });

  it('acknowledges a file that breaks its schema as an error', async () => {
    const broken = invoice('F-6').replace('<cbc:ID>', '<cbc:Id/><cbc:ID>');
    const { flowId } = (await (await platform.submit(broken)).json()) as { flowId: string };
    const { acknowledgement } = await platform.acknowledged(flowId);
    assert.equal(acknowledgement.details?.[0]?.reasonCode, 'InvalidSchema');
  });

  it('acknowledges a file of another syntax than its flow states as an error', async () => {
    const { flowId } = (await (await platform.submit(invoice('F-6b'), { flowSyntax: 'CII' })).json()) as {
      flowId: string;
    };
    const { acknowledgement } = await platform.acknowledged(flowId);
    assert.equal(acknowledgement.details?.[0]?.reasonCode, 'FlowTypeError');
  });

  it('finds flows that match all criteria, in pages', async () => {
    const other = await Platform.loggedIn(sandbox.url, 'a-searcher');
    for (const n of [1, 2, 3])
      await other.acknowledged(await other.taken(`F-7-${n}`, { trackingId: `t${n}` }));
    const one = await other.search({ trackingId: 't2', flowDirection: ['Out', 'In'], ackStatus: 'Ok' });
    assert.deepEqual(
      one.results.map(({ trackingId }) => trackingId),
      ['t2'],
    );
    assert.deepEqual((await other.search({ trackingId: 't2', ackStatus: 'Error' })).results, []);
    const first = await other.search({ flowDirection: ['Out'] }, { limit: 2 });
    const rest = await other.search({ flowDirection: ['Out'] }, { limit: 2, cursor: first.nextCursor });
    assert.deepEqual([first.results.length, rest.results.length, rest.nextCursor], [2, 1, undefined]);
    const last = rest.results[0]!.updatedAt;
    assert.deepEqual((await other.search({ flowDirection: ['Out'], updatedAfter: last })).results, []);
  });

  for (const [title, body] of [
    ['no criterion', { where: {} }],
    ['an unknown criterion', { where: { flowId: 'x' } }],
    ['more than a hundred', { where: { trackingId: 'x' }, limit: 101 }],
    ['an unknown cursor', { where: { trackingId: 'x' }, cursor: 'x' }],
  ] as const)
    it(`refuses a search with ${title}`, async () => {
      const init = { method: 'POST', body: JSON.stringify(body) };
      assert.equal((await platform.call('flow-service/v1/flows/search', init)).status, 400);
    });

  it("answers 404 to another client's flow, and to another organisation's", async () => {
    const flowId = await platform.taken('F-8');
    const other = await Platform.loggedIn(sandbox.url, 'another-client');
    assert.equal((await other.call(`flow-service/v1/flows/${flowId}`)).status, 404);
    const headers = { 'Organization-Id': 'another' };
    assert.equal((await platform.call(`flow-service/v1/flows/${flowId}`, { headers })).status, 404);
  });

  it('has no pages and short ids before version 1.3', async () => {
    const old = await Platform.loggedIn(sandbox.url, 'an-old-client', '/1.1');
    for (const n of [1, 2]) await old.taken(`F-9-${n}`);
    const page = await old.search({ flowDirection: ['Out'] }, { limit: 1 });
    assert.deepEqual([page.results.length, page.nextCursor], [1, undefined]);
    assert.equal((await old.submit(invoice('F-9-3'), { trackingId: 'x'.repeat(37) })).status, 400);
  });

  it('refuses a secret that ends -REFUSED, and lets a token expire', async () => {
    assert.equal((await platform.token('a-client', 'secret-REFUSED'))['error'], 'invalid_client');
    await whileTimeStands(async (forwardMs) => {
      const short = await Platform.loggedIn(sandbox.url, 'client-SHORT');
      assert.equal((await short.call('flow-service/v1/healthcheck')).status, 200);
      forwardMs(4000);
      assert.equal((await short.call('flow-service/v1/webhooks')).status, 401);
    });
  });

  /** The callbacks of a platform to a client. */
  async function listening(clientId: string) {
    const came: { readonly body: string; readonly signature: unknown; readonly timestamp: unknown }[] = [];
    const receiver = createServer((request, response) => {
      void buffer(request).then((bytes) => {
        const { 'afnor-signature': signature, 'afnor-signature-timestamp': timestamp } = request.headers;
        came.push({ body: bytes.toString(), signature, timestamp });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const client = await Platform.loggedIn(sandbox.url, clientId);
    const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const body = JSON.stringify({ callbackUrl, flowDirection: 'Out' });
    const answer = await client.call('flow-service/v1/webhooks', { method: 'POST', body });
    const { signingKey = '', webhookId = '' } = (await answer.json()) as Record<string, string>;
    const flows = (): readonly string[] =>
      came.map(({ body: told }) => (JSON.parse(told) as { flowId: string }).flowId);
    return { came, flows, client, signingKey, webhookId, stop: () => receiver.close() };
  }

  it('calls back with a signature over body and time', async () => {
    const { came, flows, client, signingKey, webhookId, stop } = await listening('a-listener');
    const flowId = await client.taken('F-10');
    await until(() => came.length > 0, 'the callback');
    stop();
    const [call] = came;
    assert.deepEqual(flows(), [flowId]);
    assert.equal(call?.signature, signatureOf(call?.body ?? '', String(call?.timestamp), signingKey));
    const removed = await client.call(`flow-service/v1/webhooks/${webhookId}`, { method: 'DELETE' });
    assert.equal(removed.status, 204);
    const { count } = (await (await client.call('flow-service/v1/webhooks')).json()) as { count: number };
    assert.equal(count, 0);
  });

  it('calls back twice and out of order if the client id asks for it', async () => {
    const { came, flows, client, signingKey, stop } = await listening('a-REPEATING-listener');
    const first = await client.taken('F-10-A');
    await until(() => came.length >= 2, 'both callbacks');
    const second = await client.taken('F-10-B');
    await until(() => came.length >= 5, 'three more');
    stop();
    assert.deepEqual(flows(), [first, first, second, second, first]);
    for (const { body, signature, timestamp } of came)
      assert.equal(signature, signatureOf(body, String(timestamp), signingKey));
  });

  it('delivers an invoice of a supplier', async () => {
    const url = `${sandbox.url}/control/inbound?route=FR-PA&recipient=${BUYER}`;
    const { flow_id } = await jsonOf(url, { method: 'POST', body: invoice('F-11') });
    const { results } = await platform.search({ flowType: ['SupplierInvoice'] });
    assert.ok(results.some(({ flowId }) => flowId === flow_id));
  });

  for (const [address, status, line] of [
    [BUYER, 200, 'Enabled'],
    [`${SELLER}_10000000900012_ACHATS`, 200, 'Enabled'],
    ['123450410', 200, 'Disabled'],
    ['123450425', 404, undefined],
    ['123450404', 404, undefined],
    ['12', 404, undefined],
  ] as const)
    it(`lists ${address} in the directory as ${line ?? 'unknown'}`, async () => {
      const answer = await platform.call(`directory-service/v1/directory-line/code:${address}`);
      assert.equal(answer.status, status);
      assert.equal(((await answer.json()) as Record<string, unknown>)['directoryLineStatus'], line);
    });

  it('finds a future line by a search only', async () => {
    const answer = await platform.call('directory-service/v1/directory-line/search', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ filters: { siren: { op: 'strict', value: '123450425' } } }),
    });
    const { results } = (await answer.json()) as { results: { directoryLineStatus: string }[] };
    assert.deepEqual(
      results.map(({ directoryLineStatus }) => directoryLineStatus),
      ['Upcoming'],
    );
  });

  it('keeps everything through a restart', async () => {
    const flowId = await platform.taken('F-12');
    await sandbox.restart();
    assert.equal((await platform.acknowledged(flowId)).acknowledgement.status, 'Ok');
    await jsonOf(`${sandbox.url}/control/reset`, posted({}));
    assert.equal((await platform.call(`flow-service/v1/flows/${flowId}`)).status, 404);
  });
});
