import { CallFailed } from '../domain/failures.ts';

/** A worker commits a few times in the life of a record; more conflicts than this have another cause. */
const MAX_TRIES = 20;

/**
 * Changes a record that another process may change meanwhile; after a conflict the change is computed again from the new version.
 * @param change undefined if another process was faster.
 * @param atLast the result if another process is faster each time; `busy` is thrown if left out.
 * @throws CallFailed `busy`
 */
export async function repeatOnConflict<T>(
  change: () => Promise<T | undefined>,
  atLast: () => T = () => {
    throw busy();
  },
): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const changed = await change();
    if (changed !== undefined) return changed;
  }
  return atLast();
}

export const busy = (): CallFailed => new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
