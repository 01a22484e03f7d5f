import assert from 'node:assert/strict';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { emptyFolder } from '../../support/folder.ts';
import { startService, type Service } from '../../support/service.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { until } from '../../support/until.ts';
import { setTimeout as pause } from 'node:timers/promises';

const STOPS_WITHIN_MS = 10_000;
const ENV = { OPERATOR_KEY, LOG_LEVEL: 'info' };

interface Health {
  readonly status: string;
  readonly checks: Readonly<Record<string, string>>;
}

const health = async (service: Service): Promise<readonly [number, Health]> => {
  const answer = await fetch(`${service.url}/health`);
  return [answer.status, (await answer.json()) as Health];
};

const lost = async (service: Service): Promise<number> =>
  Number(
    /^ids_log_lines_dropped_total (\d+)$/m.exec(
      await (await fetch(`${service.metricsUrl}/metrics`)).text(),
    )?.[1],
  );

/** A report of health is reused for a second. */
const REPORT_MS = 1200;

/** Each has a rate of its own: a megabyte of lines waits before one is lost. */
const CALLERS = 8;

/** Calls the service until this many lines of the log are lost. */
async function calledUntilLost(service: Service, lines: number): Promise<void> {
  const callers = await Promise.all(
    Array.from({ length: CALLERS }, (_, n) => Erp.of(service, `caller-${n}`)),
  );
  const until = Date.now() + 60_000;
  while ((await lost(service)) < lines) {
    if (Date.now() > until) assert.fail(`only ${await lost(service)} lines are lost`);
    // Each call leaves a line with its id.
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const { key } = callers[n % CALLERS]!;
        const headers = { Authorization: `Bearer ${key}`, 'X-Request-Id': 'x'.repeat(100) };
        await (await fetch(`${service.url}/invoices`, { headers })).text();
      }),
    );
  }
}

async function worksAndStops(service: Service): Promise<void> {
  const erp = await Erp.of(service, 'acme');
  const { status, json } = await erp.submit(numbered(example('plain'), 'LOST-LOG'));
  assert.equal(status, 202);
  assert.equal((await erp.settled(json.id)).state, 'ready');
  const told = performance.now();
  assert.equal(await service.stop('SIGTERM'), 0, service.printed());
  assert.ok(performance.now() - told < STOPS_WITHIN_MS);
}

describe('a log that cannot be written', () => {
  const { path, remove } = emptyFolder();
  after(remove);

  it('on a full disk is counted and reported in health, while everything works and SIGTERM ends the process', async () => {
    const output = openSync('/dev/full', 'w');
    const service = await startService({ cwd: path, env: ENV, output });
    closeSync(output);
    await calledUntilLost(service, 1);
    await pause(REPORT_MS);
    const [status, { status: said, checks }] = await health(service);
    assert.deepEqual([status, said, checks['log']], [200, 'ok', 'ok; lines are being lost']);
    await worksAndStops(service);
  });

  it('because its reader has stopped loses lines, but neither stops the service nor delays its end', async () => {
    const service = await startService({ cwd: path, env: ENV });
    service.process.stdout?.removeAllListeners('data').pause();
    await calledUntilLost(service, 10);
    await pause(REPORT_MS);
    assert.deepEqual((await health(service))[1].checks['log'], 'ok; lines are being lost');
    const before = await memoryOf(service);
    const already = await lost(service);
    await calledUntilLost(service, already + 2000);
    assert.ok((await memoryOf(service)) - before < 60_000_000, 'what is lost takes no room');
    await worksAndStops(service);
  });

  it('continues once there is room, and states how many lines are missing', async function () {
    const disk = smallDisk('256k');
    if (!disk) return this.skip();
    const file = join(disk.path, 'service.log');
    const output = openSync(file, 'a');
    try {
      const service = await startService({ cwd: path, env: ENV, output });
      disk.fill();
      await calledUntilLost(service, 5);
      disk.free();
      await calledUntil(service, () => readFileSync(file, 'utf8').includes('were lost'));
      await pause(REPORT_MS);
      assert.equal((await health(service))[1].checks['log'], 'ok');
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      const told = lines.find((line) => line.includes('were lost'))!;
      const missing = await lost(service);
      assert.equal((JSON.parse(told) as { lost: number }).lost, missing);
      // A line that the end of the disk cut off stands alone.
      assert.ok(lines.filter((line) => !isJson(line)).length <= 1);
      await worksAndStops(service);
    } finally {
      closeSync(output);
      disk.remove();
    }
  });
});

async function calledUntil(service: Service, holds: () => boolean): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    await health(service);
    return holds();
  };
  await until(isThere, 'the log continues');
}

async function memoryOf(service: Service): Promise<number> {
  const text = await (await fetch(`${service.metricsUrl}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
