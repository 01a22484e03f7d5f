import { CallFailed } from '../domain/failures.ts';

/** A worker commits a few times in the life of an invoice; more conflicts than this have another cause. */
const MOST_TRIES = 10;

/**
 * Changes an invoice that a worker may change meanwhile; after a conflict the change is computed again from the new version.
 * @param change undefined if a worker was faster.
 * @throws CallFailed `busy`
 */
export async function repeatOnConflict<T>(change: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const changed = await change();
    if (changed !== undefined) return changed;
  }
  throw busy();
}

export const busy = (): CallFailed => new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
