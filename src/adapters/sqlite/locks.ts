import { setTimeout } from 'node:timers/promises';
import { isLocked } from './driver-errors.ts';

/** How long a call waits for a lock of another program before it fails as busy. */
export const LOCK_PATIENCE_MS = 5000;

/** The waits grow like those of SQLite's own busy handler, which would block the event loop. */
const PAUSES_MS = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100];

export const pauseBefore = (tries: number): number => PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1]!;

/** Repeats a task while another program's lock stops it. */
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
