import type Database from 'libsql';
import { CallFailed } from '../../domain/failures.ts';
import { bind, type Bound } from './bind.ts';

/** Values by the names of the statement's `@parameters`. */
export type Parameters = Readonly<Record<string, Bound>>;
export type Row = Readonly<Record<string, unknown>>;

/**
 * `full`: on disk when the transaction returns. `normal`: seen by every process at once and on disk with the next `full`
 * transaction of any of them, because both append to one log; a power cut before that loses it, a killed process does not.
 */
export type Durability = 'full' | 'normal';

interface Prepared {
  readonly statement: Database.Statement;
  readonly names: readonly string[];
}

interface Together {
  /** Does the work. @returns what tells its result. */
  readonly attempt: () => () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The process's one connection to the file. Several connections in a process would share the risk of SQLite's rare
 * WAL-reset race (fixed in 3.51.3) for nothing, as calls are synchronous anyway.
 */
export class Sqlite {
  readonly #db: Database.Database;
  // Preparing 100,000 times costs 300 MB, so each text is prepared once; texts are few, as lists are bound as JSON.
  readonly #prepared = new Map<string, Prepared>();
  readonly #together: Together[] = [];
  #durability: Durability = 'full';
  #isOpen = true;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  all(sql: string, parameters: Parameters = {}): readonly Row[] {
    const { statement, names } = this.#prepare(sql);
    const values: Record<string, Bound> = {};
    // A parameter left out would keep the value of the call before.
    for (const name of names) values[name] = bind(parameters[name]);
    return translating(() => statement.all(values) as Row[]);
  }

  /** The first row. Never through the driver's `get`: after `all` on one statement it returns the row of the call before. */
  one(sql: string, parameters: Parameters = {}): Row | undefined {
    return this.all(sql, parameters)[0];
  }

  /** @returns how many rows the statement changed. */
  run(sql: string, parameters: Parameters = {}): number {
    const { statement, names } = this.#prepare(sql);
    const values: Record<string, Bound> = {};
    for (const name of names) values[name] = bind(parameters[name]);
    return translating(() => statement.run(values).changes);
  }

  /**
   * Runs the work in a transaction that holds the write lock from its start; all or nothing.
   * @throws CallFailed `busy` when another process keeps the lock for 5 seconds.
   */
  write<T>(durability: Durability, work: () => T): T {
    if (this.#isOpen) this.#switchTo(durability);
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
   * As `write('full', …)`, but all that comes in one turn of the event loop waits for the disk together. Each work stands or
   * falls by itself; nothing is resolved before all of it is on disk.
   */
  writeTogether<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const attempt = (): (() => void) => {
        const result = work();
        return () => resolve(result);
      };
      this.#together.push({ attempt, reject });
      if (this.#together.length === 1) setImmediate(() => this.#writeGroup());
    });
  }

  #writeGroup(): void {
    const group = this.#together.splice(0);
    try {
      const settle = this.write('full', () => group.map((each) => this.#attemptAlone(each)));
      for (const tell of settle) tell();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /** @returns what tells the caller once the group is on disk. @throws what ended the whole transaction. */
  #attemptAlone({ attempt, reject }: Together): () => void {
    this.run('SAVEPOINT one_of_group');
    try {
      const tell = attempt();
      this.run('RELEASE one_of_group');
      return tell;
    } catch (error) {
      // SQLite may have rolled back all of it.
      if (!this.#db.inTransaction) throw error;
      this.run('ROLLBACK TO one_of_group');
      this.run('RELEASE one_of_group');
      return () => reject(error);
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#db.close();
  }

  // Two switches cost 8 µs; a transaction costs 29 µs normal and about 200 µs full on a disk whose fsync takes 150 µs
  // (2 cores, 2026). So one POST /invoices, which counts, claims, seals and takes in, waits for the disk once.
  #switchTo(durability: Durability): void {
    if (this.#durability === durability) return;
    this.#db.exec(`PRAGMA synchronous=${durability.toUpperCase()}`);
    this.#durability = durability;
  }

  #prepare(sql: string): Prepared {
    // A job that ends after its process has let go: the driver would panic.
    if (!this.#isOpen) throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
    let prepared = this.#prepared.get(sql);
    if (!prepared) {
      const names = new Set([...sql.matchAll(/@(\w+)/g)].map(([, name]) => name!));
      prepared = { statement: this.#db.prepare(sql), names: [...names] };
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}

const BUSY = /^SQLITE_(BUSY|LOCKED)/;

function translating<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof Error && 'code' in error && BUSY.test(String(error.code)))
      throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 }, error);
    throw error;
  }
}
