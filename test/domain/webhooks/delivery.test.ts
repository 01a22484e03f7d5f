import assert from 'node:assert/strict';
import { nextDeliveryAttempt } from '../../../src/domain/webhooks/delivery.ts';

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

  it('is shortened by RETRY_SCALE, with its end', () => {
    const next = nextDeliveryAttempt(2, first, first, 0.01);
    assert.equal(next === 'give-up' ? 0 : next.getTime() - first.getTime(), 3000);
    const after15Minutes = new Date(first.getTime() + 15 * MINUTE);
    assert.equal(nextDeliveryAttempt(9, first, after15Minutes, 0.01), 'give-up');
  });
});
