import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { DocumentForm } from '../../domain/documents/document-form.ts';
import type { FileReading } from '../../domain/findings/file-reading.ts';
import type { Layer } from '../../domain/findings/layer.ts';
import { withUnknownBt24 } from '../../domain/checks/layers/unknown-bt24.ts';
import { CallFailed } from '../../domain/failures.ts';
import { sizeOf } from '../../domain/lifecycle/sizes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { POOL_FAILURES, type PoolFailure, type PoolStats, type PoolWatch } from '../../ports/pool-watch.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { DocumentToCheck, Turn, Validator } from '../../ports/validator.ts';
import type { RulesFolder } from '../../../validators/packs/rules-folder.ts';
import type { CheckAnswer, CheckTask, ReadTask } from '../../../validators/pool/task.ts';
import { Gate, GateFull } from './gate.ts';
import { THREAD_HEAP_MB, TIME_LIMITS, type TimeLimits } from './limits.ts';
import { type Engines, type Plan, planFor } from './plan.ts';
import { type ThreadLoss, lossOf, lostLayers, readAnswer, REASONS } from './thread-answer.ts';

export interface PoolSettings extends Engines {
  /** Share of documents that both engines judge, 0 to 1. */
  readonly crossCheck: number;
  readonly poolThreads: number;
  readonly poolQueue: number;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly rules: RulesFolder;
  /** Of each kind of document, with what is read of it. */
  readonly forms: readonly DocumentForm[];
}

/** Bounds that tests narrow. */
interface Bounds {
  readonly time: TimeLimits;
  readonly heapMb: number;
  /** The thread's program. */
  readonly thread: string;
}

/** Packs are replaced by hand: more often than this in a row something else is wrong. */
const MOST_PLANS = 5;

/** A stop comes when nothing is at work any more; what still runs then is not waited for. */
const CLOSE_MS = 2_000;

/** Half of V8's own bound: more only holds garbage for longer. */
const YOUNG_MB = 24;

const BOUNDS: Bounds = {
  time: TIME_LIMITS,
  heapMb: THREAD_HEAP_MB,
  thread: threadProgram(),
};

/** Runs the official checks in worker threads. A thread that does not answer gives `not_run`, and is replaced. */
export class PoolValidator implements Validator, FileReader, PoolWatch {
  readonly #settings: PoolSettings;
  readonly #surroundings: Surroundings;
  readonly #bounds: Bounds;
  readonly #gate: Gate;
  readonly #pool: Piscina;
  #answered = false;
  #closing = false;
  #differences = 0;
  /** What a new thread is warmed with; none once one of them was lost, or warming could go on for ever. */
  #samples: readonly DocumentToCheck[] = [];
  readonly #failures = Object.fromEntries(POOL_FAILURES.map((cause) => [cause, 0])) as Record<
    PoolFailure,
    number
  >;

  constructor(settings: PoolSettings, surroundings: Surroundings, bounds: Partial<Bounds> = {}) {
    // Binds threads made from now on; in this one the request validator goes on making code.
    setFlagsFromString('--disallow-code-generation-from-strings');
    const { poolThreads, poolQueue } = settings;
    this.#settings = settings;
    this.#surroundings = surroundings;
    this.#bounds = { ...BOUNDS, ...bounds };
    this.#gate = new Gate(poolThreads, poolQueue);
    this.#pool = new Piscina({
      filename: this.#bounds.thread,
      minThreads: poolThreads,
      maxThreads: poolThreads,
      // One task per thread at a time; waiting is done at the gate.
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: this.#bounds.heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
      closeTimeout: CLOSE_MS,
    });
    this.#pool.on('error', (error: unknown) => {
      const fields = { cause: lossOf(error), ...threadMessage(error) };
      if (!this.#closing) surroundings.log.error(fields, 'a validator thread was lost');
    });
    // A replacement is ready; of one sample for each thread at once it gets its own. The first threads are warmed anyway.
    this.#pool.on('workerCreate', () => {
      if (this.#answered) void this.#warm(this.#samples, 1).catch(() => undefined);
    });
  }

  async check(document: DocumentToCheck, turn: Turn): Promise<readonly Layer[]> {
    return this.#judge(document, turn);
  }

  /** All layers are judged after one plan; when a pack of it is replaced or removed meanwhile, after a new one. */
  #judge(document: DocumentToCheck, turn: Turn, trusted = false): Promise<readonly Layer[]> {
    return this.#admitted(turn, document.bytes.length, async () => {
      for (let plans = 1; ; plans += 1) {
        const { known, ...plan } = await this.#planned(document, trusted);
        const { layers, packGone } = await this.#run(this.#taskOf(document, plan, trusted));
        if (!packGone || plans === MOST_PLANS) return withUnknownBt24(layers, document, known);
        this.#surroundings.rules.lookAgain();
      }
    });
  }

  /** @param trusted a sample to warm threads with: of Java nothing stays that could be warm. */
  async #planned(document: DocumentToCheck, trusted: boolean): Promise<Plan> {
    const { clock, rules } = this.#surroundings;
    const { entries } = await rules.read();
    const engines = trusted ? { ...this.#settings, xsdEngine: 'libxml2' as const } : this.#settings;
    return planFor(document, entries, engines, clock.now().toISOString().slice(0, 10));
  }

  #taskOf(document: DocumentToCheck, plan: Omit<Plan, 'known'>, trusted: boolean): CheckTask {
    return {
      rulesDir: this.#surroundings.rules.rulesDir,
      ...plan,
      // A copy is handed over to the thread; the caller goes on using its own. (`slice` of a Buffer would be a view.)
      bytes: new Uint8Array(document.bytes),
      crossCheck: Math.random() < this.#settings.crossCheck,
      layerMs: this.#bounds.time.layerMs(document.bytes.length),
      trusted,
    };
  }

  async readFile(bytes: Uint8Array, turn: Turn): Promise<FileReading> {
    const { rules, forms } = this.#surroundings;
    const task: ReadTask = { rulesDir: rules.rulesDir, bytes: new Uint8Array(bytes), forms };
    const size = bytes.length;
    return this.#admitted(turn, size, async () => {
      try {
        const answer = (await this.#inThread(task, this.#bounds.time.documentMs(size, []))) as FileReading;
        if (!answer?.reading) throw new Error('no answer');
        return answer;
      } catch (error) {
        return { reading: 'not_run', reason: REASONS[this.#count(error, size)] };
      }
    });
  }

  /**
   * Runs samples through every thread until its code is compiled by the JIT; the service is ready after that. A thread that
   * takes a lost one's place later gets each once, so that its modules and schemas are loaded.
   * @param samples documents of our own making.
   * @param rounds times that each sample goes through each thread.
   */
  async warmUp(samples: readonly DocumentToCheck[], rounds: number): Promise<void> {
    this.#samples = samples;
    await this.#warm(samples, rounds);
  }

  async #warm(samples: readonly DocumentToCheck[], rounds: number): Promise<void> {
    const { poolThreads } = this.#settings;
    for (let round = 0; round < rounds && !this.#closing; round += 1)
      for (const sample of samples)
        await Promise.all(Array.from({ length: poolThreads }, () => this.#judge(sample, OUR_OWN, true)));
  }

  stats(): PoolStats {
    return {
      threads: this.#settings.poolThreads,
      busyThreads: this.#gate.inside,
      waiting: this.#gate.waiting,
      waitingLimit: this.#settings.poolQueue,
      failures: { ...this.#failures },
    };
  }

  /** @throws Error with the reason when documents cannot be checked: no thread has answered yet, or none is left. */
  async ready(): Promise<void> {
    if (!this.#answered) throw new Error('no thread has answered yet');
    if (this.#pool.threads.length === 0) throw new Error('no thread is alive');
  }

  /**
   * How many packs are installed, how many of their Schematron entries lack SaxonJS although `RULE_ENGINE` or `CROSS_CHECK`
   * asks for it, and one sentence for each pack that could not be loaded now.
   */
  async rulePacks(): Promise<{
    readonly installed: number;
    readonly notForSaxon: number;
    readonly problems: readonly string[];
  }> {
    const { rules } = this.#surroundings;
    const [{ packs, entries }, problems] = await Promise.all([rules.read(), rules.damages()]);
    const { ruleEngine, crossCheck } = this.#settings;
    const withoutSaxon = entries.filter(
      ({ kind, engines }) => kind === 'schematron' && !engines.includes('saxon'),
    );
    // What the compiler refused runs on SaxonJS, as its manifest says: nobody has to do anything about that.
    const asksForSaxon = ruleEngine === 'saxon' || crossCheck > 0;
    return { installed: packs.length, notForSaxon: asksForSaxon ? withoutSaxon.length : 0, problems };
  }

  /**
   * @returns a note when the engines have disagreed.
   * @throws Error when no pack is installed, or one is damaged.
   */
  async describePacks(): Promise<string | undefined> {
    const { installed, notForSaxon, problems } = await this.rulePacks();
    if (installed === 0) throw new Error('no rule pack is installed');
    if (problems.length > 0) throw new Error(problems.join('; '));
    if (notForSaxon > 0)
      return `ok; ${notForSaxon} not compiled for saxon: run npm run packs -- compile --engine saxon`;
    return this.#differences > 0
      ? `ok; the rule engines differed on ${this.#differences} documents`
      : undefined;
  }

  /** Waits for documents in work, then ends the threads. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#pool.close();
  }

  async #admitted<T>({ client, patience }: Turn, size: number, work: () => Promise<T>): Promise<T> {
    try {
      return await this.#gate.pass({ client, size: sizeOf(size), waits: patience === 'wait' }, work);
    } catch (error) {
      if (!(error instanceof GateFull)) throw error;
      this.#failures.refused += 1;
      throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1, detail: 'Every validator is at work.' });
    }
  }

  async #run(task: CheckTask): Promise<Pick<CheckAnswer, 'layers' | 'packGone'>> {
    const size = task.bytes.length;
    try {
      const given = await this.#inThread(task, this.#bounds.time.documentMs(size, task.layers));
      const answer = readAnswer(given, task.layers);
      if (!answer) throw new Error('no answer');
      this.#answered = true;
      this.#report(answer);
      return answer;
    } catch (error) {
      if (task.trusted) this.#samples = [];
      return { layers: lostLayers(task.layers, this.#count(error, size)) };
    }
  }

  /** @param ms after which the thread is killed. */
  async #inThread(task: CheckTask | ReadTask, ms: number): Promise<unknown> {
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), ms);
    const transferList = [task.bytes.buffer as ArrayBuffer];
    try {
      return await this.#pool.run(task, { signal: time.signal, transferList });
    } finally {
      clearTimeout(timer);
    }
  }

  #count(error: unknown, size: number): ThreadLoss {
    const loss = lossOf(error);
    // Work is drained before; what a close breaks off is the warm-up.
    if (this.#closing) return loss;
    this.#failures[loss] += 1;
    const fields = { cause: loss, size, ...threadMessage(error) };
    this.#surroundings.log.error(fields, 'a document could not be checked');
    return loss;
  }

  #report({ differences, faults }: CheckAnswer): void {
    const { log, telemetry } = this.#surroundings;
    if (differences.length > 0) this.#differences += 1;
    for (const fault of faults) log.error({ ...fault }, 'a layer could not be checked');
    for (const difference of differences) {
      log.error({ ...difference }, 'the rule engines do not agree');
      telemetry.enginesDiffered(difference.pack);
    }
  }
}

/** Samples are no client's. */
const OUR_OWN: Turn = { client: '', patience: 'wait' };

/** Failures about a document come back as data; what is thrown is about the thread, its program or its limits. */
const threadMessage = (error: unknown) =>
  error instanceof Error ? { thread: error.message.slice(0, 200) } : {};

/** tsx runs the sources, a build their compiled form; only imports are rewritten by the compiler. */
function threadProgram(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'cts' : 'cjs';
  return fileURLToPath(new URL(`../../../validators/pool-entry.${extension}`, import.meta.url));
}
