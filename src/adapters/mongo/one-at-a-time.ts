/**
 * Runs a task once at a time in this process. Callers during a run share the next run, which begins after their calls and so
 * sees their writes.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const run = (): Promise<void> => {
    running = work().finally(() => (running = undefined));
    return running;
  };
  return () => {
    if (next) return next;
    if (!running) return run();
    const after = (): Promise<void> => {
      next = undefined;
      return run();
    };
    next = running.then(after, after);
    return next;
  };
}
