// Runs commands of `ids`, each with an environment of its own, in one process of the built program.
import { type AskedRun, keptThreads, runIds } from './run-ids.ts';

process.on('message', ({ id, words, env }: AskedRun) => {
  void runIds(words, env, undefined, undefined, undefined, undefined, keptThreads).then((ran) =>
    process.send?.({ id, ran }),
  );
});
process.on('disconnect', () => process.exit());
