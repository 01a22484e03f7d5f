import { setTimeout as pause } from 'node:timers/promises';
import { CallFailed } from '../../src/domain/failures.ts';

export const isBusy = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.kind === 'busy';

/** Repeats a call while it is `busy`, as a client does: a store elects its primary, a new thread needs more time than a short limit. */
export async function repeatWhileBusy<T>(call: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await call();
    } catch (error) {
      if (!isBusy(error)) throw error;
      await pause(10);
    }
}
