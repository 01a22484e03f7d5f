import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until a condition holds.
 * @param what the name of what is missing if it never does.
 * @param pauseMs between two looks; longer if a look is a call that takes the time of a service.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  ms = 60_000,
  pauseMs = 10,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > end) assert.fail(`not within ${ms} ms: ${what}`);
    await pause(pauseMs);
  }
}
