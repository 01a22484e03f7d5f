import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** A wait ends by what it waits for; its limit is for a test that fails, on a machine that is busy. */
const MIN_LIMIT_MS = 60_000;

/**
 * Waits until a condition holds.
 * @param what the name of what is missing if it never does.
 * @param pauseMs between two looks; longer if a look is a call that takes the time of a service.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  ms = MIN_LIMIT_MS,
  pauseMs = 10,
): Promise<void> {
  assert.ok(ms >= MIN_LIMIT_MS, `a limit of ${ms} ms for “${what}”: a busy machine needs ${MIN_LIMIT_MS} ms`);
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) assert.fail(`not within ${ms} ms: ${what}`);
    await pause(pauseMs);
  }
}
