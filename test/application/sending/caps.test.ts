import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import type { CapWindow } from '../../../src/domain/routes/route-caps.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { found, runToTheEnd, setUp, toDueTime, type World, workerOn } from './world.ts';
import { START } from '../../support/records.ts';

const windows = [{ seconds: 60, limit: 2 }];
const KEY = 'PEPPOL acme send';
const countOne = async ({ caps, clock }: World, counted: readonly CapWindow[]): Promise<void> => {
  await caps.take({ key: KEY, windows: counted }, clock.now());
  await caps.end({ key: KEY, windows: counted }, { countedAt: clock.now() }, clock.now());
};
const run = (world: World) => workerOn(world).run(world.id, 'PEPPOL');

describe('an invoice on a route with caps', () => {
  it('stays queued without a failure while the caps are used up, and can be cancelled', async () => {
    const world = await setUp(new FakeRail({ caps: [{ works: ['send'], windows }] }));
    for (const _ of windows.concat(windows)) await countOne(world, windows);
    await run(world);
    const { state, failures, care, reachedRail, dueAt } = await found(world);
    assert.deepEqual(withEnglish([state, failures, care, reachedRail]), ['queued', 0, [], false]);
    assert.equal(Number(dueAt) - Number(world.clock.now()), 60_000);
    assert.deepEqual(world.rail.calls, []);
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(world.telemetry.caps, ['PEPPOL send full', 'PEPPOL send taken']);
  });

  it('keeps its queue position after a run, also if the log-in then fails', async () => {
    const slow = [{ seconds: 36_000, limit: 1 }];
    const rail = new FakeRail({ prepares: true, caps: [{ works: ['send'], windows: slow }] });
    const world = await setUp(rail);
    await countOne(world, slow);
    const waits: number[] = [];
    const runOnce = async (): Promise<void> => {
      await run(world);
      const { dueAt, submission } = await found(world);
      assert.equal(Number(submission?.queuePosition) - START.getTime(), 36_000_000);
      waits.push((Number(dueAt) - Number(world.clock.now())) / 60_000);
      await toDueTime(world);
    };
    await runOnce();
    rail.next.prepare.push({ mapping: COMMON_STATUSES.unreachable });
    for (let runs = 0; runs < 3; runs += 1) await runOnce();
    assert.deepEqual(waits, [300, 0.5, 149.75, 74.875]);
    await runToTheEnd(world);
    const { state, submission } = await found(world);
    assert.deepEqual([state, submission?.queuePosition], ['delivered', undefined]);
  });

  it('takes a permit for each call; the calls of one row share a cap', async () => {
    const works = ['send', 'poll', 'receipt'] as const;
    const world = await setUp(new FakeRail({ receipts: true, caps: [{ works, windows }] }));
    world.rail.next.send.push({ mapping: WORDS.held });
    await run(world);
    await toDueTime(world);
    await run(world);
    const { state, work, dueAt } = await found(world);
    assert.deepEqual([state, work], ['accepted', 'receipt']);
    assert.ok(dueAt && dueAt > world.clock.now(), 'the third call within a minute waits');
    assert.deepEqual(world.rail.calls, ['send sub-1', 'poll sub-1']);
    await runToTheEnd(world);
    assert.deepEqual(world.rail.calls, ['send sub-1', 'poll sub-1', 'receipt sub-1']);
  });

  it('counts a call as made now until its answer comes', async () => {
    const world = await setUp(new FakeRail({ caps: [{ works: ['send'], windows }] }));
    const { rail, clock } = world;
    const send = rail.send.bind(rail);
    rail.send = async (consignment) => {
      const answer = await send(consignment);
      clock.advance(90_000);
      return answer;
    };
    await run(world);
    assert.equal((await found(world)).state, 'delivered');
    await countOne(world, windows);
    const { taken } = await world.caps.take({ key: KEY, windows }, clock.now());
    assert.ok(!taken, 'the send may arrive late');
  });

  it('needs no permit for an answer that another question has brought', async () => {
    const works = ['send', 'poll'] as const;
    const world = await setUp(new FakeRail({ caps: [{ works, windows: [{ seconds: 36_000, limit: 1 }] }] }));
    world.rail.next.send.push({ mapping: WORDS.held });
    await run(world);
    world.rail.pollAtHand = () => ({ mapping: WORDS.delivered, legalId: 'seen beside another' });
    await toDueTime(world);
    await run(world);
    const { state, legalId } = await found(world);
    assert.deepEqual([state, legalId], ['delivered', 'seen beside another']);
    assert.equal(world.rail.calls.filter((call) => call.startsWith('poll')).length, 0);
  });

  it('lets a rail take a permit for one more call', async () => {
    const world = await setUp(new FakeRail({ caps: [{ works: ['send'], windows }] }));
    await runToTheEnd(world);
    const { acquirePermit: mayCall } = world.rail.inquiries[0]!;
    assert.deepEqual([await mayCall(), await mayCall()], [true, false]);
  });
});
