// Runs commands of `ids`, each with an environment of its own, in one process of the built program.
import { Threads } from '../../src/adapters/piscina/threads.ts';
import { type AskedRun, runIds } from './run-ids.ts';

/** Threads that a command leaves to the next: their start takes longer than a check. */
class KeptThreads extends Threads {
  override close(): Promise<void> {
    return Promise.resolve();
  }
}

const byCount = new Map<number, KeptThreads>();

function threadsOf(count: number): KeptThreads {
  const threads = byCount.get(count) ?? new KeptThreads(count);
  byCount.set(count, threads);
  return threads;
}

process.on('message', ({ id, words, env }: AskedRun) => {
  void runIds(words, env, undefined, undefined, undefined, undefined, threadsOf).then((ran) =>
    process.send?.({ id, ran }),
  );
});
process.on('disconnect', () => process.exit());
