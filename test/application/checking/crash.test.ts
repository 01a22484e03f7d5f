import assert from 'node:assert/strict';
import sinon from 'sinon';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import { NEGLECT_GRACE_MS } from '../../../src/application/work/sweep-neglected.ts';
import { RETRY_WAITS_MS } from '../../../src/domain/sending/retry.ts';
import { statuses, found } from '../sending/world.ts';
import { ID, VALID, NOT_RUN, INVALID, setUp, type World, workerOn, sweepOn } from './world.ts';

describe('an invoice whose processes die', () => {
  /** A run that dies and leaves only its lease. */
  async function killRun(world: World, id = ID): Promise<void> {
    const killed = new Promise<void>((resolve) => {
      const worker = workerOn(world, () => {
        resolve();
        return new Promise<never>(() => undefined);
      });
      void worker.run(id, 'check');
    });
    await killed;
    world.clock.advance(LEASE_MS);
  }

  it('continues at once after the first death, waits after the next ones, and is a dead letter after the tenth', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const world = await setUp();
      const results: string[] = [];
      let deaths = 0;
      for (let turn = 0; turn < 60 && (await found(world)).state === 'queued'; turn += 1) {
        const { dueAt, crashes = 0, lease } = await found(world);
        world.clock.advance(Math.max(0, dueAt!.getTime() - world.clock.now().getTime()));
        // From the second death on, the run that finds a death makes the invoice wait.
        const deathsSoFar = crashes + (lease?.holders ?? 0);
        if (lease && deathsSoFar > 1) results.push(await workerOn(world).run(ID, 'check'));
        else {
          await killRun(world);
          deaths += 1;
        }
      }
      assert.equal(deaths, 10);
      assert.deepEqual(results, [...Array<string>(8).fill('failed'), 'dead-letter']);
      assert.equal((await found(world)).failures, 0);
      const { state, care } = await found(world);
      assert.deepEqual([state, care.map(({ code }) => code)], ['dead_letter', ['EI-SERVICE-FAULT']]);
    } finally {
      timers.restore();
    }
  });

  it('gets another retry time than invoices of the same dead process', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const world = await setUp();
      const beside = 'inv_00000000000000000000000f';
      const { lease: _, ...record } = await found(world);
      const other = { ...record, id: beside, intakeKey: 'k2', fingerprint: 'f2', lease: null };
      await world.invoices.takeIn({ record: other, events: [], audit: [], files: [] });
      for (let death = 1; death <= 2; death += 1) {
        await killRun(world);
        await killRun(world, beside);
      }
      assert.deepEqual(
        [await workerOn(world).run(ID, 'check'), await workerOn(world).run(beside, 'check')],
        ['failed', 'failed'],
      );
      const [one, two] = [await found(world), (await world.invoices.find(beside))!];
      assert.deepEqual([one.crashes, two.crashes], [2, 2]);
      for (const { dueAt } of [one, two])
        assert.ok(dueAt!.getTime() - world.clock.now().getTime() >= RETRY_WAITS_MS[1]);
      assert.notDeepEqual(one.dueAt, two.dueAt);
    } finally {
      timers.restore();
    }
  });

  it('counts from zero again after a completed run', async () => {
    const timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const world = await setUp();
      await killRun(world);
      assert.equal(await workerOn(world).run(ID, 'check'), 'done');
      const { state, crashes, lease } = await found(world);
      assert.deepEqual([state, crashes, lease], ['ready', 0, null]);
    } finally {
      timers.restore();
    }
  });
});

/** A process that dies at its nth call: with its answer, or after its effect without one. Later calls have no effect. */
class Mortality {
  calls = 0;

  constructor(
    private readonly diesAt: number,
    private readonly answers: boolean,
  ) {}

  wrap<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return async (...args: unknown[]) => {
          this.calls += 1;
          if (this.calls > this.diesAt) throw new Error('dead');
          const result: unknown = await Reflect.apply(member, target, args);
          if (this.calls === this.diesAt && !this.answers) throw new Error('dead');
          return result;
        };
      },
    });
  }
}

/** The dependencies of a process that can die. */
function mortal(world: World, life: Mortality): World {
  const { invoices, content, jobs } = world;
  return Object.assign(Object.create(world) as World, {
    invoices: life.wrap(invoices),
    content: life.wrap(content),
    jobs: life.wrap(jobs),
  });
}

/** The recovery after a crash: the lease expires, the sweep schedules the invoice, the jobs run. */
async function recover(world: World): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    world.clock.advance(LEASE_MS + NEGLECT_GRACE_MS + 1);
    await sweepOn(world).run();
    await world.jobs.runDue(world.clock.now(), ({ id, lane }) => workerOn(world).run(id, lane));
  }
}

const ENDINGS = {
  valid: { layers: VALID, events: ['received', 'validated', 'ready'] },
  invalid: { layers: INVALID, events: ['received', 'validation_failed'] },
  'not run': { layers: NOT_RUN, events: ['received', 'dead_letter'] },
} as const;

describe('a worker that dies between any two calls', () => {
  for (const [name, { layers, events }] of Object.entries(ENDINGS))
    it(`loses nothing and repeats no event if the document is ${name}`, async () => {
      let points = 0;
      for (let diesAt = 1; ; diesAt += 1) {
        let calls = 0;
        for (const answers of [true, false]) {
          const world = await setUp();
          world.layers = layers;
          const life = new Mortality(diesAt, answers);
          await workerOn(mortal(world, life))
            .run(ID, 'check')
            .catch((error: Error) => assert.equal(error.message, 'dead'));
          calls = life.calls;
          await recover(world);
          if (name === 'not run')
            for (let more = 0; more < 6; more += 1) {
              world.clock.advance(3_600_000);
              await recover(world);
            }
          assert.deepEqual(await statuses(world), events, `died at call ${diesAt}`);
          const record = await found(world);
          assert.equal(record.lastSequence, events.length);
          // A run that died counts as a try.
          if (name === 'not run')
            assert.ok(record.version === 6 || record.version === 7, String(record.version));
          else assert.equal(record.version, 2, 'the intake and the check are a commit each');
          assert.deepEqual([record.dueAt, record.lease], [null, null]);
          assert.ok(record.documents.some(({ kind }) => kind === 'validation-report'));
          for (const { sha256 } of record.documents) assert.ok(await world.content.get('acme', sha256));
        }
        points += 1;
        if (calls < diesAt) break;
      }
      assert.ok(points > 4, `only ${points} calls at which a process can die`);
    });
});
