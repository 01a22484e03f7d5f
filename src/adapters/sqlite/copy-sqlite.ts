import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { StoreRefused } from '../../ports/store-refused.ts';
import { refuseDamagedLog } from './damaged-log.ts';
import { codeOf } from './driver-errors.ts';
import { isOpenHere } from './store-files.ts';

/** What a copy of a store says of itself. */
export interface CopiedStore {
  readonly schemaVersion: number;
  readonly environment: string;
  /** Of the master key that its content is sealed under; undefined if none was ever used. */
  readonly masterKeyFingerprint?: string;
}

/**
 * Copies a store that processes may be writing to: all that was committed before the call, and nothing half. `VACUUM INTO` reads in one
 * transaction, holds up no writer and leaves no log beside the copy (sqlite.org/lang_vacuum.html).
 * @param to a file that does not exist; on disk when this returns.
 * @throws StoreRefused if there is no intact store to copy.
 */
export function copySqlite(path: string, to: string): CopiedStore {
  // Opening would make it.
  if (!existsSync(path)) throw refused(path, 'is not there');
  if (!isOpenHere(path)) refuseDamagedLog(path);
  const db = opened(path);
  try {
    db.prepare('VACUUM INTO ?').run([to]);
  } catch (error) {
    throw refused(path, `cannot be copied (${codeOf(error) || String(error)})`, error);
  } finally {
    db.close();
  }
  chmodSync(to, 0o600);
  toDisk(to);
  return describeCopy(to);
}

/** @throws StoreRefused if it is no intact store. */
export function describeCopy(path: string): CopiedStore {
  const db = opened(path, { readonly: true });
  try {
    const [check] = db.prepare('PRAGMA quick_check(1)').all([]) as { readonly quick_check: string }[];
    if (check?.quick_check !== 'ok') throw refused(path, 'is no intact SQLite database');
    const rows = db.prepare('SELECT name, value FROM meta').all([]) as {
      readonly name: string;
      readonly value: string;
    }[];
    const meta = new Map(rows.map(({ name, value }) => [name, value]));
    const fingerprint = meta.get('master_key_fingerprint');
    return {
      schemaVersion: Number(meta.get('schema_version')),
      environment: meta.get('environment') ?? '',
      ...(fingerprint !== undefined && { masterKeyFingerprint: fingerprint }),
    };
  } catch (error) {
    throw error instanceof StoreRefused ? error : refused(path, 'is no store of this service', error);
  } finally {
    db.close();
  }
}

/** Positions that a lost store may have given to events after the backup. */
const LOST_POSITIONS = 1_000_000_000;

/**
 * Makes a copy ready to become a store: events get positions behind all that the lost store may have given, so that a reader of the feed
 * misses none; what was written to the log goes into the one file.
 */
export function settleCopy(path: string): void {
  const db = opened(path);
  try {
    const bumped = db
      .prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'event'")
      .run([LOST_POSITIONS]);
    if (bumped.changes === 0)
      db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)").run([LOST_POSITIONS]);
    const [left] = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]) as { readonly busy: number }[];
    if (left?.busy !== 0) throw refused(path, 'is open in another process');
  } finally {
    db.close();
  }
  for (const part of [`${path}-wal`, `${path}-shm`]) rmSync(part, { force: true });
  toDisk(path);
}

/** The files of a store that are in the way of another one at its place. */
export const filesOf = (path: string): readonly string[] =>
  [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));

/** Removes what a restore that was killed has left behind. */
export function removeDraft(draft: string): void {
  for (const file of filesOf(draft)) rmSync(file);
}

/** Gives a file its name; one that has the name already stays. */
export function moveIntoPlace(draft: string, path: string): void {
  linkSync(draft, path);
  rmSync(draft);
  toDisk(dirname(path));
}

function opened(path: string, options: Database.Options = {}): Database.Database {
  try {
    return new Database(path, { timeout: 5000, ...options });
  } catch (error) {
    throw refused(path, `cannot be opened (${codeOf(error)})`, error);
  }
}

/** A file, or the names in a folder. */
export function toDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

const refused = (path: string, why: string, cause?: unknown): StoreRefused =>
  new StoreRefused('not-a-store', `The store ${path} ${why}.`, cause);
