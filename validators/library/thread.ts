import { parentPort, workerData } from 'node:worker_threads';
import { openRules } from './open-rules.ts';
import type { AskedCheck } from './rules-in-threads.ts';

/** A thread of `RulesInThreads`: a report for each file, in order. */
const at = workerData as string | undefined;
const rules = openRules(at === undefined ? {} : { at: new URL(at) });
parentPort?.on('message', ({ bytes, options }: AskedCheck) => {
  void rules.then((opened) => opened.check(bytes, options)).then((report) => parentPort?.postMessage(report));
});
