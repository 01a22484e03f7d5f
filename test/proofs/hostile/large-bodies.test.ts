import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { cpuMs } from '../../../scripts/bench/service-process.ts';
import { emptyFolder } from '../../support/folder.ts';
import { Erp, example, numbered, OPERATOR_KEY } from '../../support/erp.ts';
import { type Service, startService } from '../../support/service.ts';

/** 5 KB that inflate to 5 MB: 1.6 million objects, if they are built. */
const BOMB = gzipSync(`{"route":"DE-XRECHNUNG","document":{"lines":[${'{},'.repeat(1_650_000)}{}]}}`);

const CALLS = 40;
const EVERY_MS = 50;
/** Of its processor time, because other programs may run: 100 ms on an idle machine. Without the limit it did not answer for 17 s. */
const MAX_SILENCE_MS = 4_000;
const MAX_MB = 600;

describe('one client with bodies of 5 MB in 5 KB', () => {
  const folder = emptyFolder();
  let service: Service;

  before(async () => {
    service = await startService({ cwd: folder.path, env: { OPERATOR_KEY } });
  });
  after(async () => {
    await service.stop();
    folder.remove();
  });

  const send = async ({ key }: Erp, call: number): Promise<number> => {
    const answer = await fetch(`${service.url}/invoices`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'idempotency-key': `bomb-${call}-of-many`,
      },
      body: BOMB,
    });
    await answer.body?.cancel();
    return answer.status;
  };

  it('does not delay any other client', async () => {
    const [hostile, other] = [await Erp.of(service, 'hostile'), await Erp.of(service, 'other')];
    const memory = `/proc/${service.process.pid}/status`;
    const isMeasured = existsSync(memory);
    const spentMs = isMeasured ? () => cpuMs(service.process) : () => performance.now();
    let isOver = false;
    const silences: number[] = [];
    const health = (async () => {
      while (!isOver) {
        const before = spentMs();
        await (await fetch(`${service.url}/health`)).text();
        silences.push(spentMs() - before);
        await pause(20);
      }
    })();
    const calls: Promise<number>[] = [];
    const served: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      calls.push(send(hostile, call));
      if (call % 10 === 5) served.push((await other.submit(numbered(example('plain'), `O-${call}`))).status);
      await pause(EVERY_MS);
    }
    const answers = new Set(await Promise.all(calls));
    isOver = true;
    await health;
    for (const status of answers) assert.ok([400, 429, 503].includes(status), String(status));
    assert.ok(answers.has(400), 'some were read');
    assert.deepEqual(new Set(served), new Set([202]));
    assert.ok(Math.max(...silences) < MAX_SILENCE_MS, `silent for ${Math.round(Math.max(...silences))} ms`);
    if (!isMeasured) return;
    const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(memory, 'utf8'))?.[1]) / 1024;
    assert.ok(peakMb < MAX_MB, `${Math.round(peakMb)} MB`);
  });
});
