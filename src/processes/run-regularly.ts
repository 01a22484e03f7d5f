import { setTimeout } from 'node:timers/promises';

/** A run against a store that hangs must not delay the end of the process. */
const LAST_RUN_MS = 1000;

/**
 * Runs something now and regularly, in each process separately: a job shared by all would stop while one process sleeps over it or has a
 * wrong clock. A long run is not overtaken.
 * @returns stops it, and gives a run under way a second to end.
 */
export function runRegularly(
  everyMs: number,
  run: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  let isStopped = false;
  const begin = (): void => {
    if (isStopped) return;
    running ??= run()
      .catch(onError)
      .then(() => {
        running = undefined;
      });
  };
  begin();
  const timer = setInterval(begin, everyMs);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await Promise.race([running, setTimeout(LAST_RUN_MS)]);
  };
}
