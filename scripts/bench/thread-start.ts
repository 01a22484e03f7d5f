import { parentPort, workerData } from 'node:worker_threads';

/** Milliseconds. */
export interface ThreadStart {
  /** From the thread's start until modules and schema are loaded. */
  readonly ready: number;
  readonly first: number;
  readonly warm: number;
}

interface Given {
  readonly folder: string;
  /** On the clock of all threads. */
  readonly startedAt: number;
  readonly documents: readonly Uint8Array[];
}

const WARM_UP_ROUNDS = 100;

const { folder, startedAt, documents } = workerData as Given;

// The modules of a pool thread. The plan is made outside, and its time does not count.
const { DocumentCheck } = await import('en16931-rules/pool/document-check.ts');
const { CheckedFile } = await import('en16931-rules/pool/checked-file.ts');
const { PackCache: PackCache } = await import('en16931-rules/pool/pack-cache.ts');
const loaded = performance.timeOrigin + performance.now();
const { taskFor, samples } = await import('./thread-tasks.ts');
const tasks = await taskFor(folder, documents);
const warmUp = await taskFor(folder, samples);
const planned = performance.timeOrigin + performance.now();

const packCache = new PackCache(folder);
for (const { entry } of tasks[0]!.layers) {
  if (entry?.kind === 'xsd') await packCache.ownSchema(entry.ref);
  else if (entry) await packCache.rules(entry.ref, 'compiled');
}
const ready = loaded - startedAt + (performance.timeOrigin + performance.now() - planned);

async function judge(task: (typeof tasks)[number]): Promise<number> {
  const started = performance.now();
  const xml = new CheckedFile(task.bytes, packCache.vocabulary, task.trusted);
  const document = new DocumentCheck({ xml }, task, packCache);
  for (const layer of task.layers)
    if ((await document.run(layer)).outcome !== 'valid') throw new Error(`${layer.layer} is not valid`);
  return performance.now() - started;
}

const first = await judge(tasks[0]!);
for (let round = 0; round < WARM_UP_ROUNDS; round++)
  for (const task of warmUp) await judge({ ...task, trusted: true });
const times: number[] = [];
for (const task of tasks.slice(1, 22)) times.push(await judge(task));
times.sort((a, b) => a - b);
const warm = times[10]!;
parentPort?.postMessage({ ready, first, warm } satisfies ThreadStart);
