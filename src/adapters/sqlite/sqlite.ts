import type Database from 'libsql';
import { CallFailed } from '../../domain/failures.ts';
import { bind, type Bound } from './bind.ts';

/** Values by the names of the statement's `@parameters`. */
export type Parameters = Readonly<Record<string, Bound>>;
export type Row = Readonly<Record<string, unknown>>;

/** Brings to disk what is committed. */
interface Log {
  flush(): void;
  onDisk(): Promise<void>;
  close(): void;
}

interface Prepared {
  readonly statement: Database.Statement;
  /** Of the parameters, in their places. */
  readonly names: readonly string[];
}

const PARAMETER = /@(\w+)/g;

interface Waiting {
  readonly toDisk: boolean;
  /** Does the work. @returns what tells its result. */
  readonly attempt: () => () => void;
  readonly reject: (error: unknown) => void;
}

interface Settled extends Waiting {
  readonly tell: () => void;
}

/**
 * The process's one connection to the file. Several connections in a process would share the risk of SQLite's rare
 * WAL-reset race (fixed in 3.51.3) for nothing, as calls are synchronous anyway.
 */
export class Sqlite {
  readonly #db: Database.Database;
  readonly #log: Log;
  // Preparing 100,000 times costs 300 MB, so each text is prepared once; texts are few, as lists are bound as JSON.
  readonly #prepared = new Map<string, Prepared>();
  readonly #waiting: Waiting[] = [];
  #isOpen = true;
  #lost: Error | undefined;

  constructor(db: Database.Database, log: Log) {
    this.#db = db;
    this.#log = log;
  }

  all(sql: string, parameters: Parameters = {}): readonly Row[] {
    const { statement, names } = this.#prepare(sql);
    const values = names.map((name) => bind(parameters[name]));
    return translating(() => statement.all(values) as Row[]);
  }

  /** The first row. Never through the driver's `get`: after `all` on one statement it returns the row of the call before. */
  one(sql: string, parameters: Parameters = {}): Row | undefined {
    return this.all(sql, parameters)[0];
  }

  /** @returns how many rows the statement changed. */
  run(sql: string, parameters: Parameters = {}): number {
    const { statement, names } = this.#prepare(sql);
    const values = names.map((name) => bind(parameters[name]));
    return translating(() => statement.run(values).changes);
  }

  /**
   * Runs the work in a transaction that holds the write lock from its start; all or nothing. When it returns, every process
   * sees it and the end of this one leaves it; it reaches the disk with the next `writeToDisk` of any process, because all
   * append to one log, and a power cut before that loses it.
   * @throws CallFailed `busy` when another process keeps the lock for 5 seconds.
   */
  write<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // SQLite has rolled back by itself after some errors (disk full, input or output).
      if (this.#db.inTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /**
   * As `write`, and on disk when it resolves. All that comes in one turn of the event loop is one transaction, in which
   * each work stands or falls by itself.
   */
  writeToDisk<T>(work: () => T): Promise<T> {
    return this.#inGroup(work, true);
  }

  /** Resolves when all that any process has committed by now is on disk. */
  async toDisk(): Promise<void> {
    await this.writeToDisk(() => undefined);
  }

  /** As `write`, at the end of this turn of the event loop: what the caller answers first does not wait for it. */
  writeSoon<T>(work: () => T): Promise<T> {
    return this.#inGroup(work, false);
  }

  #inGroup<T>(work: () => T, toDisk: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = (): (() => void) => {
        const result = work();
        return () => resolve(result);
      };
      this.#waiting.push({ toDisk, attempt, reject });
      if (this.#waiting.length === 1) setImmediate(() => void this.#writeGroup());
    });
  }

  async #writeGroup(): Promise<void> {
    const group = this.#waiting.splice(0);
    const settled = this.#attemptTogether(group) ?? group.flatMap((each) => this.#attemptAlone(each));
    for (const { toDisk, tell } of settled) if (!toDisk) tell();
    const forDisk = settled.filter(({ toDisk }) => toDisk);
    if (forDisk.length === 0) return;
    try {
      await this.#flush(forDisk.length);
      for (const { tell } of forDisk) tell();
    } catch (error) {
      for (const { reject } of forDisk) reject(error);
    }
  }

  /** Undefined when one of several has failed: then nothing is written, and each has to stand or fall by itself. */
  #attemptTogether(group: readonly Waiting[]): readonly Settled[] | undefined {
    if (group.length === 1) return undefined;
    try {
      return this.write(() => group.map((each) => ({ ...each, tell: each.attempt() })));
    } catch (error) {
      if (!(error instanceof CallFailed)) return undefined;
      // The lock could not be had: nobody waits for it once more.
      for (const { reject } of group) reject(error);
      return [];
    }
  }

  #attemptAlone(each: Waiting): readonly Settled[] {
    try {
      return [{ ...each, tell: this.write(each.attempt) }];
    } catch (error) {
      each.reject(error);
      return [];
    }
  }

  /**
   * The loop goes on while several wait for the disk. For a single one that would take longer than the disk does: two
   * threads have to be woken. A system that could not write its pages forgets them, so after one failure no later success
   * can be believed.
   */
  async #flush(waiting: number): Promise<void> {
    try {
      if (waiting === 1) this.#log.flush();
      else await this.#log.onDisk();
    } catch (error) {
      this.#lost = new Error('the disk failed to keep what was written to the store', { cause: error });
      throw this.#lost;
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#copyLog();
    this.#db.close();
    this.#log.close();
  }

  /** The driver would leave it to the next process, and a copy of the file alone would lack what was written last. */
  #copyLog(): void {
    try {
      if (!this.#lost) this.#db.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // Nothing is lost: the log stays where it is.
    }
  }

  #prepare(sql: string): Prepared {
    if (this.#lost) throw this.#lost;
    // A job that ends after its process has let go: the driver would panic.
    if (!this.#isOpen) throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
    let prepared = this.#prepared.get(sql);
    if (!prepared) {
      // By place, because the driver takes twice as long to bind by name.
      const names = [...sql.matchAll(PARAMETER)].map(([, name]) => name!);
      prepared = { statement: this.#db.prepare(sql.replaceAll(PARAMETER, '?')), names };
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}

/** Another process keeps the lock, or the disk is full or fails: the same call may work later. */
const PASSING = /^SQLITE_(BUSY|LOCKED|FULL|IOERR)/;

function translating<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error && 'code' in error && PASSING.test(String(error.code)))
      throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }, error);
    throw error;
  }
}
