/**
 * The part of the SQLite connection that jobs need. The wiring passes it in, so that jobs and invoices share the process's one
 * connection and neither adapter imports the other.
 */
export interface Sql {
  all(sql: string, parameters?: SqlParameters): readonly SqlRow[];
  run(sql: string, parameters?: SqlParameters): number;
  /** Inside it `all` may be called any number of times. */
  read<T>(work: () => T): Promise<T>;
  /** Runs later in this turn of the event loop, in one transaction with others. All of the work is written, or nothing; then it may run again. */
  write<T>(work: () => T): Promise<T>;
}

type SqlParameters = Readonly<Record<string, string | number | bigint | Buffer | null>>;
export type SqlRow = Readonly<Record<string, unknown>>;
