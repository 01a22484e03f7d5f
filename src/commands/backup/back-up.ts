import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copySqlite, noteCopy, toDisk } from '../../adapters/sqlite/copy-sqlite.ts';
import { StoreRefused } from '../../ports/store-refused.ts';
import { CommandRefused } from '../frame/endings.ts';
import { serviceVersion } from '../../processes/service-version.ts';
import type { Settings } from '../../processes/settings/settings.ts';
import { type BackupManifest, MANIFEST, manifestText, sha256Of, STORE_FILE } from './backup-folder.ts';

interface Backup {
  readonly folder: string;
  readonly manifest: BackupManifest;
  /** False if the store could not be written, as on a full disk: the backup is good, but its age is not known to the metrics. */
  readonly isNoted: boolean;
}

/**
 * Copies the store while the service runs: every invoice answered 202 before the call is in the copy. The master key is not.
 * @param to folder in which this backup gets a folder of its own; an incomplete one has no name that counts as a backup.
 * @throws CommandRefused, StoreRefused
 */
export async function backUp({ store }: Pick<Settings, 'store'>, to: string, now: Date): Promise<Backup> {
  if (store.kind !== 'sqlite')
    throw new CommandRefused(
      'STORE_URL names a MongoDB, which is backed up by its own tools: docs/operations.md, "Backup". Then note it with --taken-at.',
    );
  const folder = join(to, `ids-${now.toISOString().replace(/[-:]|\.\d+/g, '')}`);
  if (existsSync(folder))
    throw new CommandRefused(`${folder} is there already; a second has to pass between two backups.`);
  const draft = `${folder}.partial`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  try {
    const manifest = await filled(store.path, draft, now);
    renameSync(draft, folder);
    toDisk(to);
    return { folder, manifest, isNoted: isNoted(store.path, now) };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function isNoted(path: string, takenAt: Date): boolean {
  try {
    noteCopy(path, takenAt);
    return true;
  } catch (error) {
    if (error instanceof StoreRefused) return false;
    throw error;
  }
}

async function filled(path: string, draft: string, takenAt: Date): Promise<BackupManifest> {
  const copy = join(draft, STORE_FILE);
  const described = copySqlite(path, copy);
  const manifest: BackupManifest = {
    ...described,
    takenAt,
    version: serviceVersion(),
    bytes: statSync(copy).size,
    sha256: await sha256Of(copy),
  };
  writeFileSync(join(draft, MANIFEST), manifestText(manifest), { mode: 0o600 });
  toDisk(join(draft, MANIFEST));
  toDisk(draft);
  return manifest;
}
