import assert from 'node:assert/strict';
import { ClientSlots } from '../../../src/adapters/agenda/client-slots.ts';

describe('the slots of a lane', () => {
  const fullClients = (taken: Readonly<Record<string, number>>, all?: number): readonly string[] => {
    const slots = new ClientSlots({ lane: 4 }, all === undefined ? {} : { lane: all });
    for (const [client, count] of Object.entries(taken))
      for (let n = 0; n < count; n += 1) slots.take(`${client} ${n}`, 'lane', client);
    return slots.full('lane');
  };

  it('are never all taken by one client', () => {
    assert.deepEqual(fullClients({ one: 3 }, 8), []);
    assert.deepEqual(fullClients({ one: 4 }, 8), ['one']);
  });

  it('are never all taken by two clients whose networks hang: a quarter is reserved for clients without a job', () => {
    assert.deepEqual(fullClients({ one: 4, two: 1 }, 8), ['one']);
    assert.deepEqual(fullClients({ one: 4, two: 2 }, 8), ['one', 'two']);
    assert.deepEqual(fullClients({ one: 4, two: 2, three: 1 }, 8), ['one', 'two', 'three']);
  });

  it('are limited to half per client if their number is unknown', () => {
    assert.deepEqual(fullClients({ one: 4, two: 3 }), ['one']);
  });

  it('are free again once their jobs go on beside the lane, as many as may', () => {
    const slots = new ClientSlots({ lane: 1 }, { lane: 2 }, { lane: 1 });
    for (const client of ['one', 'two']) slots.take(client, 'lane', client);
    assert.equal(slots.isFull('lane'), true);
    assert.deepEqual([slots.leave('one'), slots.leave('one'), slots.leave('two')], [true, true, false]);
    assert.equal(slots.isFull('lane'), false);
    assert.deepEqual(slots.full('lane'), ['two']);
    slots.release('one');
    assert.equal(slots.leave('two'), true, 'the job beside has ended');
    assert.equal(slots.leave('gone'), false);
  });
});
