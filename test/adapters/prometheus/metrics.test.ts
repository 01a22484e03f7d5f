import assert from 'node:assert/strict';
import type { RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import sinon from 'sinon';
import { AnswersInTurn } from '../../../src/adapters/http/call/answers-in-turn.ts';
import { MetricsServer } from '../../../src/adapters/prometheus/metrics-server.ts';
import type { PrometheusTelemetry } from '../../../src/adapters/prometheus/prometheus-telemetry.ts';
import { reportAll, TALLY, watched } from './all-metrics.ts';
import { findJudge } from '../../support/judges.ts';
import { leaveTime, until } from '../../support/until.ts';

const lines = async (telemetry: PrometheusTelemetry): Promise<readonly string[]> =>
  (await telemetry.registry.metrics()).split('\n');

describe('the metrics', () => {
  for (const line of [
    'ids_request_duration_seconds_count{operation="submitInvoice",status="202"} 1',
    'ids_job_duration_seconds_count{result="done"} 1',
    'ids_invoice_moves_total{route="DE-XRECHNUNG",state="ready"} 1',
    'ids_layer_outcomes_total{layer="en16931",pack="en16931 1.3.16 built-in",outcome="valid"} 1',
    'ids_layer_duration_seconds_sum{layer="en16931"} 0.002',
    'ids_live_workers{lane="check"} 2',
    'ids_live_workers{lane="PEPPOL"} 0',
    'ids_engine_differences_total{pack="en16931"} 1',
    'ids_rule_pack_in_force{layer="en16931",pack="en16931 1.3.16 built-in"} 1',
    'ids_rule_pack_changes_total{layer="en16931"} 1',
    'ids_rule_pack_changes_total{layer="peppol"} 0',
    'ids_care_rows_opened_total{code="BR-01",who_acts="erp"} 1',
    'ids_route_call_duration_seconds_count{route="PL-KSEF",call="send",result="ok"} 1',
    'ids_route_callbacks_total{route="FR-PA",result="dropped"} 1',
    'ids_route_messages_total{route="PEPPOL",result="taken"} 1',
    'ids_store_readable 1',
    'ids_invoices{state="queued"} 3',
    'ids_invoices{state="rejected"} 0',
    'ids_queue_depth 2',
    'ids_queue_age_seconds 90',
    'ids_care_rows_open{code="BR-01",who_acts="erp"} 4',
    'ids_care_rows_open{code="EI-PACK-OLD",who_acts="us"} 1',
    'ids_care_age_seconds 172800',
    'ids_care_older{than="1h"} 5',
    'ids_care_older{than="1d"} 1',
    'ids_care_older{than="3d"} 0',
    'ids_deadlines_at_risk 1',
    'ids_credentials_ending{route="PL-KSEF",kind="ksef-token"} 2',
    'ids_credential_left_seconds{route="PL-KSEF",kind="ksef-token"} 3196800',
    'ids_credentials_expiring{route="PEPPOL"} 2',
    'ids_credential_expiry_seconds{route="PEPPOL"} 226800',
    'ids_store_disk_size_bytes 80000000',
    'ids_store_disk_free_bytes 20000000',
    'ids_backup_age_seconds 3600',
    'ids_credentials_expiring{route="FR-PA"} 0',
    'ids_webhook_call_duration_seconds_count{result="http-5xx"} 1',
    'ids_webhook_notices_total{result="logged"} 1',
    'ids_webhook_deliveries_pending 3',
    'ids_webhook_deliveries_dead 1',
    'ids_pool_threads 2',
    'ids_pool_busy_threads 1',
    'ids_pool_waiting 4',
    'ids_pool_saturation_ratio 0.25',
    'ids_bodies_held_bytes 5000000',
    'ids_bodies_waiting 2',
    'ids_pool_failures_total{cause="refused"} 7',
  ])
    it(`have ${line}`, async () => {
      assert.ok((await lines(reportAll())).includes(line));
    });

  it('show no old figures about invoices if the store cannot be read', async () => {
    let readable = true;
    const telemetry = watched(async () => {
      if (!readable) throw new Error('no store');
      return TALLY;
    });
    await lines(telemetry);
    readable = false;
    const shown = await lines(telemetry);
    assert.ok(shown.includes('ids_store_readable 0'));
    assert.deepEqual(
      shown.filter((line) => /^ids_(invoices|queue_|care_rows_open|deadlines)/.test(line)),
      [],
    );
  });

  it('answer in time if the store hangs', async () => {
    const clock = sinon.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const shown = lines(watched(() => new Promise(() => undefined)));
      await clock.tickAsync(3_001);
      assert.ok((await shown).includes('ids_store_readable 0'));
    } finally {
      clock.restore();
    }
  });

  it('do not count a layer that did not run after a refusal', async () => {
    const telemetry = watched();
    const layer = { layer: 'xrechnung', source: 'XRechnung', pack: null, findings: [], durationMs: 0 };
    const left = { ...layer, outcome: 'not_run', reason: 'not valid against its schema' } as const;
    telemetry.layersRan([left, { ...left, code: 'KOSIT-RUN' }]);
    const shown = (await lines(telemetry)).filter((line) => line.startsWith('ids_layer_outcomes_total{'));
    assert.deepEqual(shown, ['ids_layer_outcomes_total{layer="xrechnung",pack="none",outcome="not_run"} 1']);
  });

  it('read the store once per scrape', async () => {
    let readings = 0;
    const telemetry = watched(async () => {
      readings += 1;
      return TALLY;
    });
    await lines(telemetry);
    await lines(telemetry);
    assert.equal(readings, 2);
  });

  it('begin at zero, so that the first dead letter and the first failed job are an increase', async () => {
    const shown = await lines(watched());
    assert.ok(shown.includes('ids_invoice_moves_total{route="DE-XRECHNUNG",state="dead_letter"} 0'));
    assert.ok(shown.includes('ids_job_duration_seconds_count{result="failed"} 0'));
  });

  it('count codes beyond a bound as other', async () => {
    const telemetry = watched();
    for (let n = 0; n < 5_000; n += 1) telemetry.careOpened(`CODE-${n}`, 'erp');
    const series = (await lines(telemetry)).filter((line) => line.startsWith('ids_care_rows_opened_total{'));
    assert.equal(series.length, 201);
    assert.ok(series.includes('ids_care_rows_opened_total{code="other",who_acts="erp"} 4800'));
  });

  it('measure the process itself', async () => {
    const telemetry = watched();
    await lines(telemetry);
    const spent = process.cpuUsage();
    // The system may count processor time in steps of some milliseconds.
    while (process.cpuUsage(spent).user === 0);
    // prom-client measures the event loop's lag one turn after a scrape, for the next scrape.
    await setImmediate();
    const shown = new Map((await lines(telemetry)).map((line) => line.split(' ') as [string, string]));
    const measured = [...shown].filter(([name]) => /^(process|nodejs)_\w+$/.test(name));
    assert.ok(measured.length >= 9);
    for (const [name, value] of measured) assert.ok(Number(value) > 0, `${name} ${value}`);
  });

  it('are the ones that docs/operations.md lists, with type and labels', async () => {
    const listed = [
      ...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `([a-z0-9_]+)` +\| (\w+) +\| ([^|]*) \|/gm),
    ];
    const documented = listed.map(
      ([, name, type, labels]) => `${name} ${type} ${labels!.replaceAll('`', '').trim()}`,
    );
    const metrics = await reportAll().registry.getMetricsAsJSON();
    const registered = metrics.map(({ name, type, values }) => {
      const labels = new Set(values.flatMap((value) => Object.keys(value.labels)));
      labels.delete('le');
      // The garbage collector may not have run yet.
      if (name === 'nodejs_gc_duration_seconds') labels.add('kind');
      return `${name} ${String(type)} ${[...labels].join(', ')}`.trim();
    });
    assert.deepEqual(documented.map((line) => line.trim()).toSorted(), registered.toSorted());
  });
});

describe('the internal listener', () => {
  const attach = (server: Server, answer: RequestListener) => new AnswersInTurn(server, answer);
  let server: MetricsServer;
  let base: string;
  const TOO_FAR_MS = 99_000;
  let advanced: number[];

  const start = async (withClock: boolean) => {
    advanced = [];
    const advanceClock = async (ms: number) => {
      if (ms === TOO_FAR_MS) return undefined;
      advanced.push(ms);
      return new Date('2026-05-01T00:00:00Z');
    };
    server = new MetricsServer({
      attach,
      registry: reportAll().registry,
      ...(withClock && { advanceClock }),
    });
    base = `http://127.0.0.1:${await server.listen({ port: 0 })}`;
  };
  const post = (body: string) => fetch(`${base}/clock`, { method: 'POST', body });
  afterEach(() => server.close());

  it('serves the metrics in the format of Prometheus', async () => {
    await start(false);
    const answer = await fetch(`${base}/metrics`);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.match(await answer.text(), /^ids_store_readable 1$/m);
  });

  it('moves the clock if that is switched on, and answers the new time', async () => {
    await start(true);
    const answer = await post('{ "advance_seconds": 90.5 }');
    assert.deepEqual(await answer.json(), { now: '2026-05-01T00:00:00.000Z' });
    assert.deepEqual(advanced, [90_500]);
  });

  for (const body of [
    '',
    '[]',
    'null',
    '{"advance_seconds":-1}',
    '{"advance_seconds":"9"}',
    '{"advance_seconds":1e99}',
  ])
    it(`refuses to move the clock by ${body || 'nothing'}`, async () => {
      await start(true);
      assert.equal((await post(body)).status, 400);
      assert.deepEqual(advanced, []);
    });

  it('reads no more than 1,000 characters', async () => {
    await start(true);
    const body = '{ "advance_seconds": 1 }';
    assert.equal((await post(body.padEnd(1_001))).status, 400);
    assert.deepEqual(advanced, []);
    assert.equal((await post(body.padEnd(1_000))).status, 200);
  });

  it('refuses a move of the clock that is too far', async () => {
    await start(true);
    const answer = await post('{ "advance_seconds": 99 }');
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /ends with the year 9998/);
  });

  it('answers HEAD without a body', async () => {
    await start(false);
    const answer = await fetch(`${base}/metrics`, { method: 'HEAD' });
    assert.deepEqual([answer.status, await answer.text()], [200, '']);
  });

  it('has no clock by default', async () => {
    await start(false);
    assert.equal((await post('{ "advance_seconds": 1 }')).status, 404);
    assert.equal((await fetch(`${base}/`)).status, 404);
  });

  it('makes no answers ahead for a connection that is not read', async () => {
    const { registry } = reportAll();
    let made = 0;
    registry.metrics = async () => 'x'.repeat(1_000_000 + 0 * (made += 1));
    server = new MetricsServer({ attach, registry });
    const socket = connect(await server.listen({ port: 0 }), '127.0.0.1').pause();
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(150));
    await until(() => made > 0, 'an answer is made');
    await leaveTime(300);
    assert.ok(made < 20, String(made));
    socket.destroy();
  });

  it('reports the port that is in use', async () => {
    await start(false);
    const other = new MetricsServer({ attach, registry: reportAll().registry });
    await assert.rejects(other.listen({ port: Number(new URL(base).port) }), { code: 'EADDRINUSE' });
  });
});

describe('promtool', () => {
  const { missing } = findJudge('promtool');
  if (missing) return void it.skip(missing);

  it('finds nothing wrong with the alert rules', () => {
    assert.match(
      execFileSync('promtool', ['check', 'rules', 'docs/alerts.yml'], { encoding: 'utf8' }),
      /SUCCESS/,
    );
  });

  it('finds nothing wrong with the metrics', async () => {
    const input = await reportAll().registry.metrics();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    });
    // Releases come by the month: a rule in seconds is hard to read.
    const found = (stdout + stderr).replaceAll(/^ids_rule_pack_\w+ use base unit "seconds" .*\n/gm, '');
    assert.deepEqual([found.trim(), [0, 3].includes(status ?? -1)], ['', true]);
  });

  it('finds each metric of the alert rules', async () => {
    const shown = await reportAll().registry.metrics();
    const used = readFileSync('docs/alerts.yml', 'utf8').match(/\b(ids|nodejs)_\w+/g) ?? [];
    for (const name of used) assert.match(shown, new RegExp(`^${name}\\b`, 'm'), name);
  });
});

/** A section of its own: `### QueueNotMoving`. */
const ALERT = /^### ([A-Z][a-z]+(?:[A-Z][a-z]+)+)$/gm;

describe('every alert', () => {
  it('is explained in docs/operations.md, and no other is', () => {
    const rules = [...readFileSync('docs/alerts.yml', 'utf8').matchAll(/- alert: (\w+)/g)].map(
      ([, name]) => name,
    );
    const explained = [...readFileSync('docs/operations.md', 'utf8').matchAll(ALERT)].map(([, name]) => name);
    assert.deepEqual(explained.toSorted(), rules.toSorted());
  });
});
