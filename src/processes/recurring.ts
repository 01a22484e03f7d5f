import { setTimeout } from 'node:timers/promises';

/** A run against a store that hangs must not hold up the end of the process. */
const LAST_RUN_MS = 1000;

/**
 * Runs something now and every so often, in each process for itself: a job shared by all would stand still for as long as
 * one process slept over it or had a wrong clock. A run that takes longer is not overtaken.
 * @returns stops it, and gives a run that is under way a second to end.
 */
export function recurring(
  everyMs: number,
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const begin = (): void => {
    running ??= run()
      .catch(onError)
      .finally(() => (running = undefined));
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.race([running, setTimeout(LAST_RUN_MS)]);
  };
}
