import { CallFailed } from '../domain/failures.ts';

/** A worker commits a few times in the life of an invoice; more conflicts than this mean that something else is wrong. */
const MOST_TRIES = 10;

/**
 * Changes an invoice that a worker may change meanwhile: then everything is asked again about what it made of it.
 * @param change undefined when a worker was faster.
 * @throws CallFailed `busy`
 */
export async function betweenWorkers<T>(change: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const changed = await change();
    if (changed !== undefined) return changed;
  }
  throw busy();
}

export const busy = (): CallFailed => new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
