import { setTimeout } from 'node:timers/promises';
import { isLocked } from './driver-errors.ts';

/** How long a call waits for a lock of another program before it is told that the store is busy. */
export const LOCK_PATIENCE_MS = 5000;

/** As the waits of SQLite's own busy handler grow, which would stop the event loop for as long. */
const PAUSES_MS = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100];

export const pauseBefore = (tries: number): number => PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;

/** Does the work again until no lock of another program is in its way. */
export async function onceUnlocked<T>(work: () => T): Promise<T> {
  const until = performance.now() + LOCK_PATIENCE_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error;
    }
    await setTimeout(pauseBefore(tries));
  }
}
