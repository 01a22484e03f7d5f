import type Database from 'libsql';
import { CallFailed } from '../../domain/failures.ts';
import { bind, type Bound } from './bind.ts';
import { isDamage, isDiskFailure, isPassing } from './driver-errors.ts';
import { GroupedWrites } from './grouped-writes.ts';
import { onceUnlocked } from './locks.ts';

/** Values by the names of the statement's `@parameters`. */
export type Parameters = Readonly<Record<string, Bound>>;
export type Row = Readonly<Record<string, unknown>>;

/** Flushes committed data to disk. */
interface Log {
  flush(): void;
  onDisk(): Promise<void>;
  /** @param copy copies the log into the file; false if it could not copy all of it. */
  whenQuiet(copy: () => boolean): void;
  close(): void;
}

interface Prepared {
  readonly statement: Database.Statement;
  /** Values in the order of the parameters. */
  readonly names: readonly string[];
}

const PARAMETER = /@(\w+)/g;

/**
 * The process's one connection to the file. Several connections would add the risk of SQLite's rare WAL-reset race (fixed in
 * 3.51.3) and gain nothing, because calls are synchronous.
 */
export class Sqlite {
  // Preparing 100,000 times costs 300 MB, so each text is prepared once. There are few texts, because lists are bound as JSON.
  private readonly prepared = new Map<string, Prepared>();
  private readonly writes: GroupedWrites;
  private isOpen = true;
  private lost: Error | undefined;
  private readonly toTell: ((cause: unknown) => void)[] = [];
  private firstDamage: unknown;

  constructor(
    private readonly db: Database.Database,
    private readonly log: Log,
  ) {
    this.writes = new GroupedWrites({
      transaction: (work) => this.transaction(work),
      flush: (waiting) => this.flush(waiting),
    });
    log.whenQuiet(() => this.copyLog());
  }

  /** The first damage of the file that a call has met. Later writes over it may be lost. */
  get damage(): unknown {
    return this.firstDamage;
  }

  /** @param tell gets the cause once the disk has failed; every later call fails. */
  whenLost(tell: (cause: unknown) => void): void {
    if (this.lost) tell(this.lost.cause);
    else this.toTell.push(tell);
  }

  all(sql: string, parameters: Parameters = {}): readonly Row[] {
    const { statement, names } = this.prepare(sql);
    const values = names.map((name) => bind(parameters[name]));
    return this.translating(() => statement.all(values) as Row[]);
  }

  /** The first row. The driver's `get` is not used: after `all` on the same statement it returns the row of the call before. */
  one(sql: string, parameters: Parameters = {}): Row | undefined {
    return this.all(sql, parameters)[0];
  }

  /** @returns the number of changed rows. */
  run(sql: string, parameters: Parameters = {}): number {
    const { statement, names } = this.prepare(sql);
    const values = names.map((name) => bind(parameters[name]));
    return this.translating(() => statement.run(values).changes);
  }

  /**
   * Reads with any number of statements. While another program holds the lock it waits off the event loop.
   * @throws CallFailed `busy` if the wait takes 5 seconds.
   */
  read<T>(work: () => T): Promise<T> {
    return onceUnlocked(work);
  }

  /** One statement, as `read`. */
  readAll(sql: string, parameters?: Parameters): Promise<readonly Row[]> {
    return this.read(() => this.all(sql, parameters));
  }

  /** Its first row, as `read`. */
  readOne(sql: string, parameters?: Parameters): Promise<Row | undefined> {
    return this.read(() => this.one(sql, parameters));
  }

  /**
   * Runs the work in a transaction, all or nothing. The work may run again after a failure that undid it. When the promise
   * resolves, every process sees the result, also after this process ends. It reaches the disk with the next `writeToDisk` of
   * any process, because all append to one log; a power cut before that loses it.
   * @throws CallFailed `busy` if another program holds the lock for 5 seconds.
   */
  write<T>(work: () => T): Promise<T> {
    return this.writes.add(work, false);
  }

  /** One statement, as `write`. @returns how many rows it changed. */
  execute(sql: string, parameters?: Parameters): Promise<number> {
    return this.write(() => this.run(sql, parameters));
  }

  /** As `write`; the result is on disk when the promise resolves. */
  writeToDisk<T>(work: () => T): Promise<T> {
    return this.writes.add(work, true);
  }

  /** Resolves when everything that any process has committed by now is on disk. */
  async toDisk(): Promise<void> {
    await this.writeToDisk(() => undefined);
  }

  /** Runs at once, all or nothing, in a transaction that holds the write lock from its start. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // After some errors (disk full, input or output) SQLite has already rolled back.
      if (this.db.inTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /**
   * The event loop goes on while several calls wait for the disk. For a single call that would take longer than the disk does,
   * because two threads have to be woken. A system that could not write its pages drops them, so after one failure no later
   * success counts.
   */
  private async flush(waiting: number): Promise<void> {
    try {
      if (waiting === 1) this.log.flush();
      else await this.log.onDisk();
    } catch (error) {
      throw this.lose(error);
    }
  }

  private lose(cause: unknown): Error {
    if (this.lost) return this.lost;
    this.lost = new Error('the disk failed to keep what was written to the store', { cause });
    for (const tell of this.toTell.splice(0)) tell(cause);
    return this.lost;
  }

  close(): void {
    // The driver would leave the copy to the next process, and a copy of the file alone would lack the last writes.
    this.copyLog();
    this.isOpen = false;
    this.db.close();
    this.log.close();
  }

  private copyLog(): boolean {
    try {
      const { log, checkpointed } = this.one('PRAGMA wal_checkpoint(PASSIVE)') ?? {};
      return log === checkpointed;
    } catch {
      // Nothing is lost: the log stays.
      return false;
    }
  }

  private prepare(sql: string): Prepared {
    if (this.lost) throw this.lost;
    // A job may end after its process has closed the store. The driver would panic.
    if (!this.isOpen) throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
    let prepared = this.prepared.get(sql);
    if (!prepared) {
      // By position, because the driver takes twice as long to bind by name.
      const names = [...sql.matchAll(PARAMETER)].map(([, name]) => name!);
      const statement = this.translating(() => this.db.prepare(sql.replaceAll(PARAMETER, '?')));
      prepared = { statement, names };
      this.prepared.set(sql, prepared);
    }
    return prepared;
  }

  private translating<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (isDiskFailure(error)) throw this.lose(error);
      if (isPassing(error)) throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }, error);
      if (isDamage(error)) this.firstDamage ??= error;
      throw error;
    }
  }
}
