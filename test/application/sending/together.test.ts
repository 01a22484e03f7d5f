import assert from 'node:assert/strict';
import { STATUS_INQUIRY } from '../../../src/domain/routes/route-caps.ts';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import { LEASE_MS } from '../../../src/domain/lifecycle/due.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { anIntake } from '../../support/records.ts';
import { rowsFor } from '../../support/volume.ts';
import { Mortal } from './mortal.ts';
import { setUp, type World, workerOn } from './world.ts';

const HOUR = 3600;
/** A cap of one single call per hour. */
const windows = [{ seconds: HOUR, limit: 1 }];

const aRail = (together = 100): FakeRail =>
  new FakeRail({ prepares: true, emptyLookups: 2, caps: [{ works: ['send'], windows }], together });

interface Queue {
  readonly world: World;
  readonly ids: readonly string[];
}

/** Stores this number of invoices of one client, all due now. */
async function aQueue(length: number, rail = aRail()): Promise<Queue> {
  const world = await setUp(rail);
  const first = (await world.invoices.find(world.id))!;
  const ids = [world.id];
  while (ids.length < length) ids.push(await takeInLike(first, world));
  return { world, ids };
}

/** Takes in another invoice with the document of the first, due now. */
async function takeInLike(first: InvoiceRecord, { invoices, clock }: World): Promise<string> {
  const { work, documentSha256, documents } = first;
  const due = { route: 'PEPPOL', dueAt: clock.now() } as const;
  const { record } = anIntake({ ...due, work, documents, ...(documentSha256 && { documentSha256 }) });
  await invoices.takeIn({ record, events: anIntake(record).events, audit: [], files: [] });
  return record.id;
}

const all = ({ world, ids }: Queue): Promise<InvoiceRecord[]> =>
  Promise.all(ids.map(async (id) => (await world.invoices.find(id))!));

type Ports = Parameters<typeof workerOn>[1];

/** Runs each due invoice once, in order. */
async function round(queue: Queue, ports: Ports = queue.world): Promise<void> {
  const { world } = queue;
  for (const { id, dueAt } of await all(queue))
    if (dueAt && dueAt <= world.clock.now())
      await workerOn(world, ports)
        .run(id, 'PEPPOL')
        .catch(() => undefined);
}

/** Moves the clock to each due time and runs, until no work is left. */
async function toTheEnd(queue: Queue, ports?: Ports, goesOn = (): boolean => true): Promise<void> {
  const { clock } = queue.world;
  for (let rounds = 0; rounds < 300 && goesOn(); rounds += 1) {
    const due = (await all(queue)).flatMap(({ dueAt }) => (dueAt ? [Number(dueAt)] : []));
    if (due.length === 0) return;
    clock.advance(Math.max(0, Math.min(...due) - clock.now().getTime()));
    await round(queue, ports);
  }
}

const sent = ({ world }: Queue): readonly string[] =>
  world.rail.calls.filter((call) => /^(send|batch)/.test(call)).map((call) => call.split(' ')[0]!);

async function assertEachOnce(queue: Queue, end = 'delivered', at = ''): Promise<void> {
  const { rail } = queue.world;
  const records = await all(queue);
  assert.deepEqual([...new Set(records.map(({ state }) => state))], [end], at);
  for (const { submission } of records) assert.equal(rail.held.get(submission!.id), 1, at);
}

/** No invoice is sent twice, alone or in a batch. */
async function assertNoneSentTwice(queue: Queue, at = ''): Promise<void> {
  const calls = queue.world.rail.calls.filter((call) => /^(send|batch)/.test(call));
  for (const { submission } of await all(queue))
    assert.equal(calls.filter((call) => call.split(' ').includes(submission!.id)).length, 1, at);
}

describe('invoices with a long queue wait at a route', () => {
  it('are sent as a batch, and each has its own end', async () => {
    const queue = await aQueue(6);
    await round(queue);
    assert.deepEqual(sent(queue), ['send']);
    queue.world.clock.advance(10_000);
    await round(queue);
    assert.deepEqual(sent(queue), ['send', 'batch']);
    assert.deepEqual(queue.world.telemetry.batches, ['PEPPOL 5']);
    const states = (await all(queue)).map(({ state, lease }) => `${state} ${lease === null}`);
    assert.deepEqual(states, ['delivered true', ...Array.from({ length: 5 }, () => 'submitted true')]);
    await toTheEnd(queue);
    await assertEachOnce(queue);
    for (const id of queue.ids) {
      const events = await queue.world.eventFeed.events(id);
      const statuses = events.map(({ text }) => (JSON.parse(text) as { status: string }).status);
      assert.deepEqual(statuses.slice(-2), ['submitted', 'delivered']);
    }
  });

  it('have the batch stored before its first byte leaves', async () => {
    const queue = await aQueue(3);
    await round(queue);
    const { rail, clock } = queue.world;
    let stored: readonly string[] = [];
    const { batches } = rail;
    const watched = {
      ...batches!,
      open: async (...args: Parameters<NonNullable<typeof batches>['open']>) => {
        const opened = await batches!.open(...args);
        if ('mapping' in opened) return opened;
        return {
          ...opened,
          send: async () => {
            const records = (await all(queue)).slice(1);
            stored = records.map(({ state, submission: s }) => `${state} ${s?.resumeToken} ${s?.isCalling}`);
            return opened.send();
          },
        };
      },
    };
    Object.assign(rail, { batches: watched });
    clock.advance(10_000);
    await round(queue);
    assert.deepEqual(stored, ['submitting batch true', 'submitting batch true']);
  });

  it('stay within the limits of a batch; the rest follows in the next batch', async () => {
    const queue = await aQueue(10, aRail(3));
    await round(queue);
    queue.world.clock.advance(10_000);
    await toTheEnd(queue, undefined, () => sent(queue).length < 4);
    assert.deepEqual(sent(queue), ['send', 'batch', 'batch', 'batch']);
    assert.ok(queue.world.telemetry.batches.every((batch) => batch === 'PEPPOL 3'));
    await toTheEnd(queue);
    await assertEachOnce(queue);
  });

  for (const [size, wave] of [
    [40, 30],
    [10, 10],
  ] as const)
    it(`leave in the next batch of ${size}, also those that came in while one was on its way`, async () => {
      const early = await aQueue(5, aRail(size));
      const { world } = early;
      const first = (await world.invoices.find(world.id))!;
      const ids = [...early.ids];
      const queue = { world, ids };
      world.rail.duringBatch = async () => {
        for (let more = ids.length < 45 ? wave : 0; more > 0; more -= 1)
          ids.push(await takeInLike(first, world));
        await round(queue);
        world.clock.advance(10_000);
        await round(queue);
      };
      await round(early);
      const before = world.clock.now().getTime();
      const batches = 1 + Math.ceil((45 - 5) / wave);
      await toTheEnd(queue, undefined, () => sent(queue).length <= batches);
      assert.deepEqual(world.telemetry.batches, [
        'PEPPOL 4',
        ...Array.from({ length: batches - 1 }, () => `PEPPOL ${wave}`),
      ]);
      const minutes = (world.clock.now().getTime() - before) / 60_000;
      assert.ok(minutes <= 1.25 * batches, `${minutes} minutes`);
      await toTheEnd(queue);
      await assertEachOnce(queue);
    });

  it('stay within the bytes of a batch', async () => {
    const queue = await aQueue(5);
    const { rail } = queue.world;
    // Ten bytes each.
    Object.assign(rail, { batches: { ...rail.batches!, most: { documents: 100, bytes: 25 } } });
    await round(queue);
    queue.world.clock.advance(10_000);
    await round(queue);
    assert.deepEqual(queue.world.telemetry.batches, ['PEPPOL 2']);
  });

  /** A round in which the last invoice of the queue changes while a batch is opened. */
  async function roundWithChange(
    queue: Queue,
    change: (record: InvoiceRecord) => InvoiceRecord,
  ): Promise<void> {
    const { rail, clock, invoices } = queue.world;
    const { batches } = rail;
    const changing = {
      ...batches!,
      open: async (...args: Parameters<NonNullable<typeof batches>['open']>) => {
        const opened = await batches!.open(...args);
        const record = (await invoices.find(queue.ids.at(-1)!))!;
        const changed = { ...change(record), version: record.version + 1 };
        await invoices.commit({ record: changed, events: [], audit: [], files: [] });
        Object.assign(rail, { batches });
        return opened;
      },
    };
    Object.assign(rail, { batches: changing });
    clock.advance(10_000);
    await round(queue);
  }

  it('send no batch with a member that was cancelled meanwhile: the others wait again', async () => {
    const queue = await aQueue(4);
    await round(queue);
    await roundWithChange(queue, (record) => ({ ...record, state: 'cancelled', dueAt: null }));
    assert.deepEqual(sent(queue), ['send']);
    const states = (await all(queue)).map(({ state }) => state);
    assert.deepEqual(states, ['delivered', 'queued', 'queued', 'cancelled']);
    await toTheEnd(queue);
    assert.deepEqual(sent(queue), ['send', 'batch']);
    assert.deepEqual([...queue.world.rail.held.values()], [1, 1, 1]);
  });

  it('release a member that another process has changed', async () => {
    const queue = await aQueue(3);
    await round(queue);
    const { jobs, invoices } = queue.world;
    jobs.forget();
    await roundWithChange(queue, (record) => ({ ...record, deadlineWarnings: 1 }));
    const id = queue.ids.at(-1)!;
    assert.equal((await invoices.find(id))?.lease, null);
    assert.ok(jobs.waiting.has(id));
    await toTheEnd(queue);
    await assertEachOnce(queue);
  });

  it('keep their queue positions if no batch can be opened', async () => {
    const queue = await aQueue(3);
    const { rail, clock } = queue.world;
    for (let tries = 0; tries < 100; tries += 1) rail.next.open.push({ mapping: COMMON_STATUSES.outOfOrder });
    await round(queue);
    clock.advance(10_000);
    await round(queue);
    const records = await all(queue);
    assert.deepEqual(
      records.map(({ state }) => state),
      ['delivered', 'queued', 'queued'],
    );
    assert.ok(
      records.every(({ lease, failures, errors }) => lease === null && failures === 0 && errors.length === 0),
    );
    await toTheEnd(queue);
    assert.deepEqual(sent(queue), ['send', 'send', 'send']);
    await assertEachOnce(queue);
  });

  it('have jobs again if no batch can be opened: their own may have found them leased', async () => {
    const queue = await aQueue(3);
    const { rail, clock, jobs } = queue.world;
    rail.next.open.push({ mapping: COMMON_STATUSES.outOfOrder });
    await round(queue);
    clock.advance(10_000);
    jobs.forget();
    await workerOn(queue.world).run(queue.ids[1]!, 'PEPPOL');
    assert.deepEqual([...jobs.waiting.keys()].toSorted(), queue.ids.slice(1).toSorted());
  });

  it('are sent alone after a refused batch', async () => {
    const queue = await aQueue(3);
    const { rail, clock } = queue.world;
    rail.next.batch.push({ mapping: COMMON_STATUSES.brokenUp, retryAfterSeconds: 1, takes: false });
    await round(queue);
    clock.advance(10_000);
    await round(queue);
    await toTheEnd(queue);
    assert.deepEqual(sent(queue), ['send', 'batch', 'send', 'send']);
    await assertEachOnce(queue);
  });

  it('are sent alone after a batch that the route dropped', async () => {
    const queue = await aQueue(3);
    const { rail, clock } = queue.world;
    rail.next.batch.push({ mapping: WORDS.held, takes: false });
    rail.next.poll.push({ mapping: WORDS.dropped }, { mapping: WORDS.dropped });
    await round(queue);
    clock.advance(10_000);
    await round(queue);
    await toTheEnd(queue);
    assert.deepEqual(sent(queue), ['send', 'batch', 'send', 'send']);
    await assertEachOnce(queue);
  });

  it('have one status inquiry each if the answer to a batch is lost', async () => {
    const queue = await aQueue(3);
    const { rail, clock } = queue.world;
    rail.next.batch.push({ mapping: COMMON_STATUSES.answerLost });
    await round(queue);
    clock.advance(10_000);
    await round(queue);
    assert.deepEqual(
      (await all(queue)).map(({ state, work }) => `${state} ${work}`),
      [`delivered ${STATUS_INQUIRY}`, `submitting ${STATUS_INQUIRY}`, `submitting ${STATUS_INQUIRY}`],
    );
    await toTheEnd(queue);
    assert.deepEqual(sent(queue), ['send', 'batch']);
    await assertEachOnce(queue);
  });

  it('do not share a batch with an invoice of another credential', async () => {
    const queue = await aQueue(4);
    await round(queue);
    const { invoices, clock } = queue.world;
    const record = (await invoices.find(queue.ids[3]!))!;
    const submission = { ...record.submission!, credential: 'crd_other' };
    await invoices.commit({
      record: { ...record, submission, version: record.version + 1 },
      events: [],
      audit: [],
      files: [],
    });
    clock.advance(10_000);
    await workerOn(queue.world).run(queue.ids[1]!, 'PEPPOL');
    assert.deepEqual(queue.world.telemetry.batches, ['PEPPOL 2']);
  });

  it('do not share a batch with an invoice whose processes died three times', async () => {
    const queue = await aQueue(4);
    await round(queue);
    const { invoices, clock } = queue.world;
    const record = (await invoices.find(queue.ids[3]!))!;
    await invoices.commit({
      record: { ...record, crashes: 3, version: record.version + 1 },
      events: [],
      audit: [],
      files: [],
    });
    clock.advance(10_000);
    await workerOn(queue.world).run(queue.ids[1]!, 'PEPPOL');
    assert.deepEqual(queue.world.telemetry.batches, ['PEPPOL 2']);
  });

  it('are sent once each, if the process dies before or after any call', async () => {
    let diesAt = 0;
    for (let died = true; died;) {
      diesAt += 1;
      died = false;
      for (const when of rowsFor(['before', 'after'] as const, diesAt)) {
        const queue = await aQueue(4);
        const { world } = queue;
        const mortal = new Mortal(diesAt, when);
        const ports = {
          invoices: mortal.wrap(world.invoices),
          rail: mortal.wrap(world.rail),
          jobs: mortal.wrap(world.jobs),
          caps: mortal.wrap(world.caps),
        };
        await toTheEnd(queue, ports, () => mortal.calls < diesAt);
        died ||= mortal.isDead;
        world.clock.advance(LEASE_MS + 1);
        await toTheEnd(queue);
        const at = `killed ${when} call ${diesAt}: ${world.rail.calls.join(', ')}`;
        await assertEachOnce(queue, 'delivered', at);
        await assertNoneSentTwice(queue, at);
      }
    }
    assert.ok(diesAt > 40, `${diesAt} calls`);
  });
});
