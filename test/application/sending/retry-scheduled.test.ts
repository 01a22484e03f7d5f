import assert from 'node:assert/strict';
import { COMMON_STATUSES } from '../../../src/domain/sending/status-mapping.ts';
import { RETRY_WAITS_MS } from '../../../src/domain/sending/retry.ts';
import { setUp, toDueTime, type World, workerOn } from './world.ts';

/** The lines about retries. */
const retries = (world: World): readonly Record<string, unknown>[] =>
  world.log.warn.args
    .filter(([, message]) => message === 'retry scheduled')
    .map(([fields]) => fields as Record<string, unknown>);

describe('the log line of a send that is repeated', () => {
  it('has the code, the answer of the network and who acts, though the invoice is back in the queue', async () => {
    const world = await setUp();
    world.rail.next.send.push({ mapping: COMMON_STATUSES.unreachable, takes: false });
    await workerOn(world).run(world.id, 'PEPPOL');
    assert.deepEqual(retries(world), [
      {
        invoice_id: world.id,
        client: 'acme',
        route: 'PEPPOL',
        state: 'queued',
        failures: 1,
        due_at: new Date(Number(world.clock.now()) + RETRY_WAITS_MS[0]),
        code: 'EI-ROUTE-UNAVAILABLE',
        answer: 'unreachable',
        owner: 'route',
      },
    ]);
  });

  it('says so of a lost answer, and of each later failure', async () => {
    const world = await setUp();
    world.rail.next.send.push({ mapping: COMMON_STATUSES.answerLost, takes: true });
    world.rail.next.ask.push({ mapping: COMMON_STATUSES.outOfOrder });
    await workerOn(world).run(world.id, 'PEPPOL');
    await toDueTime(world);
    await workerOn(world).run(world.id, 'PEPPOL');
    assert.deepEqual(
      retries(world).map(({ state, code, answer, owner }) => [state, code, answer, owner]),
      [
        ['submitting', 'EI-SEND-UNKNOWN', 'answer-lost', 'us'],
        ['submitting', 'EI-ROUTE-UNAVAILABLE', 'out-of-order', 'route'],
      ],
    );
  });

  it('is missing from the last failure, which ends in a dead letter', async () => {
    const world = await setUp();
    const { unreachable: mapping } = COMMON_STATUSES;
    world.rail.next.send.push(...Array.from({ length: 6 }, () => ({ mapping, takes: false })));
    for (let n = 0; n < 6; n += 1) {
      await toDueTime(world);
      await workerOn(world).run(world.id, 'PEPPOL');
    }
    assert.equal(retries(world).length, 5);
  });
});
