import assert from 'node:assert/strict';
import { statusAnswer, WebhookWorld } from './world.ts';

interface Logged {
  readonly owner: string;
  readonly count: number;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('the log of a receiver that fails', () => {
  let world: WebhookWorld;
  beforeEach(async () => {
    world = new WebhookWorld();
    await world.set();
  });

  /** Deliveries of new events, each of which fails once. */
  async function fail(deliveries: number, client = 'acme'): Promise<void> {
    for (let n = 0; n < deliveries; n += 1) await world.event(client);
    await world.enqueue();
    for (let n = 0; n < deliveries; n += 1) world.answers.push(statusAnswer(503));
    await world.runDue();
  }

  const lines = (about: string): readonly unknown[] =>
    Object.values(world.log)
      .flatMap(({ args }) => args)
      .filter(([, message]) => message === about)
      .map(([fields]) => [(fields as Logged).owner, (fields as Logged).count]);

  it('has a line at once, and then one a minute with the number of failures since the last one', async () => {
    await fail(1);
    await fail(30);
    assert.deepEqual(lines('a webhook delivery failed'), [['acme', 1]]);
    world.clock.advance(MINUTE - 1);
    await fail(20);
    assert.deepEqual(lines('a webhook delivery failed'), [['acme', 1]]);
    world.clock.advance(1);
    await fail(1);
    assert.deepEqual(lines('a webhook delivery failed').slice(0, 2), [
      ['acme', 1],
      ['acme', 51],
    ]);
  });

  it('has lines of its own for each receiver', async () => {
    await world.set({ owner: 'other' });
    await fail(2);
    await fail(2, 'other');
    assert.deepEqual(lines('a webhook delivery failed'), [
      ['acme', 1],
      ['other', 1],
    ]);
  });

  it('says the same of deliveries that are given up', async () => {
    await fail(5);
    world.clock.advance(DAY);
    for (let n = 0; n < 5; n += 1) world.answers.push(statusAnswer(503));
    await world.runDue();
    assert.deepEqual(lines('a webhook delivery is dead'), [['acme', 1]]);
    assert.equal(new Set((await world.rows()).map(({ state }) => state)).size, 1);
  });
});
