import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PoolValidator } from '../../src/adapters/piscina/pool-validator.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { CallFailed } from '../../src/domain/failures.ts';
import { warmUpSamples } from '../../src/processes/warm-up.ts';
import { REFUSE, WAIT, asXRechnung, benchDocuments, benchPool } from './bench-pool.ts';
import { ALL_SIZES, type BenchDocument, type Documents, kilobytesOf } from './documents.ts';
import type { BenchRules } from './rules-folder.ts';
import { median, printTable, roundTo } from './table.ts';
import type { ThreadStart } from './thread-start.ts';
import { programFile } from 'en16931-rules/packs/project-folder.ts';

const ROUNDS = 3;
const ROUND_MS = 500;
const WARM_UP_MS = 4_000;

/** The throughput, start and memory of the service's validator threads. */
export async function pool(rules: BenchRules, documents: Documents): Promise<void> {
  await throughput(rules, documents);
  await fullQueue(rules, documents);
  await threadStart(rules, documents);
  peakMemory(rules, documents);
}

interface Measured {
  readonly name: 'all' | 'xsd';
  readonly threads: number;
  readonly pool: PoolValidator;
}

async function throughput(rules: BenchRules, documents: Documents): Promise<void> {
  const pools: readonly Measured[] = [1, 2].flatMap((threads) => [
    { name: 'xsd' as const, threads, pool: benchPool(rules.schemasOnly, threads) },
    { name: 'all' as const, threads, pool: benchPool(rules.folder, threads) },
  ]);
  try {
    for (const each of pools) await warm(each, documents.of('21 KB'));
    const [counts, shares]: [string[][], string[][]] = [[], []];
    for (const size of ALL_SIZES) {
      const row = await sizeRow(pools, documents.of(size));
      counts.push(row.counts);
      shares.push(row.shares);
    }
    printTable(
      'Documents per second through the pool: XSD alone (a pool with schemas only) and XSD + EN 16931 + XRechnung (goal at 21 KB on 2 threads: 27 %)',
      ['document', '1: XSD', '1: all', 'share', '2: XSD', '2: all', 'share'],
      counts,
    );
    printTable(
      'On 1 thread: time by layer, in ms; the first rule layer parses for all; linear when ms per MB stay the same',
      ['document', 'XSD', 'EN 16931', 'XRechnung', 'hand-over', 'XSD', 'EN', 'XR', 'ms per MB'],
      shares,
    );
  } finally {
    for (const each of pools) await each.pool.close();
  }
}

async function warm({ name, pool, threads }: Measured, documents: readonly BenchDocument[]): Promise<void> {
  await pool.warmUp(await warmUpSamples(benchDocuments), 100);
  for (const { bytes } of documents) requireValid(name, await pool.check(asXRechnung(bytes), WAIT));
  await goRound(pool, threads, documents, WARM_UP_MS);
}

async function sizeRow(pools: readonly Measured[], documents: readonly BenchDocument[]) {
  const perSecond = new Map(pools.map((each) => [each, [] as number[]]));
  for (const each of pools) await goRound(each.pool, each.threads, documents, ROUND_MS / 2);
  const spent = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round++)
    for (const each of pools) {
      const { rate, layers } = await goRound(each.pool, each.threads, documents, ROUND_MS);
      perSecond.get(each)!.push(rate);
      if (each.name === 'all' && each.threads === 1)
        for (const [layer, ms] of layers) spent.set(layer, (spent.get(layer) ?? 0) + ms / ROUNDS);
    }
  const [xsd1, all1, xsd2, all2] = pools.map((each) => median(perSecond.get(each)!));
  const size = `${roundTo(kilobytesOf(documents), 0)} KB`;
  return {
    counts: [size, ...rates(xsd1!, all1!), ...rates(xsd2!, all2!)],
    shares: [size, ...parts(spent, 1000 / all1!, kilobytesOf(documents) / 1000)],
  };
}

const rates = (xsd: number, all: number): string[] => [
  roundTo(xsd, xsd < 100 ? 1 : 0),
  roundTo(all, all < 100 ? 1 : 0),
  `${roundTo((all / xsd) * 100, 0)} %`,
];

function parts(spent: ReadonlyMap<string, number>, total: number, megabytes: number): string[] {
  const layers = ['xsd', 'en16931', 'xrechnung'].map((layer) => spent.get(layer) ?? 0);
  const handOver = total - layers.reduce((sum, ms) => sum + ms, 0);
  return [
    ...[...layers, handOver].map((ms) => roundTo(ms)),
    ...layers.map((ms) => `${roundTo((ms / total) * 100, 0)} %`),
    roundTo(total / megabytes, 0),
  ];
}

/**
 * Two callers per thread, so that none waits for work.
 * @returns documents per second and mean ms of each layer.
 */
async function goRound(
  pool: PoolValidator,
  threads: number,
  documents: readonly BenchDocument[],
  budgetMs: number,
) {
  const layers = new Map<string, number>();
  let [next, done] = [0, 0];
  const started = performance.now();
  const caller = async (): Promise<void> => {
    do {
      const { bytes } = documents[next++ % documents.length]!;
      for (const { layer, durationMs } of await pool.check(asXRechnung(bytes), WAIT))
        layers.set(layer, (layers.get(layer) ?? 0) + durationMs);
      done++;
    } while (performance.now() - started < budgetMs);
  };
  await Promise.all(Array.from({ length: threads * 2 }, caller));
  const rate = (done / (performance.now() - started)) * 1000;
  return { rate, layers: new Map([...layers].map(([layer, ms]) => [layer, ms / done])) };
}

/** A document that is refused early would be fast. */
function requireValid(name: Measured['name'], layers: readonly Layer[]): void {
  const expectedLayers = name === 'all' ? layers : layers.filter(({ layer }) => layer === 'xsd');
  const bad = expectedLayers.find(({ outcome }) => outcome !== 'valid');
  if (bad || expectedLayers.length === 0)
    throw new Error(`a drawn document is not valid: ${JSON.stringify(bad?.findings.slice(0, 3))}`);
}

/**
 * Every thread and the queue are full: how long a further caller waits for `busy`. The documents have the largest size that may
 * use every thread: larger ones leave one to others.
 */
async function fullQueue(rules: BenchRules, documents: Documents): Promise<void> {
  const [threads, queue, calls] = [2, 16, 200];
  const pool = benchPool(rules.folder, threads, queue);
  try {
    await pool.warmUp(await warmUpSamples(benchDocuments), 1);
    const long = documents.of('110 KB')[0]!;
    const small = documents.of('21 KB')[0]!;
    const taken = Array.from({ length: threads + queue }, () => pool.check(asXRechnung(long.bytes), REFUSE));
    const waits: number[] = [];
    for (let call = 0; call < calls; call++) {
      const started = performance.now();
      const refused = await pool.check(asXRechnung(small.bytes), REFUSE).catch((error: unknown) => error);
      if (!(refused instanceof CallFailed)) throw new Error('the queue was not full');
      waits.push(performance.now() - started);
    }
    await Promise.all(taken);
    printTable(
      'A full queue says 503 busy after',
      ['', 'ms'],
      [
        ['median', roundTo(median(waits), 3)],
        ['longest', roundTo(Math.max(...waits), 3)],
      ],
    );
  } finally {
    await pool.close();
  }
}

async function threadStart({ folder }: BenchRules, documents: Documents): Promise<void> {
  const starts: ThreadStart[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.timeOrigin + performance.now();
    const workerData = { folder, startedAt, documents: documents.of('21 KB').map(({ bytes }) => bytes) };
    const worker = new Worker(programFile('scripts/bench/thread-start.ts'), { workerData });
    const [start] = (await once(worker, 'message')) as [ThreadStart];
    starts.push(start);
    await worker.terminate();
  }
  const of = (step: keyof ThreadStart): string => roundTo(median(starts.map((start) => start[step])), 1);
  printTable(
    'A validator thread, ms, documents of 21 KB',
    ['step', 'ms', 'goal'],
    [
      ['modules and schema loaded', of('ready'), '200'],
      ['first document', of('first'), '40'],
      ['document after the warm-up', of('warm'), '2'],
    ],
  );
}

function peakMemory({ folder }: BenchRules, documents: Documents): void {
  const program = programFile('scripts/bench/peak-memory.ts');
  const file = documents.of('5 MB')[0]!.file;
  const megabytes = execFileSync(process.execPath, [program, folder, file], { encoding: 'utf8' });
  printTable(
    'Peak resident memory of a process that checks one 5 MB document (goal: 300 MB)',
    ['', 'MB'],
    [['XSD + EN 16931 + XRechnung, 1 thread', roundTo(Number(megabytes), 0)]],
  );
}
