import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { GiveUpRestoredStatuses } from '../../../src/application/statuses/give-up-restored.ts';
import { outgoingTask, type OutgoingStatus } from '../../../src/domain/statuses/outgoing-status.ts';
import { START } from '../../support/records.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { StatusWorld } from './world.ts';

describe('statuses of a restored store', () => {
  let world: StatusWorld;
  beforeEach(() => {
    world = new StatusWorld(memoryStores());
  });

  const giveUp = ({ statuses } = world.stores): Promise<number> => {
    const { stores, clock } = world;
    const catalogue = { find: () => undefined };
    return new GiveUpRestoredStatuses({
      ...{ ...stores, statuses, clock, catalogue },
      reportWriter: JSON_REPORT_WRITER,
    }).run(START);
  };
  const codesOf = async ({ invoiceId }: OutgoingStatus) =>
    (await world.eventsAfterDelivery(invoiceId)).map(({ errors }) =>
      (errors as { code: string }[]).map(({ code }) => code),
    );

  it('are not sent, since the lost store may have sent them: each ends as unknown', async () => {
    const queued = await world.paid((await world.storeSent()).id);
    const answered = await world.paid((await world.storeSent()).id);
    world.platform.faults.push('lost-before');
    await world.processor().run(outgoingTask(answered));
    const received = await world.receive();
    const bought = await world.tell.ofReceived(world.call(received.id, { status: 'accepted' }));
    assert.equal(await giveUp(), 3);
    for (const status of [queued, answered, bought]) {
      assert.equal((await world.runToTheEnd(status.id)).state, 'dead');
      assert.deepEqual(await codesOf(status), [['EI-SEND-UNKNOWN']]);
    }
    assert.equal(world.platform.held.size, 0);
    const [event] = await world.eventsAfterDelivery(received.id);
    const [error] = event!.errors as { message: string }[];
    assert.match(english(error!.message), /restored from a backup of 20.*accepted may have been sent since/);
    assert.equal((await world.stores.received.find(received.id))?.answerState, 'failed');
    assert.equal(await giveUp(), 0, 'a repeat ends no more');
  });

  it('continue if the platform had them', async () => {
    const status = await world.paid((await world.storeSent()).id);
    await world.processor().run(outgoingTask(status));
    assert.equal((await world.stores.statuses.find(status.id))!.state, 'sent');
    assert.equal(await giveUp(), 0);
    assert.equal((await world.runToTheEnd(status.id)).state, 'taken');
  });

  it('are reported once, also if the command dies between two steps', async () => {
    const status = await world.paid((await world.storeSent()).id);
    const { statuses } = world.stores;
    const dying = Object.assign(Object.create(statuses) as typeof statuses, {
      commit: () => Promise.reject(new Error('killed')),
    });
    await assert.rejects(giveUp({ ...world.stores, statuses: dying }), /killed/);
    assert.equal(await giveUp(), 1);
    assert.deepEqual(await codesOf(status), [['EI-SEND-UNKNOWN']]);
  });
});
