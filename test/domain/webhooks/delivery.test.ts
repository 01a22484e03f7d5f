import assert from 'node:assert/strict';
import { nextDeliveryAttempt, type WebhookDelivery, withTry } from '../../../src/domain/webhooks/delivery.ts';

describe('the schedule of a webhook delivery', () => {
  const first = new Date('2026-11-23T08:00:00Z');
  const MINUTE = 60_000;

  it('waits 1, 5 and 30 minutes, then one hour each time, and ends after a day', () => {
    const waits: number[] = [];
    let now = first;
    for (let failures = 1; ; failures += 1) {
      const next = nextDeliveryAttempt(failures, first, now, 1);
      if (next === 'give-up') break;
      waits.push((next.getTime() - now.getTime()) / MINUTE);
      now = next;
    }
    assert.deepEqual(waits.slice(0, 5), [1, 5, 30, 60, 60]);
    assert.ok(now.getTime() <= first.getTime() + 24 * 60 * MINUTE);
    assert.ok(now.getTime() > first.getTime() + 23 * 60 * MINUTE);
  });

  it('has its last call a day after the first failure, and none later', () => {
    const at = (minutes: number): Date => new Date(first.getTime() + minutes * MINUTE);
    assert.deepEqual(nextDeliveryAttempt(9, first, at(23 * 60), 1), at(24 * 60));
    assert.equal(nextDeliveryAttempt(9, first, new Date(at(23 * 60).getTime() + 1), 1), 'give-up');
  });

  it('is shortened by RETRY_SCALE, with its end', () => {
    const next = nextDeliveryAttempt(2, first, first, 0.01);
    assert.equal(next === 'give-up' ? 0 : next.getTime() - first.getTime(), 3000);
    const after15Minutes = new Date(first.getTime() + 15 * MINUTE);
    assert.equal(nextDeliveryAttempt(9, first, after15Minutes, 0.01), 'give-up');
  });
});

describe('the calls of a webhook delivery', () => {
  it('are noted up to sixty, the newest last, each with the time of the next', () => {
    const at = (n: number): Date => new Date(Date.UTC(2026, 10, 23, 8, n));
    let delivery = {} as WebhookDelivery;
    for (let n = 1; n <= 61; n += 1)
      delivery = withTry({ ...delivery, dueAt: n < 61 ? at(n + 1) : null }, { at: at(n), tookMs: n });
    const { tries = [] } = delivery;
    assert.equal(tries.length, 60);
    assert.deepEqual(tries[0], { at: at(2), tookMs: 2, nextAt: at(3) });
    assert.deepEqual(tries.at(-1), { at: at(61), tookMs: 61 });
  });
});
