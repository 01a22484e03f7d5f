import assert from 'node:assert/strict';
import { outgoingTask } from '../../../src/domain/statuses/outgoing-status.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { StatusWorld } from './world.ts';

describe('a status whose answer was lost', () => {
  it('has a status inquiry with the time of its last call', async () => {
    const world = new StatusWorld(memoryStores());
    const { id } = await world.storeSent();
    const { send, ask } = world.platform;
    const calls: Date[] = [];
    const inquiries: { readonly startedAt: Date; readonly calledAt?: Date }[] = [];
    world.platform.send = (message) => {
      calls.push(world.clock.now());
      return send.call(world.platform, message);
    };
    world.platform.ask = (inquiry) => {
      inquiries.push(inquiry);
      return ask.call(world.platform, inquiry);
    };
    world.platform.faults.push('lost-before', 'lost-before');
    const status = await world.paid(id);
    assert.equal((await world.runToTheEnd(status.id, 20)).state, 'taken');
    assert.equal(calls.length, 3);
    const last = inquiries.at(-1);
    assert.equal(last?.calledAt?.getTime(), calls[1]?.getTime());
    assert.ok(last !== undefined && last.calledAt! > last.startedAt);
  });

  it('has a care row while the clock, which was set back, is behind the call', async () => {
    const world = new StatusWorld(memoryStores());
    world.shownAfterMs = 300_000;
    const { id } = await world.storeSent();
    world.platform.faults.push('lost-before');
    const status = await world.paid(id);
    await world.processor().run(outgoingTask(status));
    world.clock.advance(-3 * 3_600_000);
    await world.processor().run(outgoingTask(status));
    const careOf = async () =>
      (await world.stores.invoices.find(id))!.care.map(({ code, whoActs, handledAt }) =>
        [code, whoActs, handledAt ? 'handled' : 'open'].join(' '),
      );
    assert.deepEqual(await careOf(), ['EI-CLOCK-BEHIND us open']);
    assert.equal((await world.runToTheEnd(status.id, 40)).state, 'taken');
    assert.deepEqual(await careOf(), ['EI-CLOCK-BEHIND us handled']);
    assert.deepEqual(
      [...world.platform.held.values()].map(({ times }) => times),
      [1],
    );
  });
});
