import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { RailAnswer } from '../../src/ports/rail.ts';
import { FakeRail, WORDS } from '../fakes/rail.ts';
import { emptyFolder } from '../support/folder.ts';
import { seed, startDelivery } from './delivery-worker.ts';

const INVOICES = 200;
const PLACES = 16;
const ROUNDS = 3;

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
  // A machine that does something else now and then is asked again.
  it('slows the others by at most a tenth', async () => {
    const times: { alone: number[]; beside: number[] } = { alone: [], beside: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.alone.push(await msBeside(0));
      times.beside.push(await msBeside(INVOICES));
    }
    // Whatever else the machine does only adds: the quickest rounds are the ones that tell.
    const [alone, beside] = [Math.min(...times.alone), Math.min(...times.beside)];
    assert.ok(
      beside <= alone * 1.1,
      `${INVOICES} invoices: ${alone} ms alone, ${beside} ms beside a stuck route`,
    );
    console.log(`      ${Math.round(alone)} ms alone, ${Math.round(beside)} ms beside a stuck route`);
  })
    .timeout(300_000)
    .retries(3);
});
