import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';

type Value = string | number | Buffer | null;
export type Row = Readonly<Record<string, unknown>>;

const TABLES = `
  CREATE TABLE IF NOT EXISTS calls (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, route TEXT NOT NULL, method TEXT NOT NULL,
    path TEXT NOT NULL, status INTEGER, fault TEXT);
  CREATE TABLE IF NOT EXISTS documents (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, route TEXT NOT NULL, identity TEXT NOT NULL,
    number TEXT NOT NULL, sha256 TEXT NOT NULL, facts TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS documents_by_identity ON documents (route, identity);
  CREATE INDEX IF NOT EXISTS documents_by_number ON documents (route, number);
  CREATE TABLE IF NOT EXISTS counts (route TEXT NOT NULL, key TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (route, key));
  CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, route TEXT NOT NULL, audience TEXT, due_at INTEGER NOT NULL,
    document_type TEXT NOT NULL, content TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS messages_by_time ON messages (route, due_at, id);
  CREATE TABLE IF NOT EXISTS faults (id INTEGER PRIMARY KEY, route TEXT NOT NULL, call TEXT NOT NULL, fault TEXT NOT NULL,
    remaining INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS kept (route TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (route, kind, id));
`;

/** The SQLite file of the networks' state. */
export class StateFile {
  private readonly db: Database.Database;
  // The driver keeps memory per prepared text, so a text is prepared once.
  private readonly prepared = new Map<string, Database.Statement>();

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.db = new Database(path, { timeout: 5000 });
    this.db.exec('PRAGMA journal_mode=WAL');
    this.db.exec('PRAGMA synchronous=NORMAL');
    this.db.exec(TABLES);
  }

  close(): void {
    this.db.close();
  }

  /**
   * Writes everything in `work`, or nothing. It has the right to write from its start: one that reads first could not write any more
   * once another process has written (SQLITE_BUSY_SNAPSHOT), however long it waits.
   */
  transaction<T>(work: () => T): T {
    return this.db.transaction(work).immediate();
  }

  all(sql: string, values: readonly Value[]): readonly Row[] {
    return this.statement(sql).all([...values]) as Row[];
  }

  run(sql: string, values: readonly Value[]): void {
    this.statement(sql).run([...values]);
  }

  /** @returns the id of the new row. */
  insert(sql: string, values: readonly Value[]): number {
    return Number(this.statement(sql).run([...values]).lastInsertRowid);
  }

  private statement(sql: string): Database.Statement {
    const cached = this.prepared.get(sql);
    if (cached) return cached;
    const statement = this.db.prepare(sql);
    this.prepared.set(sql, statement);
    return statement;
  }
}
