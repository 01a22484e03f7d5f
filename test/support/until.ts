import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** A wait ends by what it waits for; its limit is for a test that fails, within what a test has (.mocharc.cjs). */
const MIN_LIMIT_MS = 180_000;

/** Looks at a page, a hundred in a second, take more of the processor than the page. */
const MAX_PAUSE_MS = 100;

/**
 * Waits until a condition holds.
 * @param what the name of what is missing if it never does.
 * @param ms a limit that is longer than three minutes.
 * @param pauseMs between the first two looks, growing to a tenth of a second; longer if a look is a call that takes the time of a service.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  ms = MIN_LIMIT_MS,
  pauseMs = 10,
): Promise<void> {
  const limitMs = Math.max(ms, MIN_LIMIT_MS);
  const end = Date.now() + limitMs;
  for (
    let nextMs = pauseMs;
    !(await holds());
    nextMs = Math.min(nextMs * 1.5, Math.max(pauseMs, MAX_PAUSE_MS))
  ) {
    if (Date.now() > end) assert.fail(`not within ${limitMs} ms: ${what}`);
    await pause(nextMs);
  }
}

/**
 * Leaves time for what must not happen: one too many, a run too early. On a slow machine the assertion behind it may pass too easily, and it
 * never fails for that.
 */
export const leaveTime = (ms: number): Promise<void> => pause(ms);

/**
 * Repeats a look with its assertion until it passes: what a press, a click or a call changes is there a moment after it. What must never be
 * there is looked for once.
 */
export async function untilPasses(look: () => unknown): Promise<void> {
  let failure: unknown;
  const isPassed = async (): Promise<boolean> => {
    try {
      await look();
      return true;
    } catch (error) {
      failure = error;
      return false;
    }
  };
  await until(isPassed, 'an assertion passes').catch((late: unknown) => {
    throw failure ?? late;
  });
}
