import assert from 'node:assert/strict';
import { once } from 'node:events';
import { AgendaJobs, type JobSettings } from '../../src/adapters/agenda/agenda-jobs.ts';
import type { StoppableJobRepository } from '../../src/adapters/agenda/asked-job.ts';
import { ClientSlots } from '../../src/adapters/agenda/client-slots.ts';
import { CallFailed } from '../../src/domain/failures.ts';
import { type Lane, SENT_INVOICE, type Task } from '../../src/domain/lifecycle/lanes.ts';
import { forkBuilt } from '../support/built.ts';
import type { OpenRepository } from '../support/job-repositories.ts';
import { leaveTime, until } from '../support/until.ts';

/** An empty job store, opened for one test. */
export interface KeptJobs {
  /** A new connection, as in another process. */
  repository(offsetMs?: () => number): Promise<OpenRepository>;
  /** The address for other processes. */
  readonly url: string;
  close(): Promise<void>;
}

const SETTINGS: JobSettings = {
  concurrency: { check: 4, 'check-large': 1, PEPPOL: 2, 'RO-EFACTURA': 2 },
  pollMs: 50,
  lockMs: 10_000,
  offsetMs: () => 0,
  onError: () => undefined,
};
const invoice = (id: string, client = 'acme', lane: Lane = 'check'): Task => ({
  kind: SENT_INVOICE,
  lane,
  id,
  client,
});
const NEVER = 60_000;
/** As long as a busy machine may take. */
const DRAIN_MS = 60_000;
/** Work that goes on until it is let go. */
function held() {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  return { released, letGo: () => letGo() };
}
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The workers of one test, which are stopped at its end. */
class Workers {
  readonly ran: { id: string; by: string; at: number }[] = [];
  private readonly open: AgendaJobs[] = [];

  constructor(readonly kept: KeptJobs) {}

  async jobs(own: Partial<JobSettings> = {}): Promise<AgendaJobs> {
    const settings = { ...SETTINGS, ...own };
    const { repository } = await this.kept.repository(settings.offsetMs);
    const jobs = await AgendaJobs.open('test', repository, settings);
    this.open.push(jobs);
    return jobs;
  }

  /** A worker on a repository of the test's own. */
  async own(repository: StoppableJobRepository, own: Partial<JobSettings>): Promise<AgendaJobs> {
    const jobs = await AgendaJobs.open('test', repository, { ...SETTINGS, ...own });
    this.open.push(jobs);
    await jobs.start(async ({ id }) => void this.ran.push({ id, by: 'own', at: Date.now() }));
    return jobs;
  }

  async worker(
    by: string,
    own: Partial<JobSettings> = {},
    work?: (id: string, lane: Lane) => Promise<void>,
  ): Promise<AgendaJobs> {
    const jobs = await this.jobs(own);
    await jobs.start(async ({ id, lane }) => {
      this.ran.push({ id, by, at: Date.now() });
      await work?.(id, lane);
    });
    return jobs;
  }

  async waiting(): Promise<number> {
    return (await (await this.kept.repository()).dueTimes('check')).length;
  }

  async stop(): Promise<void> {
    await Promise.all(this.open.map((jobs) => jobs.drain(DRAIN_MS)));
    await this.kept.close();
  }
}

export function describesJobs(open: () => Promise<KeptJobs>): void {
  const test = (title: string, run: (workers: Workers) => Promise<void>) =>
    it(title, async () => {
      const workers = new Workers(await open());
      try {
        await run(workers);
      } finally {
        await workers.stop();
      }
    });
  const now = () => new Date();
  const inMs = (ms: number) => new Date(Date.now() + ms);

  test('starts a job of the same process at once, and removes it', async (workers) => {
    const jobs = await workers.worker('a', { pollMs: NEVER });
    await jobs.schedule(invoice('inv_1'), now());
    await until(() => workers.ran.length === 1, 'the job ran');
    await until(async () => (await workers.waiting()) === 0, 'the job is gone');
  });

  test('continues with the next job before the next poll', async (workers) => {
    const jobs = await workers.worker(
      'a',
      { pollMs: NEVER, concurrency: { check: 2, 'check-large': 1 } },
      () => pause(5),
    );
    for (let n = 0; n < 30; n += 1) await jobs.schedule(invoice(`inv_${n}`), now());
    await until(() => workers.ran.length === 30, 'all jobs ran');
  });

  test('runs each job once, in any worker', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 60; n += 1) await client.schedule(invoice(`inv_${n}`), now());
    const bothWork = (): Promise<unknown> =>
      until(() => new Set(workers.ran.map(({ by }) => by)).size === 2, 'both have begun');
    const work = async (): Promise<void> => void (await bothWork());
    await workers.worker('a', {}, work);
    await workers.worker('b', {}, work);
    await until(() => workers.ran.length >= 60, 'all jobs ran');
    await leaveTime(200);
    assert.equal(new Set(workers.ran.map(({ id }) => id)).size, 60);
    assert.equal(workers.ran.length, 60);
    assert.equal(new Set(workers.ran.map(({ by }) => by)).size, 2);
  });

  test('leaves jobs to others that it cannot begin soon', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 20; n += 1) await client.schedule(invoice(`inv_${n}`), now());
    const { released, letGo } = held();
    await workers.worker('slow', { concurrency: { check: 1, 'check-large': 1 } }, () => released);
    await until(() => workers.ran.length === 1, 'the slow one works');
    await leaveTime(100);
    await workers.worker('fast');
    await until(() => workers.ran.length >= 19, 'the others ran in another worker');
    letGo();
  });

  test('never starts early', async (workers) => {
    const jobs = await workers.worker('a');
    const due = inMs(300);
    await jobs.schedule(invoice('inv_1'), due);
    await until(() => workers.ran.length === 1, 'the job ran');
    assert.ok(workers.ran[0]!.at >= due.getTime());
  });

  test('has one job for an invoice, at the earlier time', async (workers) => {
    const [one, other] = [await workers.jobs(), await workers.jobs()];
    const times = [500_000, 200_000, 900_000, 300_000];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : other).schedule(invoice('inv_1'), new Date(times[n % 4]!)),
      ),
    );
    await other.schedule(invoice('inv_1'), new Date(900_000));
    const due = await (await workers.kept.repository()).dueTimes('check');
    assert.deepEqual(due, [new Date(200_000)]);
  });

  test('moves a job to an earlier time', async (workers) => {
    const client = await workers.jobs();
    await client.schedule(invoice('inv_1'), inMs(600_000));
    await workers.worker('a');
    await client.schedule(invoice('inv_1'), now());
    await until(() => workers.ran.length === 1, 'the job ran');
  });

  test('runs again if it is scheduled during its run', async (workers) => {
    const client = await workers.jobs();
    const running = { now: 0, most: 0 };
    await workers.worker('a', {}, async () => {
      running.most = Math.max(running.most, (running.now += 1));
      if (workers.ran.length === 1) await client.schedule(invoice('inv_1'), now());
      await leaveTime(100);
      running.now -= 1;
    });
    await client.schedule(invoice('inv_1'), now());
    await until(() => workers.ran.length === 2, 'the job ran again');
    await until(async () => (await workers.waiting()) === 0, 'the job is gone');
    assert.equal(running.most, 1, 'the runs do not overlap');
    assert.equal(workers.ran.length, 2);
  });

  test('runs again later if its own run schedules that', async (workers) => {
    let due = now();
    const jobs: AgendaJobs = await workers.worker('a', {}, async () => {
      if (workers.ran.length === 1) await jobs.schedule(invoice('inv_1'), (due = inMs(300)));
    });
    await jobs.schedule(invoice('inv_1'), now());
    await until(() => workers.ran.length === 2, 'the job ran again');
    assert.ok(workers.ran[1]!.at >= due.getTime());
  });

  test('runs jobs of other clients while the work of one hangs', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 6; n += 1) await client.schedule(invoice(`hanging_${n}`, 'hangs', 'PEPPOL'), now());
    const { released, letGo } = held();
    const own = { concurrency: { PEPPOL: 4 }, maxPerClient: { PEPPOL: 2 } };
    await workers.worker('a', own, (id) => (id.startsWith('hanging') ? released : Promise.resolve()));
    await until(() => workers.ran.length === 2, 'the hanging client has its half of the slots');
    for (let n = 0; n < 4; n += 1) await client.schedule(invoice(`other_${n}`, 'other', 'PEPPOL'), now());
    await until(() => workers.ran.filter(({ id }) => id.startsWith('other')).length === 4, 'the others ran');
    assert.equal(workers.ran.filter(({ id }) => id.startsWith('hanging')).length, 2);
    letGo();
    await until(() => workers.ran.length === 10, 'free slots are used again');
  });

  test('gives one client no more slots than its limit, also to simultaneous queries', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 8; n += 1) await client.schedule(invoice(`hanging_${n}`, 'hangs', 'PEPPOL'), now());
    await client.schedule(invoice('other', 'other', 'PEPPOL'), now());
    const { repository } = await workers.kept.repository();
    repository.limitClients(new ClientSlots({ PEPPOL: 2 }));
    const [later, longAgo] = [new Date(Date.now() + 1000), new Date(Date.now() - NEVER)];
    const looks = Array.from({ length: 8 }, () =>
      repository.getNextJobToRun('PEPPOL', later, longAgo, new Date(), undefined),
    );
    const given = (await Promise.all(looks)).filter((job) => job !== undefined);
    const clients = given.map(({ data }) => (data as { client: string }).client);
    assert.deepEqual(clients.toSorted(), ['hangs', 'hangs', 'other']);
    // A job that no query got is there for the next one.
    await repository.unlockJobs(given.map(({ _id }) => _id!));
    assert.ok(await repository.getNextJobToRun('PEPPOL', later, longAgo, new Date(), undefined));
  });

  test('gives the slot of a run that only waits to the next job, as far as runs may go on beside the lane', async (workers) => {
    const own = { concurrency: { PEPPOL: 2 }, maxPerClient: { PEPPOL: 2 }, maxBeside: { PEPPOL: 3 } };
    const jobs = await workers.jobs(own);
    const left: boolean[] = [];
    const { released, letGo } = held();
    const waiting = { now: 0, most: 0 };
    await jobs.start(async (_task, run) => {
      waiting.most = Math.max(waiting.most, (waiting.now += 1));
      left.push(run.leaveSlot());
      if (left.at(-1)) assert.equal(run.leaveSlot(), true, 'a run that has left may ask again');
      await released;
      waiting.now -= 1;
    });
    for (let n = 0; n < 9; n += 1)
      await jobs.schedule(invoice(`waiting_${n}`, `client_${n}`, 'PEPPOL'), now());
    await until(() => left.length === 5, 'three go on beside the two slots');
    await leaveTime(200);
    assert.deepEqual(left, [true, true, true, false, false]);
    assert.equal(waiting.most, 5);
    letGo();
    await until(() => left.length === 9, 'the others ran');
    assert.equal(await jobs.drain(DRAIN_MS), 0);
  });

  test('waits at the drain for runs that have left their slots', async (workers) => {
    const jobs = await workers.jobs({
      concurrency: { PEPPOL: 1 },
      maxPerClient: { PEPPOL: 1 },
      maxBeside: { PEPPOL: 1 },
    });
    let [began, ended] = [false, false];
    await jobs.start(async (_task, run) => {
      began = run.leaveSlot();
      await leaveTime(300);
      ended = true;
    });
    await jobs.schedule(invoice('inv_1', 'acme', 'PEPPOL'), now());
    await until(() => began, 'it runs beside the lane');
    assert.equal(await jobs.drain(DRAIN_MS), 0);
    assert.ok(ended);
  });

  describe('in a lane whose due tasks begin at once', () => {
    const own = {
      ...{ pollMs: NEVER, atOnce: new Set(['PEPPOL']) },
      ...{ concurrency: { PEPPOL: 4 }, maxPerClient: { PEPPOL: 2 } },
    };
    const peppol = (id: string, client = 'acme'): Task => invoice(id, client, 'PEPPOL');
    const jobsIn = async ({ kept }: Workers): Promise<number> =>
      (await (await kept.repository()).dueTimes('PEPPOL')).length;

    test('needs no job in the store', async (workers) => {
      const { released, letGo } = held();
      const jobs = await workers.worker('a', own, () => released);
      await jobs.schedule(peppol('inv_1'), now());
      assert.equal(workers.ran.length, 1);
      assert.equal(await jobsIn(workers), 0);
      await jobs.schedule(peppol('later'), inMs(600_000));
      await jobs.schedule(invoice('check'), now());
      assert.equal(await jobsIn(workers), 1, 'what waits for a time has a job');
      assert.equal(await workers.waiting(), 1, 'and so has a task of another lane');
      letGo();
      assert.equal(await jobs.drain(DRAIN_MS), 0);
    });

    test('begins a task that is due within a minute at its time, without a job until the process stops', async (workers) => {
      const jobs = await workers.worker('a', own);
      const at = inMs(300);
      await jobs.schedule(peppol('soon'), at);
      await jobs.schedule(peppol('waits'), inMs(50_000));
      await jobs.schedule(peppol('waits'), inMs(40_000));
      assert.equal(await jobsIn(workers), 0);
      await until(() => workers.ran.length === 1, 'it ran');
      assert.ok(now() >= at, 'not before its time');
      assert.equal(await jobs.drain(DRAIN_MS), 0);
      const times = await (await workers.kept.repository()).dueTimes('PEPPOL');
      assert.equal(times.length, 1, 'what waits has a job once the process stops');
      assert.equal(workers.ran.length, 1);
    });

    test('keeps the slots of the lane and of a client, and lets others take turns', async (workers) => {
      const { released, letGo } = held();
      const running = { now: 0, most: 0 };
      const jobs = await workers.worker('a', { ...own, inLineMs: 0 }, async (id) => {
        running.most = Math.max(running.most, (running.now += 1));
        await (id.startsWith('bulk') ? released : undefined);
        running.now -= 1;
      });
      for (let n = 0; n < 4; n += 1) await jobs.schedule(peppol(`bulk_${n}`), now());
      assert.deepEqual(
        workers.ran.map(({ id }) => id),
        ['bulk_0', 'bulk_1'],
      );
      assert.equal(await jobsIn(workers), 2);
      await jobs.schedule(peppol('other', 'other'), now());
      await until(() => workers.ran.some(({ id }) => id === 'other'), 'the other client has its slot');
      assert.equal(running.most, 3);
      letGo();
      await until(() => workers.ran.length === 5, 'those that waited ran');
      await until(async () => (await jobsIn(workers)) === 0, 'their jobs are gone');
    });

    /** Work of one process that goes on until each is let go. */
    const heldOneByOne = async (workers: Workers, more: Partial<JobSettings> = {}) => {
      const slots = new Map<string, () => void>();
      const work = (id: string) => new Promise<void>((end) => slots.set(id, end));
      const jobs = await workers.worker('a', { ...own, inLineMs: NEVER, ...more }, work);
      const end = (...ids: string[]): void => ids.forEach((id) => slots.get(id)!());
      return { jobs, end, ran: () => workers.ran.map(({ id }) => id) };
    };

    test('stands in line for a slot, without a job unless the process stops before', async (workers) => {
      const { jobs, end, ran } = await heldOneByOne(workers);
      for (const id of ['first', 'second', 'third', 'fourth', 'fourth'])
        await jobs.schedule(peppol(id), now());
      await jobs.schedule(peppol('other', 'other'), now());
      assert.deepEqual(ran(), ['first', 'second', 'other']);
      end('first');
      await until(() => ran().includes('third'), 'who came first has the slot');
      assert.deepEqual(ran(), ['first', 'second', 'other', 'third']);
      assert.equal(await jobsIn(workers), 0);
      const stopped = jobs.drain(DRAIN_MS);
      end('second', 'third', 'other');
      assert.equal(await stopped, 0);
      assert.deepEqual(ran(), ['first', 'second', 'other', 'third']);
      assert.equal(await jobsIn(workers), 1, 'the fourth has a job');
    });

    test('begins first in line if its client has the fewest slots', async (workers) => {
      const { jobs, end, ran } = await heldOneByOne(workers, { concurrency: { PEPPOL: 2 } });
      for (const id of ['bulk_0', 'bulk_1', 'bulk_2']) await jobs.schedule(peppol(id), now());
      for (const id of ['other_0', 'other_1']) await jobs.schedule(peppol(id, 'other'), now());
      assert.deepEqual(ran(), ['bulk_0', 'bulk_1']);
      for (const [ended, next] of [
        ['bulk_0', 'other_0'],
        ['other_0', 'other_1'],
        ['other_1', 'bulk_2'],
      ] as const) {
        end(ended);
        await until(() => ran().includes(next), `${next} is next`);
      }
      assert.deepEqual(ran(), ['bulk_0', 'bulk_1', 'other_0', 'other_1', 'bulk_2']);
      end('bulk_1', 'bulk_2');
    });

    test('begins in the slot that a job leaves', async (workers) => {
      const client = await workers.jobs();
      for (const id of ['job_0', 'job_1']) await client.schedule(peppol(id), now());
      const { jobs, end, ran } = await heldOneByOne(workers, { pollMs: 50 });
      await until(() => ran().length === 2, 'jobs have the slots of the client');
      await jobs.schedule(peppol('inv_1'), now());
      assert.equal(await jobsIn(workers), 2, 'it has no job');
      end('job_0', 'job_1');
      await until(() => ran().includes('inv_1'), 'it began');
      end('inv_1');
    });

    test('has a job that any process may take once it stood in line for long', async (workers) => {
      const { jobs, end, ran } = await heldOneByOne(workers, { inLineMs: 100 });
      for (const id of ['first', 'second', 'third']) await jobs.schedule(peppol(id), now());
      await workers.worker('b', { ...own, pollMs: 50 });
      await until(() => ran().includes('third'), 'it ran');
      assert.deepEqual(
        workers.ran.map(({ id, by }) => `${id} ${by}`),
        ['first a', 'second a', 'third b'],
      );
      end('first', 'second');
    });

    test('goes on in another lane only in a free slot there, and gives back its own', async (workers) => {
      const [concurrency, maxPerClient] = [
        { check: 1, PEPPOL: 1 },
        { check: 1, PEPPOL: 1 },
      ];
      const atOnce = new Set(['check', 'PEPPOL']);
      const jobs = await workers.jobs({ ...own, concurrency, maxPerClient, atOnce, inLineMs: NEVER });
      const ends = new Map<string, () => void>();
      const went: (readonly [string, boolean])[] = [];
      await jobs.start(async ({ id, lane, client }, run) => {
        if (lane === 'check') went.push([id, run.goOnAs(peppol(id, client))]);
        await new Promise<void>((end) => ends.set(`${id} ${lane}`, end));
      });
      const begun = (): readonly string[] => [...ends.keys()];
      for (const id of ['inv_1', 'inv_2', 'inv_3']) await jobs.schedule(invoice(id), now());
      await until(() => begun().length === 2, 'the first goes on, so the second has its slot');
      await jobs.schedule(peppol('sent'), now());
      assert.deepEqual(went, [
        ['inv_1', true],
        ['inv_2', false],
      ]);
      assert.deepEqual(begun(), ['inv_1 check', 'inv_2 check'], 'both lanes are full');
      ends.get('inv_1 check')!();
      await until(() => begun().includes('sent PEPPOL'), 'its slot in the other lane is free at its end');
      ends.get('inv_2 check')!();
      await until(() => begun().includes('inv_3 check'), 'and so is the slot that was kept');
      assert.deepEqual(went.at(-1), ['inv_3', false]);
      const stopped = jobs.drain(DRAIN_MS);
      for (const end of ends.values()) end();
      assert.equal(await stopped, 0);
      assert.equal(await jobsIn(workers), 0);
    });

    test('goes on in no other lane once its process stops, or if the run is a job', async (workers) => {
      const jobs = await workers.jobs({ ...own, pollMs: 50, concurrency: { PEPPOL: 4, check: 4 } });
      const { released, letGo } = held();
      const went: boolean[] = [];
      let isAtWork = false;
      await jobs.start(async ({ id, client, lane }, run) => {
        const other = lane === 'check' ? 'PEPPOL' : 'check';
        if (lane === 'PEPPOL') {
          isAtWork = true;
          await released;
        }
        went.push(run.goOnAs(invoice(id, client, other)));
      });
      await jobs.schedule(invoice('job'), now());
      await until(() => went.length === 1, 'the job ran');
      await jobs.schedule(peppol('inv_1'), now());
      await until(() => isAtWork, 'it runs');
      const stopped = jobs.drain(DRAIN_MS);
      letGo();
      assert.equal(await stopped, 0);
      assert.deepEqual(went, [false, false]);
    });

    test('runs again if it is scheduled during its run', async (workers) => {
      const { released, letGo } = held();
      const jobs = await workers.worker('a', own, () =>
        workers.ran.length === 1 ? released : Promise.resolve(),
      );
      await jobs.schedule(peppol('inv_1'), now());
      await jobs.schedule(peppol('inv_1'), now());
      letGo();
      await until(() => workers.ran.length === 2, 'it ran again');
    });

    test('has a job after a failed run', async (workers) => {
      const errors: unknown[] = [];
      const onError = (error: unknown, id?: string): void => void errors.push([(error as Error).message, id]);
      const jobs = await workers.worker('a', { ...own, pollMs: 50, onError }, async () => {
        if (workers.ran.length === 1) throw new Error('once');
      });
      await jobs.schedule(peppol('inv_1'), now());
      await until(() => workers.ran.length === 2, 'it ran again');
      assert.ok(workers.ran[1]!.at - workers.ran[0]!.at >= 900, 'after a pause');
      assert.deepEqual(errors, [['once', 'inv_1']]);
    });

    test('has a job in each of its lanes after a run that went on has failed', async (workers) => {
      const jobs = await workers.jobs({
        ...{ ...own, pollMs: 50, concurrency: { PEPPOL: 4, check: 4 } },
        ...{ maxPerClient: { PEPPOL: 2, check: 2 }, atOnce: new Set(['check', 'PEPPOL']) },
      });
      const lanes: Lane[] = [];
      await jobs.start(async ({ id, client, lane }, run) => {
        lanes.push(lane);
        if (lanes.length > 1) return;
        assert.equal(run.goOnAs(peppol(id, client)), true);
        throw new Error('no answer of the store');
      });
      await jobs.schedule(invoice('inv_1'), now());
      await until(() => lanes.length === 3, 'whatever was stored goes on');
      assert.deepEqual(lanes.toSorted(), ['PEPPOL', 'check', 'check']);
    });

    test('is waited for at the drain, which begins no other', async (workers) => {
      const { released, letGo } = held();
      const jobs = await workers.worker('a', own, () => released);
      await jobs.schedule(peppol('inv_1'), now());
      assert.equal(await jobs.drain(50), 1);
      await jobs.schedule(peppol('inv_2'), now());
      assert.equal(workers.ran.length, 1);
      assert.equal(await jobsIn(workers), 1, 'it has a job for another process');
      letGo();
      assert.equal(await jobs.drain(DRAIN_MS), 0);
    });
  });

  test('runs again after a failed run', async (workers) => {
    const jobs = await workers.worker('a', {}, async () => {
      if (workers.ran.length === 1) throw new Error('once');
    });
    await jobs.schedule(invoice('inv_1'), now());
    await until(() => workers.ran.length === 2, 'the job ran again');
    await until(async () => (await workers.waiting()) === 0, 'the job is gone');
  });

  test('keeps its lock during long work', async (workers) => {
    const { released, letGo } = held();
    const jobs = await workers.worker('a', { lockMs: 2_000 }, () => released);
    await jobs.schedule(invoice('inv_1'), now());
    await until(() => workers.ran.length === 1, 'the job ran');
    await workers.worker('b', { lockMs: 2_000 });
    // Longer than the lock, which is long because a busy machine may renew it late.
    await leaveTime(2_500);
    assert.deepEqual(
      workers.ran.map(({ by }) => by),
      ['a'],
    );
    letGo();
  });

  test('runs the job of a killed process after its lock has expired', async (workers) => {
    const client = await workers.jobs();
    await client.schedule(invoice('inv_1'), now());
    const child = forkBuilt('support/hanging-worker.ts', [workers.kept.url]);
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await workers.worker('b', { lockMs: 300 });
    // Agenda's own limit is ten minutes.
    await until(() => workers.ran.length === 1, 'the job ran again');
    await until(async () => (await workers.waiting()) === 0, 'the job is gone');
  });

  test('runs the job of a dead process sooner in a lane with a shorter lock', async (workers) => {
    const client = await workers.jobs();
    await client.schedule(invoice('inv_1'), now());
    const { repository: dead } = await workers.kept.repository();
    assert.ok(await dead.getNextJobToRun('check', inMs(1000), now(), now(), undefined));
    await workers.worker('b', { lockMs: 600_000, lockMsIn: { check: 300 } });
    await until(() => workers.ran.length === 1, 'the job ran');
  });

  test('renews a shorter lock in time', async ({ kept }) => {
    const { repository } = await kept.repository();
    const save = repository.saveJobState.bind(repository);
    /** By the begin of a run: how often its lock was written. */
    const locked = new Map<number, number>();
    repository.saveJobState = (job, options) => {
      const began = Number(job.lastRunAt);
      if (job.lockedAt) locked.set(began, (locked.get(began) ?? 0) + 1);
      return save(job, options);
    };
    const own = { ...SETTINGS, lockMs: 600_000, lockMsIn: { check: 1500 } };
    const jobs = await AgendaJobs.open('test', repository, own);
    const isRenewed = () => [...locked.values()].some((times) => times > 1);
    await jobs.start(() => until(isRenewed, 'the lock of a run was written again'));
    await jobs.schedule(invoice('inv_1'), now());
    await until(isRenewed, 'the lock of a run was written again');
    await jobs.drain(DRAIN_MS);
  });

  /** Two slots and two jobs, so that a lane that lost them stands still. */
  const ofTwo = { concurrency: { check: 2 }, maxPerClient: { check: 2 }, atOnce: new Set(['check']) };

  test('runs jobs whose locks ended while they waited in the process', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 2; n += 1) await client.schedule(invoice(`late_${n}`), now());
    const { repository } = await workers.kept.repository();
    const next = repository.getNextJobToRun.bind(repository);
    let late = 0;
    // As after a machine stood still, or its clock was set forward, between the look and the run.
    repository.getNextJobToRun = async (...look) => {
      const job = await next(...look);
      return job && late++ < 2 ? { ...job, lockedAt: new Date(0) } : job;
    };
    const jobs = await workers.own(repository, { ...ofTwo, lockMs: 300 });
    await until(() => workers.ran.length >= 2, 'both ran');
    await jobs.schedule(invoice('next'), now());
    await until(() => workers.ran.some(({ id }) => id === 'next'), 'the lane has its slots');
    await until(async () => (await workers.waiting()) === 0, 'the jobs are gone');
  });

  test('uses slots again whose jobs could not begin', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 2; n += 1) await client.schedule(invoice(`lost_${n}`), now());
    const { repository } = await workers.kept.repository();
    const save = repository.saveJobState.bind(repository);
    let lost = 0;
    // The store has no such job, so it cannot begin.
    repository.saveJobState = (job, options) =>
      save(job.lockedAt && lost++ < 2 ? { ...job, name: 'other' } : job, options);
    const errors: unknown[] = [];
    await workers.own(repository, { ...ofTwo, lockMs: 300, onError: (error) => errors.push(error) });
    await until(() => workers.ran.length === 2, 'both ran once their locks had ended');
    assert.equal(errors.length, 2);
    await until(async () => (await workers.waiting()) === 0, 'the jobs are gone');
  });

  test('runs the job of a process that died before the clock was set back', async (workers) => {
    const client = await workers.jobs();
    await client.schedule(invoice('inv_1'), now());
    const { repository: dead } = await workers.kept.repository();
    const locked = await dead.getNextJobToRun('check', inMs(1000), now(), inMs(3_600_000), undefined);
    assert.ok(locked);
    await workers.worker('b');
    await until(() => workers.ran.length === 1, 'the job ran');
  });

  test('drains: running jobs end, waiting ones are released at once', async (workers) => {
    let ended = 0;
    const jobs = await workers.worker('a', { concurrency: { check: 2, 'check-large': 1 } }, async () => {
      await leaveTime(400);
      ended += 1;
    });
    for (let n = 0; n < 6; n += 1) await jobs.schedule(invoice(`inv_${n}`), now());
    await until(() => workers.ran.length === 2, 'two run');
    assert.equal(await jobs.drain(DRAIN_MS), 0);
    assert.equal(ended, 2);
    await workers.worker('b');
    await until(() => workers.ran.length === 6, 'the others ran in another worker');
    await leaveTime(200);
    assert.equal(workers.ran.length, 6);
  });

  test('tells a running job that the process stops, so that it ends early', async (workers) => {
    const jobs = await workers.jobs();
    const signs: string[] = [];
    await jobs.start(async (_task, { stopping }) => {
      signs.push('runs');
      await once(stopping, 'abort');
      signs.push('told');
    });
    await jobs.schedule(invoice('inv_1'), now());
    await until(() => signs.length === 1, 'it runs');
    assert.equal(await jobs.drain(DRAIN_MS), 0);
    assert.deepEqual(signs, ['runs', 'told']);
  });

  test('reports a failed run with its invoice', async (workers) => {
    const errors: unknown[] = [];
    const onError = (error: unknown, id?: string): void => void errors.push([(error as Error).message, id]);
    const jobs = await workers.worker('a', { onError }, () => Promise.reject(new Error('no disk')));
    await jobs.schedule(invoice('inv_1'), now());
    await until(() => errors.length > 0, 'the failure was reported');
    assert.deepEqual(errors[0], ['no disk', 'inv_1']);
  });

  test('returns the number of runs that did not end in time', async (workers) => {
    const { released, letGo } = held();
    const jobs = await workers.worker('a', {}, () => released);
    await jobs.schedule(invoice('inv_1'), now());
    await until(() => workers.ran.length === 1, 'it runs');
    assert.equal(await jobs.drain(50), 1);
    letGo();
  });

  test('follows a clock that is moved forward', async (workers) => {
    let offset = 0;
    const offsetMs = () => offset;
    const jobs = await workers.worker('a', { offsetMs });
    await jobs.schedule(invoice('inv_1'), inMs(3_600_000));
    await leaveTime(150);
    assert.equal(workers.ran.length, 0);
    offset = 3_600_000;
    await until(() => workers.ran.length === 1, 'the job ran');
    await jobs.schedule(invoice('inv_2'), inMs(3_600_000 - 1000));
    await until(() => workers.ran.length === 2, 'a job due by the moved clock ran');
  });

  test('lets clients take turns, whatever the number of their jobs', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 40; n += 1) await client.schedule(invoice(`bulk_${n}`, 'bulk'), inMs(-60_000 + n));
    for (let n = 0; n < 3; n += 1)
      for (const of of ['acme', 'zeta']) await client.schedule(invoice(`${of}_${n}`, of), inMs(-1000));
    await workers.worker('a', { concurrency: { check: 1, 'check-large': 1 } }, () => pause(5));
    await until(() => workers.ran.length === 46, 'all jobs ran');
    const small = workers.ran.flatMap(({ id }, index) => (id.startsWith('bulk') ? [] : [index]));
    // Two jobs are locked in advance, more on a busy machine. By their times the small ones would be the last of 46.
    assert.ok(Math.max(...small) < 3 * 3 * 2, `the small ones ran at positions ${small.join(', ')}`);
  });

  test('gives no turn to a client whose jobs are due later', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 5; n += 1) await client.schedule(invoice(`late_${n}`, `later_${n}`), inMs(600_000));
    await client.schedule(invoice('inv_1', 'acme'), now());
    await client.schedule(invoice('inv_2', 'zeta'), now());
    await workers.worker('a');
    await until(() => workers.ran.length === 2, 'the due jobs ran');
    await leaveTime(150);
    assert.deepEqual(workers.ran.map(({ id }) => id).sort(), ['inv_1', 'inv_2']);
  });

  test('has separate slots for large documents and for others', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 8; n += 1) await client.schedule(invoice(`heavy_${n}`, 'bulk', 'check-large'), now());
    const isHeavy = (id: string): boolean => id.startsWith('heavy');
    const { released, letGo } = held();
    const work = (id: string): Promise<void> => (isHeavy(id) ? released : pause(5));
    await workers.worker('a', { concurrency: { check: 3, 'check-large': 1 } }, work);
    await workers.worker('b', { concurrency: { check: 3, 'check-large': 1 } }, work);
    await until(() => workers.ran.length === 2, 'each works on a large one');
    await client.schedule(invoice('light', 'acme'), now());
    await until(() => workers.ran.some(({ id }) => id === 'light'), 'the small one did not wait');
    assert.equal(workers.ran.filter(({ id }) => isHeavy(id)).length, 2);
    letGo();
  });

  test('runs other routes and checks while one route is stuck', async (workers) => {
    const client = await workers.jobs();
    for (let n = 0; n < 20; n += 1)
      await client.schedule(invoice(`stuck_${n}`, 'acme', 'PEPPOL'), inMs(-60_000));
    const stuck: (() => void)[] = [];
    const work = (id: string): Promise<void> =>
      id.startsWith('stuck') ? new Promise((resolve) => stuck.push(resolve)) : pause(1);
    await workers.worker('a', {}, work);
    await until(() => stuck.length === 2, 'the slots of the stuck route are taken');
    const others = (['check', 'check-large', 'RO-EFACTURA'] as const).flatMap((lane) =>
      Array.from({ length: 10 }, (_, n) => invoice(`${lane}_${n}`, 'acme', lane)),
    );
    for (const task of others) await client.schedule(task, now());
    await until(() => workers.ran.length === 2 + others.length, 'the others ran');
    assert.equal(stuck.length, 2);
    for (const end of stuck) end();
  });

  test('distinguishes one id in several lanes, and passes the lane to the run', async (workers) => {
    const ran: string[] = [];
    const client = await workers.jobs();
    for (const lane of ['check', 'PEPPOL', 'check', 'PEPPOL'] as const)
      await client.schedule(invoice('inv_1', 'acme', lane), now());
    await workers.worker('a', {}, async (id, lane) => void ran.push(`${lane} ${id}`));
    await until(() => ran.length >= 2, 'each ran');
    await leaveTime(200);
    assert.deepEqual(ran.sort(), ['PEPPOL inv_1', 'check inv_1']);
  });

  test('runs no jobs in lanes without slots', async (workers) => {
    const client = await workers.jobs();
    await client.schedule(invoice('sent', 'acme', 'PEPPOL'), now());
    await client.schedule(invoice('checked'), now());
    await workers.worker('checks only', { concurrency: { check: 1 } });
    await until(() => workers.ran.length === 1, 'the check ran');
    await leaveTime(200);
    await workers.worker('sends too');
    await until(() => workers.ran.length === 2, 'the other one ran in another worker');
    assert.deepEqual(
      workers.ran.map(({ id, by }) => [id, by]),
      [
        ['checked', 'checks only'],
        ['sent', 'sends too'],
      ],
    );
  });

  test('answers busy if the store is not available', async (workers) => {
    const jobs = await workers.jobs();
    await workers.kept.close();
    await assert.rejects(
      () => jobs.schedule(invoice('inv_1'), now()),
      (error) => error instanceof CallFailed && error.failure.kind === 'busy',
    );
  });
}
