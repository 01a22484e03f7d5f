import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqlite } from '../../src/adapters/sqlite/open-sqlite.ts';
import { emptyFolder } from './folder.ts';

let migrated: Uint8Array | undefined;

function migratedFile(): Uint8Array {
  const folder = emptyFolder();
  const path = join(folder.path, 'ids.db');
  openSqlite(path, 'sandbox').close();
  const bytes = readFileSync(path);
  folder.remove();
  return bytes;
}

/** Writes a store without rows. Its migrations ran once for the process: they are most of the time of a short test. */
export function writeEmptyStore(path: string): void {
  writeFileSync(path, (migrated ??= migratedFile()), { mode: 0o600 });
}
