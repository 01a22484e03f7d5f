/**
 * The same work, once at a time in this process: all who ask while it runs share the next run, which begins after they have asked and
 * so sees what they have written.
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
