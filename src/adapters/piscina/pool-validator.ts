import { say } from 'en16931-rules/vocabulary/message.ts';
import type { DocumentForm } from '../../domain/documents/document-form.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { FileReading } from '../../domain/findings/file-reading.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { withUnknownBt24 } from '../../domain/routes/unknown-bt24.ts';
import { CallFailed } from '../../domain/failures.ts';
import { sizeOf } from '../../domain/lifecycle/sizes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { PoolStats, PoolWatch } from '../../ports/pool-watch.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { StillStarting } from '../../ports/probe.ts';
import type { FileReader, OpenFile } from '../../ports/file-reader.ts';
import type { KositReporting, KositReports, ReportStatement } from '../../ports/kosit-reports.ts';
import type { DocumentToCheck, PoolAccess, Validator } from '../../ports/validator.ts';
import { isForClient, type Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import type { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import type { LayerPlan } from 'en16931-rules/pool/plan-layers.ts';
import { type CheckAnswer, type CheckOrder, DEFAULT_XSD_ENGINE } from 'en16931-rules/pool/task.ts';
import { Gate, GateFull } from './gate.ts';
import type { FileInThread } from './file-in-thread.ts';
import { TIME_LIMITS, type TimeLimits } from './limits.ts';
import { comingDays, type Engines, planFor } from './plan.ts';
import { lostLayers, readAnswer, REASONS } from './thread-answer.ts';
import { THREAD_BOUNDS, type ThreadBounds, Threads } from './threads.ts';

export interface PoolSettings extends Engines {
  /** The share of documents that both engines check, 0 to 1. */
  readonly crossCheck: number;
  readonly poolThreads: number;
  readonly poolQueue: number;
  /** How many threads large documents may take together. */
  readonly poolLarge?: number;
}

interface Surroundings {
  readonly clock: Clock;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'enginesDiffered'>;
  readonly rules: RulesFolder;
  /** By kind of document, with its reader. */
  readonly forms: readonly DocumentForm[];
  /** Started earlier, as many as the settings say. */
  readonly threads?: Threads | undefined;
}

/** Limits that tests narrow. */
interface Bounds extends ThreadBounds {
  readonly time: TimeLimits;
}

/** Packs are replaced by hand: more replacements than this in a row have another cause. */
const MAX_PLANS = 5;

/**
 * Gives an order to a thread.
 * @param ms after which the thread is killed.
 */
type Asks = (order: CheckOrder, ms: number) => Promise<unknown>;

/** Runs the official checks in worker threads. A thread that does not answer yields `not_run`, and is replaced. */
export class PoolValidator implements Validator, FileReader, KositReports, PoolWatch {
  private readonly time: TimeLimits;
  private readonly gate: Gate;
  private readonly threads: Threads;
  private answered = false;
  private isStarting = true;
  private differences = 0;
  private arrivals = 0;
  /** The samples that warm a new thread. There are none after one of them was lost, because warming could repeat without end. */
  private samples: readonly DocumentToCheck[] = [];
  private alsoRead: readonly Uint8Array[] = [];

  constructor(
    private readonly settings: PoolSettings,
    private readonly surroundings: Surroundings,
    bounds: Partial<Bounds> = {},
  ) {
    const { poolThreads, poolQueue, poolLarge } = settings;
    this.time = bounds.time ?? TIME_LIMITS;
    this.gate = new Gate(poolThreads, poolQueue, poolLarge);
    const { log, threads = new Threads(poolThreads, { ...THREAD_BOUNDS, ...bounds }) } = surroundings;
    this.threads = threads;
    // A replacement is ready. With one sample per thread at the same time it gets its own. The first threads are warmed anyway.
    const made = (): void => {
      if (this.answered) void this.warm(this.samples, 1).catch(() => undefined);
    };
    threads.watchBy({ log, made });
  }

  async check(document: DocumentToCheck, turn: PoolAccess): Promise<readonly Layer[]> {
    return this.admit(turn, document.bytes.length, () => {
      const whose = { ...document, client: turn.client };
      return this.judge(whose, this.afresh(whose));
    });
  }

  async reportOn(
    file: DocumentToCheck | Pick<DocumentToCheck, 'bytes'>,
    stated: ReportStatement,
    turn: PoolAccess,
  ): Promise<KositReporting> {
    const plan = 'syntax' in file ? await this.plan({ ...file, client: turn.client }, false) : WITHOUT_LAYERS;
    const order = { ...this.orderOf(file, plan, false), crossCheck: false, report: stated };
    return this.admit(turn, file.bytes.length, async () => {
      const { layers, report } = await this.run(this.afresh(file), order, file);
      if (report) return { made: true, ...report };
      const missing = layers.flatMap((layer) => (layer.outcome === 'not_run' ? [layer.reason] : []));
      const other = layers.length > 0 ? REASONS.died : say('pool.no-invoice-can-be-taken-out');
      return { made: false, reason: missing[0] ?? other };
    });
  }

  async missingPacks(document: DocumentToCheck): Promise<readonly Finding[]> {
    const { layers } = await this.plan(document, false);
    const findings = layers.flatMap(({ missing }) => missing?.findings ?? []);
    // Several layers may need one pack.
    return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
  }

  async comingDays(document: DocumentToCheck, daysAhead: number): Promise<readonly string[]> {
    const { clock, rules } = this.surroundings;
    const { entries } = await rules.read();
    return comingDays(document, entries, clock.now(), daysAhead);
  }

  async overlaysOf(client: string): Promise<readonly Overlay[]> {
    const { entries } = await this.surroundings.rules.read();
    const all = new Set(entries.flatMap(({ overlays = [] }) => overlays));
    return [...all].filter((overlay) => isForClient(overlay, client));
  }

  readFile(bytes: Uint8Array, turn: PoolAccess): Promise<FileReading> {
    return this.openFile(bytes, turn, (file) => file.read());
  }

  openFile<T>(bytes: Uint8Array, turn: PoolAccess, use: (file: OpenFile) => Promise<T>): Promise<T> {
    return this.admit(turn, bytes.length, async () => {
      const { rules, forms } = this.surroundings;
      const file = this.threads.open({ rulesDir: rules.rulesDir, bytes: copy(bytes) }, forms);
      const ms = this.time.documentMs(bytes.length, []);
      try {
        return await use({
          read: () => this.reading(file, bytes.length, ms),
          check: (document) =>
            this.judge({ ...document, client: turn.client }, (order, all) => file.check(order, all)),
        });
      } finally {
        await file.end(ms);
      }
    });
  }

  private async reading(file: FileInThread, size: number, ms: number): Promise<FileReading> {
    try {
      const answer = (await file.reading(ms)) as FileReading | undefined;
      if (!answer?.reading) throw new Error('no answer');
      return answer;
    } catch (error) {
      return { reading: 'not_run', reason: REASONS[this.threads.reportLoss(error, size)] };
    }
  }

  /**
   * All layers are checked by one plan. If a pack of it is replaced or removed meanwhile, they are checked again by a new plan.
   * @param first runs after the first plan is made.
   */
  private async judge(document: DocumentToCheck, first: Asks, trusted = false): Promise<readonly Layer[]> {
    for (let plans = 1, asks = first; ; plans += 1, asks = this.afresh(document)) {
      const { known, ...plan } = await this.plan(document, trusted);
      const { layers, packGone } = await this.run(asks, this.orderOf(document, plan, trusted), document);
      if (!packGone || plans === MAX_PLANS) return withUnknownBt24(layers, document, known);
      this.surroundings.rules.lookAgain();
    }
  }

  /** A thread without any part of the document. */
  private afresh({ bytes }: Pick<DocumentToCheck, 'bytes'>): Asks {
    const { rulesDir } = this.surroundings.rules;
    return (order, ms) => this.threads.run({ rulesDir, bytes: copy(bytes), ...order }, ms);
  }

  /** @param trusted a sample that warms threads: it skips Java, which keeps nothing warm. */
  private async plan(document: DocumentToCheck, trusted: boolean): Promise<LayerPlan> {
    const { clock, rules } = this.surroundings;
    const { entries } = await rules.read();
    const isSlow = trusted && this.settings.xsdEngine === 'java';
    const engines = isSlow ? { ...this.settings, xsdEngine: DEFAULT_XSD_ENGINE } : this.settings;
    return planFor(document, entries, engines, clock.now());
  }

  private orderOf(
    { bytes }: Pick<DocumentToCheck, 'bytes'>,
    plan: Omit<LayerPlan, 'known'>,
    trusted: boolean,
  ): CheckOrder {
    return {
      ...plan,
      crossCheck: Math.random() < this.settings.crossCheck,
      layerMs: this.time.layerMs(bytes.length),
      trusted,
      ...(trusted && { alsoRead: this.alsoRead }),
    };
  }

  /**
   * Runs samples through every thread until the JIT has compiled its code; then the service is ready. A replacement thread gets
   * each sample once, so that its modules and schemas are loaded.
   * @param samples documents of our own making.
   * @param rounds how often each sample goes through each thread.
   * @param alsoRead samples of other syntaxes, which threads read and do not check: documents like them are parsed in half the time.
   */
  async warmUp(
    samples: readonly DocumentToCheck[],
    rounds: number,
    alsoRead: readonly Uint8Array[] = [],
  ): Promise<void> {
    this.samples = samples;
    this.alsoRead = alsoRead;
    try {
      await this.warm(samples, rounds);
    } finally {
      this.isStarting = false;
    }
  }

  private async warm(samples: readonly DocumentToCheck[], rounds: number): Promise<void> {
    const { poolThreads } = this.settings;
    const judge = (sample: DocumentToCheck) => () => this.judge(sample, this.afresh(sample), true);
    for (let round = 0; round < rounds && !this.threads.isClosing; round += 1)
      for (const sample of samples)
        await Promise.all(
          Array.from({ length: poolThreads }, () => this.admit(OUR_OWN, sample.bytes.length, judge(sample))),
        );
  }

  stats(): PoolStats {
    return {
      threads: this.settings.poolThreads,
      busyThreads: this.gate.inside,
      waiting: this.gate.waiting,
      waitingLimit: this.settings.poolQueue,
      arrivals: this.arrivals,
      failures: { ...this.threads.failures },
    };
  }

  /**
   * @throws StillStarting until a thread has answered or the first warm-up has ended; Error with the reason if documents cannot be
   * checked after that.
   */
  async ready(): Promise<void> {
    if (!this.answered) throw new (this.isStarting ? StillStarting : Error)('no thread has answered yet');
    if (this.threads.alive === 0) throw new Error('no thread is alive');
  }

  /**
   * The number of installed packs, the number of their Schematron entries without the SaxonJS form that `RULE_ENGINE` or
   * `CROSS_CHECK` needs, and a sentence for each pack that cannot be loaded now.
   */
  async rulePacks(): Promise<{
    readonly installed: number;
    readonly notForSaxon: number;
    readonly problems: readonly string[];
  }> {
    const { rules } = this.surroundings;
    const [{ packs, entries }, problems] = await Promise.all([rules.read(), rules.damages()]);
    const { ruleEngine, crossCheck } = this.settings;
    const withoutSaxon = entries.filter(
      ({ kind, engines }) => kind === 'schematron' && !engines.includes('saxon'),
    );
    // Rules that the compiler refused run on SaxonJS, as the manifest states: no action is needed.
    const asksForSaxon = ruleEngine === 'saxon' || crossCheck > 0;
    return { installed: packs.length, notForSaxon: asksForSaxon ? withoutSaxon.length : 0, problems };
  }

  /**
   * @returns a note if the engines have disagreed.
   * @throws Error if no pack is installed, or one is damaged.
   */
  async describePacks(): Promise<string | undefined> {
    const { installed, notForSaxon, problems } = await this.rulePacks();
    if (installed === 0) throw new Error('no rule pack is installed');
    if (problems.length > 0) throw new Error(problems.join('; '));
    if (notForSaxon > 0)
      return `ok; ${notForSaxon} not compiled for saxon: run ids packs compile --engine saxon`;
    return this.differences > 0
      ? `ok; the rule engines differed on ${this.differences} documents`
      : undefined;
  }

  /** Waits for documents in work, then ends the threads. */
  async close(): Promise<void> {
    await this.threads.close();
  }

  private async admit<T>({ client, whenBusy }: PoolAccess, size: number, work: () => Promise<T>): Promise<T> {
    if (whenBusy !== 'give-way') this.arrivals += 1;
    try {
      return await this.gate.pass({ client, size: sizeOf(size), waits: whenBusy !== 'refuse' }, work);
    } catch (error) {
      if (!(error instanceof GateFull)) throw error;
      this.threads.failures.refused += 1;
      throw new CallFailed({
        kind: 'busy',
        retryAfterSeconds: 1,
        detail: say('networks.every-validator-is-at-work'),
      });
    }
  }

  private async run(
    asks: Asks,
    order: CheckOrder,
    { bytes }: Pick<DocumentToCheck, 'bytes'>,
  ): Promise<Pick<CheckAnswer, 'layers' | 'packGone' | 'report'>> {
    const { layers, trusted } = order;
    try {
      const given = await asks(order, this.time.documentMs(bytes.length, layers));
      const answer = readAnswer(given, layers);
      if (!answer) throw new Error('no answer');
      this.answered = true;
      this.report(answer);
      return answer;
    } catch (error) {
      if (trusted) this.samples = [];
      return { layers: lostLayers(layers, this.threads.reportLoss(error, bytes.length)) };
    }
  }

  private report({ differences, faults }: CheckAnswer): void {
    const { log, telemetry } = this.surroundings;
    if (differences.length > 0) this.differences += 1;
    for (const fault of faults) log.error({ ...fault }, 'a layer could not be checked');
    for (const difference of differences) {
      log.error({ ...difference }, 'the rule engines do not agree');
      telemetry.enginesDiffered(difference.pack);
    }
  }
}

/** Of a file that cannot be read. */
const WITHOUT_LAYERS = { layers: [], severities: new Map() } as const;

/** Samples belong to no client. */
const OUR_OWN: PoolAccess = { client: '', whenBusy: 'give-way' };

/** The thread gets a copy; the caller goes on using its own bytes. (`slice` of a Buffer would be a view.) */
const copy = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
