/**
 * What the jobs need of the SQLite connection. The wiring passes it in, so that jobs and invoices share the process's one
 * connection and neither adapter knows the other.
 */
export interface Sql {
  all(sql: string, parameters?: SqlParameters): readonly SqlRow[];
  run(sql: string, parameters?: SqlParameters): number;
  /** Within it `all` may be asked as often as it takes. */
  read<T>(work: () => T): Promise<T>;
  /** Later in this turn of the event loop, in one transaction with others; all of the work or nothing. */
  write<T>(work: () => T): Promise<T>;
}

export type SqlParameters = Readonly<Record<string, string | number | bigint | Buffer | null>>;
export type SqlRow = Readonly<Record<string, unknown>>;
