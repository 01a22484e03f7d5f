import type Database from 'libsql';
import { CallFailed } from '../../domain/failures.ts';
import { bind, type Bound } from './bind.ts';
import { isDamage, isPassing } from './driver-errors.ts';
import { GroupedWrites } from './grouped-writes.ts';
import { onceUnlocked } from './locks.ts';

/** Values by the names of the statement's `@parameters`. */
export type Parameters = Readonly<Record<string, Bound>>;
export type Row = Readonly<Record<string, unknown>>;

/** Brings to disk what is committed. */
interface Log {
  flush(): void;
  onDisk(): Promise<void>;
  /** @param copy brings the log into the file; false when it could not, or not all of it. */
  whenQuiet(copy: () => boolean): void;
  close(): void;
}

interface Prepared {
  readonly statement: Database.Statement;
  /** Of the parameters, in their places. */
  readonly names: readonly string[];
}

const PARAMETER = /@(\w+)/g;

/**
 * The process's one connection to the file. Several connections in a process would share the risk of SQLite's rare
 * WAL-reset race (fixed in 3.51.3) for nothing, as calls are synchronous anyway.
 */
export class Sqlite {
  // Preparing 100,000 times costs 300 MB, so each text is prepared once; texts are few, as lists are bound as JSON.
  private readonly prepared = new Map<string, Prepared>();
  private readonly writes: GroupedWrites;
  private isOpen = true;
  private lost: Error | undefined;
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

  /** The first damage of the file that any call has met; what is written on top of it may be lost. */
  get damage(): unknown {
    return this.firstDamage;
  }

  all(sql: string, parameters: Parameters = {}): readonly Row[] {
    const { statement, names } = this.prepare(sql);
    const values = names.map((name) => bind(parameters[name]));
    return this.translating(() => statement.all(values) as Row[]);
  }

  /** The first row. Never through the driver's `get`: after `all` on one statement it returns the row of the call before. */
  one(sql: string, parameters: Parameters = {}): Row | undefined {
    return this.all(sql, parameters)[0];
  }

  /** @returns how many rows the statement changed. */
  run(sql: string, parameters: Parameters = {}): number {
    const { statement, names } = this.prepare(sql);
    const values = names.map((name) => bind(parameters[name]));
    return this.translating(() => statement.run(values).changes);
  }

  /**
   * Reads, in as many statements as it takes. While another program keeps the file locked it waits off the event loop.
   * @throws CallFailed `busy` when that takes 5 seconds.
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
   * Runs the work in a transaction, all or nothing; it may be run again after a failure that undid it. When the promise
   * resolves, every process sees it and the end of this one leaves it; it reaches the disk with the next `writeToDisk` of any
   * process, because all append to one log, and a power cut before that loses it.
   * @throws CallFailed `busy` when another program keeps the lock for 5 seconds.
   */
  write<T>(work: () => T): Promise<T> {
    return this.writes.add(work, false);
  }

  /** One statement, as `write`. @returns how many rows it changed. */
  execute(sql: string, parameters?: Parameters): Promise<number> {
    return this.write(() => this.run(sql, parameters));
  }

  /** As `write`, and on disk when it resolves. */
  writeToDisk<T>(work: () => T): Promise<T> {
    return this.writes.add(work, true);
  }

  /** Resolves when all that any process has committed by now is on disk. */
  async toDisk(): Promise<void> {
    await this.writeToDisk(() => undefined);
  }

  /** At once, in a transaction that holds the write lock from its start; all or nothing. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // SQLite has rolled back by itself after some errors (disk full, input or output).
      if (this.db.inTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /**
   * The loop goes on while several wait for the disk. For a single one that would take longer than the disk does: two
   * threads have to be woken. A system that could not write its pages forgets them, so after one failure no later success
   * can be believed.
   */
  private async flush(waiting: number): Promise<void> {
    try {
      if (waiting === 1) this.log.flush();
      else await this.log.onDisk();
    } catch (error) {
      this.lost = new Error('the disk failed to keep what was written to the store', { cause: error });
      throw this.lost;
    }
  }

  close(): void {
    // The driver would leave it to the next process, and a copy of the file alone would lack what was written last.
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
      // Nothing is lost: the log stays where it is.
      return false;
    }
  }

  private prepare(sql: string): Prepared {
    if (this.lost) throw this.lost;
    // A job that ends after its process has let go: the driver would panic.
    if (!this.isOpen) throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
    let prepared = this.prepared.get(sql);
    if (!prepared) {
      // By place, because the driver takes twice as long to bind by name.
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
      if (isPassing(error)) throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }, error);
      if (isDamage(error)) this.firstDamage ??= error;
      throw error;
    }
  }
}
