import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgendaJobs } from '../../src/adapters/agenda/agenda-jobs.ts';
import { SENT_INVOICE, type Task } from '../../src/domain/lifecycle/lanes.ts';
import { RADAR } from '../../src/domain/radar/radar.ts';
import { WEBHOOK_LANES } from '../../src/domain/webhooks/delivery.ts';
import { lanesOf } from '../../src/processes/lanes.ts';
import { openJobRepository } from '../support/job-repositories.ts';
import { until } from '../support/until.ts';

const THREADS = 2;
const SMALL = [...Array(30).keys()].map((n): Task => ({
  kind: SENT_INVOICE,
  lane: 'check',
  id: `inv_${n}`,
  client: `client_${n % 3}`,
}));

describe('the lanes of a process', () => {
  it('are limited for each client, so that the slots of what begins without a job are counted', () => {
    const { concurrency, maxPerClient, atOnce } = lanesOf(THREADS);
    for (const lane of atOnce) assert.ok((maxPerClient[lane] ?? 0) <= (concurrency[lane] ?? 0), lane);
    assert.deepEqual(
      Object.keys(concurrency)
        .filter((lane) => !atOnce.has(lane))
        .sort(),
      ['check-large', RADAR, ...Object.values(WEBHOOK_LANES)].sort(),
    );
  });

  it('keep the threads busy with small checks, which need a job only without a free slot', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lanes-'));
    const { repository, dueTimes, close } = await openJobRepository(join(folder, 'jobs.db'));
    const jobs = await AgendaJobs.open('test', repository, {
      ...lanesOf(THREADS),
      ...{ pollMs: 50, lockMs: 60_000, offsetMs: () => 0, onError: () => undefined },
    });
    const running = { now: 0, most: 0, all: 0 };
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    try {
      await jobs.start(async () => {
        running.most = Math.max(running.most, (running.now += 1));
        await released;
        running.now -= 1;
        running.all += 1;
      });
      const slots = lanesOf(THREADS).concurrency['check']!;
      for (const task of SMALL.slice(0, THREADS + 1)) await jobs.schedule(task, new Date());
      assert.deepEqual([running.now, (await dueTimes('check')).length], [THREADS + 1, 0]);
      for (const task of SMALL.slice(THREADS + 1)) await jobs.schedule(task, new Date());
      assert.ok(running.most <= slots);
      letGo();
      await until(() => running.all === SMALL.length, 'all are checked');
      assert.ok(running.most <= slots, `${running.most} at once`);
      await until(async () => (await dueTimes('check')).length === 0, 'their jobs are gone');
    } finally {
      letGo();
      await jobs.drain(5000);
      await close();
      rmSync(folder, { recursive: true });
    }
  });
});
