import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RailAnswer } from '../../src/ports/rail.ts';
import { FakeRail, WORDS } from '../fakes/rail.ts';
import { emptyFolder } from '../support/folder.ts';
import { seed, startDelivery } from './delivery-worker.ts';

const INVOICES = 200;
const PLACES = 16;
const MOST_ROUNDS = 12;

const clock = { offsetMs: 0, now: () => new Date() };

/** A route that answers after a moment, and one that answers only when it is let go. */
function rails(onDelivered: () => void) {
  let ids = 0;
  const held: (() => void)[] = [];
  const quick = Object.assign(new FakeRail(), {
    newSubmissionId: () => `sub-${(ids += 1)}`,
    send: async (): Promise<RailAnswer> => {
      await pause(2);
      onDelivered();
      return { word: WORDS.delivered };
    },
  });
  const stuck = Object.assign(new FakeRail(), {
    route: 'FR-PA' as const,
    newSubmissionId: () => `stuck-${(ids += 1)}`,
    send: () => new Promise<RailAnswer>((answer) => held.push(() => answer({ word: WORDS.delivered }))),
  });
  return { made: [quick, stuck as never], held, letGo: () => held.forEach((answer) => answer()) };
}

/** Milliseconds from the first send over the one route to the last, beside so many that wait for the other. */
async function msBeside(waiting: number): Promise<number> {
  const { path, remove } = emptyFolder();
  const env = { STORE_URL: `sqlite:${path}/ids.db` };
  let [first, last, delivered] = [0, 0, 0];
  const { made, held, letGo } = rails(() => {
    delivered += 1;
    last = performance.now();
    first ||= last;
  });
  const worker = await startDelivery({ env, clock, rails: made, places: PLACES });
  const dueAt = new Date(Date.now() - 60_000);
  await seed(worker.stores, waiting, { route: 'FR-PA', dueAt });
  await worker.sweep();
  while (held.length < Math.min(waiting, PLACES)) await pause(5);
  await seed(worker.stores, INVOICES, { route: 'PEPPOL', dueAt });
  await worker.sweep();
  while (delivered < INVOICES) await pause(5);
  letGo();
  await worker.stop();
  remove();
  return last - first;
}

describe('a route that is stuck', () => {
  it('slows the others by at most a tenth', async () => {
    // The first of all is slow for being the first.
    await msBeside(0);
    // Whatever else the machine does only adds: the quickest rounds are the ones that tell.
    let [alone, beside] = [Infinity, Infinity];
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      alone = Math.min(alone, await msBeside(0));
      beside = Math.min(beside, await msBeside(INVOICES));
      if (beside <= alone * 1.1) return;
    }
    assert.fail(`${INVOICES} invoices: ${alone} ms alone, ${beside} ms beside a stuck route`);
  }).timeout(600_000);
});
