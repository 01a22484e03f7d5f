import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { StoreRefused } from '../../ports/store-refused.ts';
import { refuseDamagedLog } from './damaged-log.ts';
import { codeOf } from './driver-errors.ts';
import { SCHEMA } from './open-sqlite.ts';
import { isOpenHere } from './store-files.ts';

/** The description inside a copy of a store. */
export interface CopiedStore {
  readonly schemaVersion: number;
  readonly environment: string;
  /** The fingerprint of the master key that seals the content; undefined if none was ever used. */
  readonly masterKeyFingerprint?: string;
}

/**
 * Copies a store while processes write to it: the copy has everything that was committed before the call, and no half
 * transaction. `VACUUM INTO` reads in one transaction, blocks no writer and leaves no log beside the copy
 * (sqlite.org/lang_vacuum.html).
 * @param to a file that does not exist; it is on disk when this returns.
 * @throws StoreRefused if there is no intact store to copy.
 */
export function copySqlite(path: string, to: string): CopiedStore {
  // Opening a missing file would create it.
  if (!existsSync(path)) throw refuse(path, 'is not there');
  if (!isOpenHere(path)) refuseDamagedLog(path);
  const db = open(path);
  try {
    db.prepare('VACUUM INTO ?').run([to]);
  } catch (error) {
    throw refuse(path, `cannot be copied (${codeOf(error) || String(error)})`, error);
  } finally {
    db.close();
  }
  chmodSync(to, 0o600);
  toDisk(to);
  return describeCopy(to);
}

/** The name of the row that has the time of the newest backup. */
export const BACKED_UP_AT = 'backed_up_at';

/** Times in ISO 8601 are ordered as texts. */
export const NOTE_BACKUP = `INSERT INTO meta (name, value) VALUES ('${BACKED_UP_AT}', @at)
  ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`;

/** Notes in a store that it was copied. The store is not opened as by a start, which would bring its schema up to date. @throws StoreRefused */
export function noteCopy(path: string, takenAt: Date): void {
  const db = open(path);
  try {
    db.prepare(NOTE_BACKUP).run({ at: takenAt.toISOString() });
  } catch (error) {
    throw refuse(path, `cannot be written (${codeOf(error) || String(error)})`, error);
  } finally {
    db.close();
  }
}

/** @throws StoreRefused if the file is not an intact store. */
export function describeCopy(path: string): CopiedStore {
  const db = open(path, { readonly: true });
  try {
    const [check] = db.prepare('PRAGMA quick_check(1)').all([]) as { readonly quick_check: string }[];
    if (check?.quick_check !== 'ok') throw refuse(path, 'is no intact SQLite database');
    const rows = db.prepare('SELECT name, value FROM meta').all([]) as {
      readonly name: string;
      readonly value: string;
    }[];
    const meta = new Map(rows.map(({ name, value }) => [name, value]));
    const version = meta.get(SCHEMA);
    if (version === undefined)
      throw refuse(path, 'is of a program before release 0.1.0, which this one cannot read');
    const fingerprint = meta.get('master_key_fingerprint');
    return {
      schemaVersion: Number(version),
      environment: meta.get('environment') ?? '',
      ...(fingerprint !== undefined && { masterKeyFingerprint: fingerprint }),
    };
  } catch (error) {
    throw error instanceof StoreRefused ? error : refuse(path, 'is no store of this service', error);
  } finally {
    db.close();
  }
}

/** The fingerprint of the master key that a store is used with, undefined if none was; it is only read. @throws StoreRefused if it cannot be read. */
export function masterKeyOf(path: string): string | undefined {
  const db = open(path, { readonly: true });
  try {
    const row = db.prepare("SELECT value FROM meta WHERE name = 'master_key_fingerprint'").get([]);
    return (row as { readonly value: string } | undefined)?.value;
  } catch (error) {
    throw refuse(path, `cannot be read (${codeOf(error) || String(error)})`, error);
  } finally {
    db.close();
  }
}

/** The keys that a store has revoked; it is only read. @throws StoreRefused if it cannot be read. */
export function revokedKeysOf(path: string): ReadonlySet<string> {
  if (!existsSync(path)) throw refuse(path, 'is not there');
  const db = open(path, { readonly: true });
  try {
    const rows = db.prepare('SELECT id FROM api_key WHERE revoked_at IS NOT NULL').all([]);
    return new Set((rows as { readonly id: string }[]).map(({ id }) => id));
  } catch (error) {
    throw refuse(path, `cannot be read (${codeOf(error) || String(error)})`, error);
  } finally {
    db.close();
  }
}

/** How many positions a lost store may have given to events after the backup. */
const LOST_POSITIONS = 1_000_000_000;

/**
 * Prepares a copy to become a store. Events get positions after all that the lost store may have given, so that a reader of the
 * feed misses none. The log is written into the file.
 */
export function settleCopy(path: string): void {
  const db = open(path);
  try {
    const bumped = db
      .prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'event'")
      .run([LOST_POSITIONS]);
    if (bumped.changes === 0)
      db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)").run([LOST_POSITIONS]);
    const [left] = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all([]) as { readonly busy: number }[];
    if (left?.busy !== 0) throw refuse(path, 'is open in another process');
  } finally {
    db.close();
  }
  for (const part of [`${path}-wal`, `${path}-shm`]) rmSync(part, { force: true });
  toDisk(path);
}

/** Files of an existing store that block a restore. */
export const filesOf = (path: string): readonly string[] =>
  [path, `${path}-wal`, `${path}-shm`].filter((file) => existsSync(file));

/** Removes the files of a restore that was killed. */
export function removeDraft(draft: string): void {
  for (const file of filesOf(draft)) rmSync(file);
}

/** Names a file. A file that has the name already stays. */
export function nameDraft(draft: string, path: string): void {
  linkSync(draft, path);
  rmSync(draft);
  toDisk(dirname(path));
}

function open(path: string, options: Database.Options = {}): Database.Database {
  try {
    return new Database(path, { timeout: 5000, ...options });
  } catch (error) {
    throw refuse(path, `cannot be opened (${codeOf(error)})`, error);
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

const refuse = (path: string, why: string, cause?: unknown): StoreRefused =>
  new StoreRefused('not-a-store', `The store ${path} ${why}.`, cause);
