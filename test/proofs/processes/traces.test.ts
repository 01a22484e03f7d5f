import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { describeOnEachStore, type StoreInUse } from '../../support/each-store.ts';
import { Erp, example, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { OtlpReceiver, type ReceivedSpan } from '../../support/otlp-receiver.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const CALLERS_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));
const SDK = 'BatchSpanProcessor';
const STATIC_IMPORT = /^(?:import|export|\} from)\b[^;'"(]*"(\.[^"]+\.js)";$/gm;

describeOnEachStore('spans of an invoice from its call to its network and its webhook', (open) => {
  let store: StoreInUse;
  let network: TestSandbox;
  let collector: OtlpReceiver;
  const services: Service[] = [];
  let invoice: Shown;
  let key: string;
  const told = new Set<string>();
  const receiver = createServer((request, response) => {
    told.add(String(request.headers['x-service-event-id']));
    assert.equal(request.headers['traceparent'], undefined);
    response.end();
  });

  before(async function () {
    store = open();
    [network, collector] = await Promise.all([aSandbox({ stepMs: 20, limits: 'off' }), OtlpReceiver.open()]);
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const traces = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const env = {
      ...{ ...store.env, ...traces, OPERATOR_KEY, SIM_PORT: String(network.port) },
      ...{ RETRY_SCALE: '0.001', WEBHOOK_ALLOW_PRIVATE: '1' },
    };
    // In another process, so that only the job carries the context.
    for (const ROLE of ['api', 'worker'])
      services.push(await startService({ cwd: store.folder, env: { ...env, ROLE } }));
    const service = services[0]!;
    const erp = await Erp.of(service, 'a-client-of-ours');
    ({ key } = erp);
    const send = (method: string, path: string, body: unknown, more: object = {}) =>
      fetch(`${service.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
        body: JSON.stringify(body),
      });
    const { port } = receiver.address() as AddressInfo;
    const set = await send('PUT', '/webhook', { url: `http://127.0.0.1:${port}/hooks/of-a-client` });
    assert.equal(set.status, 200, await set.text());
    const from = { traceparent: `00-${CALLERS_TRACE}-00f067aa0ba902b7-01`, 'idempotency-key': 'traced-call' };
    const taken = await send('POST', '/invoices', example('over-pl-ksef'), from);
    assert.equal(taken.status, 202);
    const { id } = (await taken.json()) as { id: string };
    await until(
      async () => (invoice = (await erp.read<Shown>(`/invoices/${id}`)).json).state === 'accepted',
      'the invoice is accepted',
      90_000,
    );
    const events = await erp.events(id);
    await until(() => told.size >= events.length, 'the webhook was told of each event', 60_000);
    for (const each of services) assert.equal(await each.stop(), 0, each.printed());
  });
  after(async () => {
    for (const service of services) await service.stop('SIGKILL');
    await network?.stop();
    collector?.close();
    receiver.closeAllConnections();
    receiver.close();
    store.remove();
  });

  const named = (name: string): ReceivedSpan => {
    const found = collector.spans.find((span) => span.name === name);
    assert.ok(found, `${name} is not among ${collector.spans.map((span) => span.name).join(', ')}`);
    return found;
  };
  const parentOf = ({ parentSpanId }: ReceivedSpan): ReceivedSpan | undefined =>
    collector.spans.find(({ spanId }) => spanId === parentSpanId);

  it('are one trace across the queue, begun by the caller', () => {
    const call = named('submitInvoice');
    const { state, ...attributes } = named('sent-invoice queued check').attributes;
    assert.deepEqual([call.traceId, call.parentSpanId, call.kind], [CALLERS_TRACE, '00f067aa0ba902b7', 2]);
    assert.deepEqual(
      [call.attributes['http.response.status_code'], call.attributes['invoice_id']],
      [202, invoice.id],
    );
    assert.deepEqual(parentOf(named('sent-invoice queued check')), call);
    assert.equal(attributes['invoice_id'], invoice.id);
    assert.ok(state === 'validated' || state === 'queued', String(state));
    const ofInvoice = collector.spans.filter((span) => span.attributes['invoice_id'] === invoice.id);
    const steps = ofInvoice.filter(({ name }) => name.startsWith('sent-invoice'));
    assert.deepEqual([...new Set(steps.map(({ traceId }) => traceId))], [CALLERS_TRACE]);
    assert.ok(steps.length > 2, steps.map(({ name }) => name).join(', '));
  });

  it('have the checks of the document within the step that asks for them', () => {
    const judged = named('judge a document');
    assert.equal(parentOf(judged)?.name, 'sent-invoice queued check');
    assert.equal(judged.attributes['route'], 'PL-KSEF');
    assert.ok((judged.attributes['layers'] as readonly string[]).length > 0);
  });

  it('have each call to the network within the step that makes it, with the host that the operator has set', () => {
    const calls = collector.spans.filter(
      ({ kind, attributes }) => kind === 3 && attributes['named_by'] === 'operator',
    );
    const inSteps = calls.filter((call) => parentOf(call)?.name.startsWith('sent-invoice'));
    assert.ok(inSteps.length > 1, `${inSteps.length} of ${calls.length}`);
    for (const { attributes } of inSteps) assert.equal(attributes['server.address'], '127.0.0.1');
  });

  it('have each webhook delivery as a trace of its own, found by the id of its event', () => {
    const posts = collector.spans.filter(({ attributes }) => attributes['named_by'] === 'webhook-owner');
    assert.equal(posts.length, told.size);
    for (const post of posts) {
      assert.equal(post.attributes['server.address'], undefined);
      assert.ok(told.has(String(parentOf(post)?.attributes['event_id'])), parentOf(post)?.name);
    }
  });

  it('carry no key, no client, no address of a client and nothing of the invoice', () => {
    const all = collector.bodies.join();
    const { document } = example('over-pl-ksef');
    const invoiced = document as {
      invoice: { number: string };
      seller?: { name?: string };
      buyer?: { name?: string };
    };
    const secrets = [key, OPERATOR_KEY, 'a-client-of-ours', '/hooks/of-a-client', 'traced-call'];
    const content = [invoiced.invoice.number, invoiced.seller?.name, invoiced.buyer?.name];
    for (const text of [...secrets, ...content]) {
      assert.ok(text !== undefined && text.length > 3, String(text));
      assert.ok(!all.includes(text), text);
    }
  });
});

describe('the program as built', () => {
  it('loads the SDK of OpenTelemetry only if spans are asked for', () => {
    const files = ['chunks', 'src/processes'].flatMap((folder) =>
      readdirSync(join(DIST, folder)).flatMap((file) =>
        file.endsWith('.js') ? [join(DIST, folder, file)] : [],
      ),
    );
    const textOf = new Map(files.map((file) => [basename(file), readFileSync(file, 'utf8')]));
    // Packages of the SDK, and packages that cannot be loaded without it.
    const withSdk = new Set([...textOf].flatMap(([file, text]) => (text.includes(SDK) ? [file] : [])));
    assert.ok(withSdk.size > 0);
    for (let size = 0; size < withSdk.size;) {
      size = withSdk.size;
      for (const [file, text] of textOf)
        for (const [, other] of text.matchAll(STATIC_IMPORT))
          if (withSdk.has(basename(other!))) withSdk.add(file);
    }
    const service = [...textOf].filter(([, text]) => text.includes('function bindTracing('));
    assert.equal(service.length, 1);
    assert.ok(!withSdk.has(service[0]![0]), [...withSdk].join(', '));
  });
});
