import { statSync } from 'node:fs';
import Database from 'libsql';
import { CallFailed } from '../../domain/failures.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import { StoreRefused } from '../../ports/store-refused.ts';
import { refuseDamagedLog } from './damaged-log.ts';
import { codeOf, isDamage, isLocked, isNoAccess } from './driver-errors.ts';
import { addColumns, columnsIn, columnsOf } from './field-columns.ts';
import { MIGRATIONS } from './migrations/all.ts';
import { oneStartAtATime } from './one-start-at-a-time.ts';
import { LATER_INDEXES, TABLES } from './schema.ts';
import { Sqlite } from './sqlite.ts';
import { isOpenHere, makeFiles, wasOpenHere } from './store-files.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

/** The name of the schema's version among the rows of `meta`. */
export const SCHEMA = 'schema';
/** Its name before the first release. */
const UNRELEASED_SCHEMA = 'schema_version';

/** A little longer than an older process takes to stop. */
const OTHERS_GO_MS = 12_000;
/** Processes that start at one instant wait for so many before them. */
const STARTS = 5;

/**
 * Opens the store. It creates a missing file and folder, and migrates an older schema while no other process has the file open.
 * @param patienceMs how long to wait for other processes before a migration.
 * @param migrations those of this program; a test adds the next one.
 * @throws StoreRefused if this process cannot or must not use the store.
 */
export function openSqlite(
  path: string,
  environment: Environment,
  patienceMs = OTHERS_GO_MS,
  migrations = MIGRATIONS,
): Sqlite {
  const openIt = (): Sqlite => openHere(path, environment, patienceMs, migrations);
  return wasOpenHere(path) ? openIt() : oneStartAtATime(path, STARTS * patienceMs, openIt);
}

function openHere(
  path: string,
  environment: Environment,
  patienceMs: number,
  migrations: readonly string[],
): Sqlite {
  const isFirstHere = !wasOpenHere(path);
  const sqlite = open(path);
  try {
    refuseDamage(sqlite, path);
    const isAlone = isFirstHere && isOlder(sqlite, path, migrations);
    if (isAlone) waitForOthers(sqlite, path, patienceMs);
    sqlite.transaction(() => {
      // A process that opened the file in between uses the log again, and so does this one.
      if (isAlone && journalOf(sqlite) !== 'delete') throw inUse(path);
      migrate(sqlite, path, migrations);
      holdToEnvironment(sqlite, path, environment);
    });
    if (isAlone) sqlite.all('PRAGMA journal_mode=WAL');
    // From here on calls wait for the disk off the event loop (`writeToDisk`).
    sqlite.run('PRAGMA synchronous=NORMAL');
    // Calls also wait for another program's lock off the event loop: the driver would block it.
    sqlite.all('PRAGMA busy_timeout=0');
  } catch (error) {
    sqlite.close();
    throw storeRefusedBy(error, path) ?? error;
  }
  return sqlite;
}

/**
 * Of a new store; an older one keeps its pages of 4 KB. A write changes a few bytes of a page, and the log takes the page whole. Pages of
 * 1 KB would save more, and make the search in all clients slower: a page's index entries have a quarter of it at most.
 */
const PAGE_BYTES = 2048;
/** 16 times SQLite's own limit. An intake writes many pages repeatedly, so a larger log is copied less often. */
const LOG_BYTES = 65_536_000;

function open(path: string): Sqlite {
  let db: Database.Database | undefined;
  try {
    if (!isOpenHere(path)) {
      refuseDamagedLog(path);
      makeFiles(path);
    }
    db = new Database(path, { timeout: 5000 });
    db.exec(`PRAGMA page_size=${PAGE_BYTES}`);
    switchToWal(db);
    db.exec('PRAGMA synchronous=FULL');
    db.exec(`PRAGMA wal_autocheckpoint=${LOG_BYTES / pageBytesOf(db)}`);
    return new Sqlite(db, new WriteAheadLog(path));
  } catch (error) {
    db?.close();
    throw error instanceof StoreRefused
      ? error
      : (storeRefusedBy(error, path) ?? cannotBeOpened(path, error));
  }
}

function pageBytesOf(db: Database.Database): number {
  const [row] = db.prepare('PRAGMA page_size').all([]) as { readonly page_size: number }[];
  return row!.page_size;
}

/** The setting that the operator can correct; undefined for any other error. */
function storeRefusedBy(error: unknown, path: string): StoreRefused | undefined {
  if (isLocked(error))
    return new StoreRefused(
      'unreachable',
      `STORE_URL names ${path}, which another process keeps locked.`,
      error,
    );
  if (isDamage(error)) return noDatabase(path, error);
  return isNoAccess(error) ? cannotBeOpened(path, error) : undefined;
}

const noDatabase = (path: string, cause: unknown): StoreRefused =>
  new StoreRefused('not-a-store', `STORE_URL names ${path}, which is no intact SQLite database.`, cause);

function cannotBeOpened(path: string, error: unknown): StoreRefused {
  const code = codeOf(error) && ` (${codeOf(error)})`;
  const message = `STORE_URL names ${path}, which cannot be opened for writing${code}.`;
  return new StoreRefused('unreachable', message, error);
}

// Of several processes that open a new file at once, one is sometimes refused without the busy timeout (once in 60 rounds of
// six).
function switchToWal(db: Database.Database): void {
  for (let tries = 1; ; tries += 1) {
    try {
      db.exec('PRAGMA journal_mode=WAL');
      return;
    } catch (error) {
      if (!isLocked(error) || tries === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

/** Bytes that are read within a moment. Damage of a larger file is found later, by `tryOut`. */
const READ_WHOLE = 64_000_000;

/** Data that is written over damaged pages would be lost with them. */
function refuseDamage(sqlite: Sqlite, path: string): void {
  if (statSync(path).size > READ_WHOLE) return;
  const [check] = sqlite.all('PRAGMA quick_check(1)');
  if (check?.['quick_check'] !== 'ok') throw noDatabase(path, new Error(String(check?.['quick_check'])));
}

/** True if there is a schema to migrate. A store that does not exist yet has none. */
function isOlder(sqlite: Sqlite, path: string, migrations: readonly string[]): boolean {
  const present = versionOf(sqlite, path);
  if (present === 0 || present > migrations.length) return false;
  const columns = columnsIn(sqlite);
  const lacksColumns = Object.entries(TABLES).some(([table, { fields }]) =>
    columnsOf(fields).some((column) => !columns.get(table)?.has(column)),
  );
  return present < migrations.length || lacksColumns;
}

/**
 * An older program relies on the schema that it knows, so it must have ended before a migration. Switching the log off needs
 * the file alone (sqlite.org/wal.html, section 2.2), so it fails while any process has the file open. The log is switched on
 * again after the migration.
 */
function waitForOthers(sqlite: Sqlite, path: string, patienceMs: number): void {
  sqlite.all('PRAGMA busy_timeout=100');
  for (const until = Date.now() + patienceMs; !givesUpLog(sqlite);) {
    if (Date.now() > until) throw inUse(path);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  sqlite.all('PRAGMA busy_timeout=5000');
}

function givesUpLog(sqlite: Sqlite): boolean {
  try {
    return sqlite.all('PRAGMA journal_mode=DELETE')[0]?.['journal_mode'] === 'delete';
  } catch (error) {
    if (error instanceof CallFailed) return false;
    throw error;
  }
}

const journalOf = (sqlite: Sqlite): unknown => sqlite.one('PRAGMA journal_mode')?.['journal_mode'];

const inUse = (path: string): StoreRefused =>
  new StoreRefused(
    'in-use',
    `STORE_URL names ${path}, a store of an older version that another process has open; stop that process, then start this one, which brings the store up to date.`,
  );

function migrate(sqlite: Sqlite, path: string, migrations: readonly string[]): void {
  const present = versionOf(sqlite, path);
  if (present > migrations.length)
    throw newerStore(
      path,
      `schema version ${present}; this program knows versions up to ${migrations.length}`,
    );
  for (const migration of migrations.slice(present))
    for (const statement of statementsOf(migration)) sqlite.run(statement);
  const columns = columnsIn(sqlite);
  for (const [table, { fields, beside }] of Object.entries(TABLES)) {
    const present = columns.get(table) ?? new Set<string>();
    const known = new Set([...columnsOf(fields), ...beside]);
    const unknown = [...present].find((column) => !known.has(column));
    if (unknown !== undefined)
      throw newerStore(path, `a newer program, which keeps ${unknown} of each ${table}`);
    addColumns(sqlite, table, fields, present);
  }
  for (const index of LATER_INDEXES) sqlite.run(index);
  setMeta(sqlite, SCHEMA, String(migrations.length));
}

const newerStore = (path: string, of: string): StoreRefused =>
  new StoreRefused('newer-store', `STORE_URL names ${path}, a store of ${of}.`);

function versionOf(sqlite: Sqlite, path: string): number {
  const tables = sqlite.all(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  if (tables.length === 0) return 0;
  const hasMeta = tables.some(({ name }) => name === 'meta');
  if (hasMeta && meta(sqlite, UNRELEASED_SCHEMA) !== undefined) throw unreleasedStore(path);
  const version = hasMeta ? meta(sqlite, SCHEMA) : undefined;
  if (version === undefined)
    throw new StoreRefused('not-a-store', `STORE_URL names ${path}, a database of another program.`);
  return Number(version);
}

const unreleasedStore = (path: string): StoreRefused =>
  new StoreRefused(
    'older-store',
    `STORE_URL names ${path}, a store of a program before release 0.1.0, which this one cannot read; name another file, or move this one away, then start again with an empty store.`,
  );

function holdToEnvironment(sqlite: Sqlite, path: string, environment: Environment): void {
  const made = meta(sqlite, 'environment');
  if (made === undefined) return setMeta(sqlite, 'environment', environment);
  if (made !== environment)
    throw new StoreRefused(
      'other-environment',
      `STORE_URL names ${path}, a store of the ${made}; ENVIRONMENT is ${environment}.`,
    );
}

/** The statements of a trigger end in semicolons, too. */
const STATEMENT = /(?<!\s)\s*CREATE TRIGGER[^]*?\bEND\b|[^;]+/g;

const statementsOf = (migration: string): string[] =>
  [...migration.replace(/--.*/g, '').matchAll(STATEMENT)]
    .map(([statement]) => statement.trim())
    .filter((statement) => statement !== '');

export function meta(sqlite: Sqlite, name: string): string | undefined {
  const row = sqlite.one('SELECT value FROM meta WHERE name = @name', { name });
  return row && String(row['value']);
}

export function setMeta(sqlite: Sqlite, name: string, value: string): void {
  sqlite.run(
    'INSERT INTO meta (name, value) VALUES (@name, @value) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    { name, value },
  );
}
