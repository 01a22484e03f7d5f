import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { PL_KSEF } from '../../../src/domain/routes/pl-ksef/profile.ts';
import { FakeRail, WORDS } from '../../fakes/rail.ts';
import { type DeliveryWorker, seed, startDelivery } from './delivery-worker.ts';
import { describeOnEachStore } from '../../support/each-store.ts';
import { mostWithin } from './windows.ts';

/** Invoices of one client; `CAPS_INVOICES=1000` takes minutes. */
const INVOICES = Number(process.env['CAPS_INVOICES'] ?? 100);
const STEP_MS = 5_000;
/** Longer than the sweep waits for the process that accepted an invoice. */
const NEGLECTED_MS = 60_000;

interface Call {
  readonly call: 'send' | 'poll';
  readonly at: number;
}

/** From the contract's table, minus the half second that calls may take. */
const LIMITS = {
  send: [
    [1, 10],
    [60, 30],
    [3600, 180],
  ],
  poll: [
    [1, 30],
    [60, 120],
    [3600, 1200],
  ],
} as const;

describeOnEachStore(`${INVOICES} invoices of one client over a route with caps`, (open) => {
  it('keep to every cap in every window, with two workers and across a restart, and each invoice arrives once', async () => {
    const store = open();
    const clock = {
      offsetMs: 0,
      now: () => new Date(Date.now() + clock.offsetMs),
    };
    const calls: Call[] = [];
    const note = (call: Call['call']): void => void calls.push({ call, at: clock.now().getTime() });
    const held = new Map<string, number>();
    let ids = 0;
    const rail = () => {
      const made = new FakeRail({ caps: PL_KSEF.caps ?? [] });
      return Object.assign(made, {
        route: 'PL-KSEF' as const,
        newSubmissionId: () => `sub-${(ids += 1)}`,
        send: async ({ submissionId }: { submissionId: string }) => {
          note('send');
          held.set(submissionId, (held.get(submissionId) ?? 0) + 1);
          return { mapping: WORDS.held };
        },
        poll: async () => {
          note('poll');
          return { mapping: WORDS.accepted };
        },
      });
    };
    const start = () => startDelivery({ env: store.env, clock, rails: [rail() as never] });
    const workers: DeliveryWorker[] = [];
    try {
      const first = await startDelivery({ env: store.env, clock, rails: [rail() as never], works: false });
      await seed(first.stores, INVOICES, { route: 'PL-KSEF', dueAt: clock.now() });
      await first.stop();
      // The records have no job from now on: a sweep finds them.
      clock.offsetMs += NEGLECTED_MS;
      workers.push(await start(), await start());
      let restarted = false;
      let [seen, idle] = [0, 0];
      for (;;) {
        const { byState, waiting } = await workers[0]!.stores.invoices.tally(clock.now());
        if ((byState.accepted ?? 0) === INVOICES) break;
        if (!restarted && (byState.accepted ?? 0) > INVOICES / 3) {
          await workers.pop()!.stop();
          workers.push(await start());
          restarted = true;
        }
        if (waiting > 0) await workers[0]!.sweep();
        // The clock must not move during a call.
        const asked = calls.length + workers.flatMap(({ telemetry }) => telemetry.caps).length;
        idle = waiting === 0 && asked === seen ? idle + 1 : 0;
        seen = asked;
        if (idle > 3) clock.offsetMs += STEP_MS;
        await pause(10);
      }
      assert.ok(restarted);
      for (const call of ['send', 'poll'] as const) {
        const times = calls.filter((each) => each.call === call).map(({ at }) => at);
        for (const [seconds, limit] of LIMITS[call])
          assert.ok(mostWithin(times, seconds) <= limit, `${call}: more than ${limit} in ${seconds} s`);
      }
      assert.deepEqual([...new Set(held.values())], [1]);
      assert.equal(held.size, INVOICES);
      const asked = workers.flatMap(({ telemetry }) => telemetry.caps).length;
      assert.ok(asked < INVOICES * 10, `asked for a permit ${asked} times`);
    } finally {
      for (const worker of workers) await worker.stop();
      store.remove();
    }
  }).timeout(3_600_000);
});
