import { CallFailed } from '../../domain/failures.ts';
import { isLocked } from './driver-errors.ts';
import { LOCK_PATIENCE_MS, pauseBefore } from './locks.ts';

interface Waiting {
  readonly toDisk: boolean;
  /**
   * Runs the work.
   * @returns a function that gives its result.
   */
  readonly attempt: () => () => void;
  readonly reject: (error: unknown) => void;
  /** When it stops waiting for a lock. */
  readonly until: number;
}

interface Settled extends Waiting {
  readonly tell: () => void;
}

interface Parts {
  /** Runs the work in a transaction, all or nothing. */
  readonly transaction: <T>(work: () => T) => T;
  /** Flushes committed data to disk for this many waiting calls. */
  readonly flush: (waiting: number) => Promise<void>;
}

/**
 * All writes of one turn of the event loop are one transaction. Each succeeds or fails by itself. While another program holds
 * the lock they wait together, and everything else goes on.
 */
export class GroupedWrites {
  private readonly transaction: Parts['transaction'];
  private readonly flush: Parts['flush'];
  private readonly waiting: Waiting[] = [];
  private isScheduled = false;

  constructor({ transaction, flush }: Parts) {
    this.transaction = transaction;
    this.flush = flush;
  }

  /** @throws CallFailed `busy` if another program holds the lock for 5 seconds. */
  add<T>(work: () => T, toDisk: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = (): (() => void) => {
        const result = work();
        return () => resolve(result);
      };
      this.waiting.push({ toDisk, attempt, reject, until: performance.now() + LOCK_PATIENCE_MS });
      if (this.isScheduled) return;
      this.isScheduled = true;
      setImmediate(() => void this.write(1));
    });
  }

  private async write(tries: number): Promise<void> {
    const settled = this.attempt(this.waiting.splice(0));
    this.isScheduled = this.waiting.length > 0;
    if (this.isScheduled) setTimeout(() => void this.write(tries + 1), pauseBefore(tries));
    for (const { toDisk, tell } of settled) if (!toDisk) tell();
    const forDisk = settled.filter(({ toDisk }) => toDisk);
    if (forDisk.length === 0) return;
    try {
      await this.flush(forDisk.length);
      for (const { tell } of forDisk) tell();
    } catch (error) {
      for (const { reject } of forDisk) reject(error);
    }
  }

  /** Runs them together. If one of several fails, nothing is written and each is repeated by itself. */
  private attempt(group: readonly Waiting[]): readonly Settled[] {
    if (group.length === 0) return [];
    try {
      return this.transaction(() => group.map((each) => ({ ...each, tell: each.attempt() })));
    } catch (error) {
      if (isLocked(error)) return this.waitOn(group, error);
      // An error of the store is an error of each of them.
      if (group.length > 1 && !(error instanceof CallFailed))
        return group.flatMap((each) => this.attempt([each]));
      for (const { reject } of group) reject(error);
      return [];
    }
  }

  private waitOn(group: readonly Waiting[], error: unknown): readonly [] {
    const now = performance.now();
    for (const each of group)
      if (now < each.until) this.waiting.push(each);
      else each.reject(error);
    return [];
  }
}
