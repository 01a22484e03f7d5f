/** The calls of one turn, each begun once, and what failed in it. */
export class CallsUnderWay {
  private readonly begun = new Set<string>();
  /** By id: when it began. */
  private readonly running = new Map<string, number>();
  private idle = 0;
  private readonly failures: unknown[] = [];
  private ended: () => void = () => undefined;

  constructor(private readonly monotonicMs: () => number) {}

  /** Those that have ended included. */
  get countBegun(): number {
    return this.begun.size;
  }

  /** Those that have begun, without those that ended as `idle`: nothing was called. */
  get countMade(): number {
    return this.begun.size - this.idle;
  }

  get count(): number {
    return this.running.size;
  }

  get hasFailed(): boolean {
    return this.failures.length > 0;
  }

  /** When the call that has run longest began; undefined if none runs. */
  get oldest(): number | undefined {
    const [first] = this.running.values();
    return first;
  }

  hasBegun(id: string): boolean {
    return this.begun.has(id);
  }

  begin(id: string, call: () => Promise<unknown>): void {
    this.begun.add(id);
    this.running.set(id, this.monotonicMs());
    void call()
      .then(
        (result) => void (this.idle += result === 'idle' ? 1 : 0),
        (error: unknown) => this.fail(error),
      )
      .finally(() => {
        this.running.delete(id);
        this.ended();
      });
  }

  /** Notes an error that ends the turn once the calls have ended. */
  fail(error: unknown): void {
    this.failures.push(error);
  }

  /**
   * Resolves when no more than `most` run and one of the present calls has ended; after `ms` at the latest.
   * @returns false if it is only late.
   */
  async until(most: number, ms: number): Promise<boolean> {
    const count = Math.min(most, this.running.size - 1);
    if (this.running.size === 0) return true;
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), ms);
      this.ended = () => {
        if (this.running.size > count) return;
        clearTimeout(late);
        resolve(true);
      };
    });
  }

  /** @throws the first error. */
  throwFailure(): void {
    if (this.hasFailed) throw this.failures[0];
  }
}
