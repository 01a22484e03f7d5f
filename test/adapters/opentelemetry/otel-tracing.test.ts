import assert from 'node:assert/strict';
import sinon from 'sinon';
import { OtelTracing } from '../../../src/adapters/opentelemetry/otel-tracing.ts';
import { ReportedExporter } from '../../../src/adapters/opentelemetry/reported-exporter.ts';
import { TracedOutbound } from '../../../src/adapters/opentelemetry/traced-outbound.ts';
import { OtlpReceiver } from '../../support/otlp-receiver.ts';

const PROGRAM = { version: '1.2.3', environment: 'sandbox', role: 'worker' };
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('traces', () => {
  let collector: OtlpReceiver;
  beforeEach(async () => {
    collector = await OtlpReceiver.open();
  });
  afterEach(() => collector.close());

  const tracingTo = (url: string, share = 1) =>
    new OtelTracing(
      { endpoint: url, headers: { 'x-key': 'secret' }, serviceName: 'invoices', share },
      PROGRAM,
      silent,
    );
  const spansOf = async (work: (tracing: OtelTracing) => Promise<unknown>, share?: number) => {
    const tracing = tracingTo(collector.url, share);
    await work(tracing).catch(() => undefined);
    await tracing.stop();
    return collector.spans;
  };

  it('go to the collector as OTLP, named by service, version and environment', async () => {
    await spansOf((tracing) => tracing.span({ name: 'one' }, async () => undefined));
    assert.deepEqual(
      collector.calls.map(({ path, headers }) => [path, headers['content-type'], headers['x-key']]),
      [['/v1/traces', 'application/json', 'secret']],
    );
    assert.deepEqual(collector.resources, [
      {
        'service.name': 'invoices',
        'service.version': '1.2.3',
        'deployment.environment.name': 'sandbox',
        'ids.role': 'worker',
      },
    ]);
  });

  it('nest spans, also of concurrent work', async () => {
    const spans = await spansOf((tracing) =>
      Promise.all(
        ['a', 'b'].map((name) =>
          tracing.span({ name, kind: 'server' }, async () => {
            await new Promise((resolve) => setImmediate(resolve));
            await tracing.span({ name: `${name}, within`, kind: 'client' }, async () => undefined);
          }),
        ),
      ),
    );
    for (const name of ['a', 'b']) {
      const outer = spans.find((span) => span.name === name)!;
      const inner = spans.find((span) => span.name === `${name}, within`)!;
      assert.deepEqual([inner.traceId, inner.parentSpanId], [outer.traceId, outer.spanId]);
      assert.deepEqual([outer.parentSpanId, outer.kind, inner.kind], [undefined, 2, 3]);
    }
    assert.equal(new Set(spans.map(({ traceId }) => traceId)).size, 2);
  });

  it('continue the trace of a caller or a job, and start a new one if it is malformed', async () => {
    const spans = await spansOf(async (tracing) => {
      const from = `00-${TRACE}-${PARENT}-00`;
      await tracing.span({ name: 'a call', continues: from }, async () => {
        const kept = tracing.here();
        await tracing.continueTrace(kept, () => tracing.span({ name: 'its work' }, async () => undefined));
      });
      for (const none of ['', 'x', `00-${'0'.repeat(32)}-${PARENT}-01`, `ff-${TRACE}-${PARENT}-01`])
        await tracing.span({ name: 'new', continues: none }, async () => undefined);
      assert.equal(tracing.here(), undefined);
    });
    const [work, call, ...newTraces] = spans;
    assert.deepEqual([call?.traceId, call?.parentSpanId], [TRACE, PARENT]);
    assert.deepEqual([work?.traceId, work?.parentSpanId], [TRACE, call?.spanId]);
    assert.equal(newTraces.length, 4);
    for (const span of newTraces) assert.ok(span.traceId !== TRACE && span.parentSpanId === undefined);
  });

  it('do not include the spans around a queue', async () => {
    const spans = await spansOf((tracing) =>
      tracing.span({ name: 'the job before' }, () =>
        tracing.continueTrace(undefined, () => tracing.span({ name: 'the next job' }, async () => undefined)),
      ),
    );
    const [next, before] = spans;
    assert.equal(next?.parentSpanId, undefined);
    assert.notEqual(next?.traceId, before?.traceId);
  });

  it('name the class of an error, never its message, and rethrow it', async () => {
    const tracing = tracingTo(collector.url);
    const thrown = tracing.span({ name: 'a step' }, () =>
      Promise.reject(new RangeError('IBAN DE02 of Ms Doe')),
    );
    await assert.rejects(thrown, /Ms Doe/);
    await tracing.stop();
    assert.deepEqual(
      [collector.spans[0]?.status, collector.spans[0]?.attributes],
      [2, { 'error.type': 'RangeError' }],
    );
    assert.ok(!collector.bodies.join().includes('Doe'));
  });

  it('are written in the configured share, completely or not at all', async () => {
    const work = (tracing: OtelTracing) =>
      Promise.all(
        Array.from({ length: 200 }, () =>
          tracing.span({ name: 'outer' }, () =>
            tracing.continueTrace(tracing.here(), () =>
              tracing.span({ name: 'inner' }, async () => undefined),
            ),
          ),
        ),
      );
    assert.deepEqual(await spansOf(work, 0), []);
    const spans = await spansOf(work, 0.5);
    const traces = (name: string) =>
      spans
        .filter((span) => span.name === name)
        .map(({ traceId }) => traceId)
        .sort();
    assert.deepEqual(traces('inner'), traces('outer'));
    assert.ok(spans.length > 0 && spans.length < 400, String(spans.length));
  });

  it('do not delay a stop if the collector does not answer', async () => {
    const hanging = await OtlpReceiver.open('silent');
    const tracing = tracingTo(hanging.url);
    await tracing.span({ name: 'one' }, async () => undefined);
    await tracing.stop();
    hanging.close();
  });

  it('that no collector accepts are counted in the log once a minute, without its answer', () => {
    const warnings: object[] = [];
    const failing = {
      export: (_: unknown, done: (result: { code: number; error: Error }) => void) =>
        done({ code: 1, error: Object.assign(new Error('key abc is wrong'), { code: 401 }) }),
      shutdown: async () => undefined,
    };
    const clock = sinon.useFakeTimers({ toFake: ['performance'] });
    try {
      const exporter = new ReportedExporter(failing, { warn: (fields) => warnings.push(fields) });
      const results: unknown[] = [];
      const fail = (): void => exporter.export([{}, {}] as never, ({ code }) => results.push(code));
      for (let n = 0; n < 3; n += 1) fail();
      assert.deepEqual(results, [1, 1, 1]);
      assert.deepEqual(warnings, [{ lost: 2, reason: 401 }]);
      clock.tick(60_000);
      fail();
      assert.deepEqual(warnings.slice(1), [{ lost: 6, reason: 401 }]);
    } finally {
      clock.restore();
    }
  });

  it('of outgoing calls name the host if the operator has set it, and nothing that a client names', async () => {
    const answer = { outcome: 'answered', status: 200, headers: {}, body: new Uint8Array() } as const;
    const spans = await spansOf(async (tracing) => {
      const outbound = new TracedOutbound(
        { call: async () => answer, reasonAgainst: async () => undefined },
        tracing,
      );
      for (const namedBy of ['operator', 'client', 'webhook-owner'] as const)
        await outbound.call({
          ...{ method: 'GET', url: `https://${namedBy}.example/a?token=secret`, namedBy },
          ...{ timeoutMs: 1000, maxBytes: 1000 },
        });
    });
    const hosts = spans.map(({ attributes }) => [attributes['named_by'], attributes['server.address']]);
    assert.deepEqual(hosts, [
      ['operator', 'operator.example'],
      ['client', undefined],
      ['webhook-owner', undefined],
    ]);
    assert.equal(JSON.stringify(spans).includes('secret'), false);
  });
});
