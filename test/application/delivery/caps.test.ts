import assert from 'node:assert/strict';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { found, runToTheEnd, setUp, toDueTime, type World, workerOn } from './world.ts';

const windows = [{ seconds: 60, limit: 2 }];
const run = (world: World) => workerOn(world).run(world.id, 'PEPPOL');

describe('an invoice over a route with caps', () => {
  it('stays queued while they are full, which is no failure, and can be cancelled', async () => {
    const world = await setUp(new FakeRail({ caps: [{ works: ['send'], windows }] }));
    for (const _ of windows.concat(windows))
      await world.caps.take('PEPPOL acme send', windows, world.clock.now());
    await run(world);
    const { state, failures, care, reachedRail, dueAt } = await found(world);
    assert.deepEqual([state, failures, care, reachedRail], ['queued', 0, [], false]);
    assert.equal(Number(dueAt) - Number(world.clock.now()), 60_000);
    assert.deepEqual(world.rail.calls, []);
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(world.telemetry.caps, ['PEPPOL send full', 'PEPPOL send taken']);
  });

  it('takes a place for each question, those of one row together', async () => {
    const works = ['send', 'poll', 'receipt'] as const;
    const world = await setUp(new FakeRail({ receipts: true, caps: [{ works, windows }] }));
    world.rail.next.send.push({ word: WORDS.held });
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

  it('takes another place when so long passed since the first that calls could arrive together', async () => {
    const world = await setUp(new FakeRail({ caps: [{ works: ['send'], windows }] }));
    world.feeds.begin = async () => void world.clock.advance(501);
    await world.caps.take('PEPPOL acme send', windows, world.clock.now());
    await run(world);
    const { state, failures, submission } = await found(world);
    assert.deepEqual([state, failures, submission?.isCalling], ['queued', 0, false]);
    assert.equal(world.rail.calls.length, 0, 'the window is full');
    world.feeds.begin = async () => undefined;
    await runToTheEnd(world);
    assert.equal((await found(world)).state, 'delivered');
    assert.deepEqual(world.rail.calls, ['send sub-1']);
  });

  it('lets a rail take a place for one call more within a question', async () => {
    const world = await setUp(new FakeRail({ caps: [{ works: ['send'], windows }] }));
    await runToTheEnd(world);
    const { mayCall } = world.rail.told[0]!;
    assert.deepEqual([await mayCall(), await mayCall()], [true, false]);
  });
});
