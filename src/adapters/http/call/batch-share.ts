/** Admits one piece of work at a time. Clients take turns. */
interface Turns {
  pass<T>(visitor: Visitor, work: () => Promise<T>): Promise<T>;
}

interface Visitor {
  readonly client: string;
  readonly size: 'usual';
  readonly waits: true;
}

/** Calls that come one after the other are as much a reason to give way as calls under way. */
const CALLED_LATELY_MS = 100;
/** A client without a line or a check for this time has no batch any more. */
const BATCH_LASTS_MS = 10_000;

/**
 * What batches may take of this process: everything while no other client calls, otherwise at most half of the time. Lines have half of it, which
 * they spend on the main thread, and so do the checks of what they submitted, which mostly wait for the validators. In one queue the lines
 * would wait for the checks of the lines before them.
 */
export class BatchShare {
  private readonly calls: CallsUnderWay;
  private readonly lines: HalfTime;
  private readonly checks: HalfTime;
  /** By client: its last line or check. */
  private readonly batches = new Map<string, number>();

  /** @param newTurns makes a queue that admits one at a time. */
  constructor(
    newTurns: () => Turns,
    private readonly monotonicMs = () => performance.now(),
  ) {
    this.calls = new CallsUnderWay(monotonicMs);
    this.lines = new HalfTime(newTurns(), this.calls, monotonicMs);
    this.checks = new HalfTime(newTurns(), this.calls, monotonicMs);
  }

  /** A call begins that is no batch. @returns ends it. */
  begin(): () => void {
    return this.calls.begin();
  }

  /** Runs a line of a client's batch. */
  line<T>(client: string, work: () => Promise<T>): Promise<T> {
    this.note(client);
    return this.lines.run(client, work);
  }

  /**
   * Runs a check of an invoice; that of a client with a batch takes part of the share, until it calls `leave` because it goes on with a send.
   */
  async check<T>(client: string, work: (leave: () => void) => Promise<T>): Promise<T> {
    if (!this.hasBatch(client)) return work(() => undefined);
    this.note(client);
    let whole: Promise<T> | undefined;
    const part = (): Promise<void> =>
      new Promise((leave) => {
        whole = work(leave).finally(leave);
        // The caller is told.
        whole.catch(() => undefined);
      });
    await this.checks.run(client, part);
    return whole!;
  }

  private note(client: string): void {
    for (const other of this.batches.keys()) this.hasBatch(other);
    this.batches.set(client, this.monotonicMs());
  }

  private hasBatch(client: string): boolean {
    const last = this.batches.get(client);
    if (last !== undefined && this.monotonicMs() - last < BATCH_LASTS_MS) return true;
    this.batches.delete(client);
    return false;
  }
}

/** Calls of this process that are no batch. */
class CallsUnderWay {
  private count = 0;
  private lastEnd = -Infinity;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly monotonicMs: () => number) {}

  begin(): () => void {
    this.count += 1;
    return () => {
      this.count -= 1;
      this.lastEnd = this.monotonicMs();
      if (this.count === 0) for (const resume of this.waiting) resume();
    };
  }

  get areLately(): boolean {
    return this.count > 0 || this.monotonicMs() - this.lastEnd < CALLED_LATELY_MS;
  }

  /** Resolves once no call is under way; after `ms` at the latest. */
  async end(ms: number): Promise<void> {
    if (this.count === 0) return;
    await new Promise<void>((resolve) => {
      const resume = (): void => {
        clearTimeout(late);
        this.waiting.delete(resume);
        resolve();
      };
      const late = setTimeout(resume, ms);
      this.waiting.add(resume);
    });
  }
}

/** Work that takes at most half of the time while others call: after each piece they get as long as it took. */
class HalfTime {
  private lastMs = 0;

  constructor(
    private readonly turns: Turns,
    private readonly calls: CallsUnderWay,
    private readonly monotonicMs: () => number,
  ) {}

  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (!this.calls.areLately) return this.timed(work);
    return new Promise((resolve, reject) => {
      // The result does not wait for the rest, and what follows it is in the queue when the rest is over.
      void this.turns.pass({ client, size: 'usual', waits: true }, async () => {
        await this.calls.end(this.lastMs);
        await this.timed(work).then(resolve, reject);
        if (this.calls.areLately) await new Promise((rested) => setTimeout(rested, this.lastMs));
      });
    });
  }

  private async timed<T>(work: () => Promise<T>): Promise<T> {
    const began = this.monotonicMs();
    try {
      return await work();
    } finally {
      this.lastMs = this.monotonicMs() - began;
    }
  }
}
