import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isObject, parse } from '../../domain/json/json-object.ts';
import { jsonText } from '../../domain/json/json-text.ts';
import type { CopiedStore } from '../../adapters/sqlite/copy-sqlite.ts';
import { CommandRefused } from '../frame/endings.ts';

/** A backup is a folder with a copy of the store and its manifest. */
export const STORE_FILE = 'ids.db';
export const MANIFEST = 'backup.json';
const FORMAT = 1;

export interface BackupManifest extends CopiedStore {
  readonly takenAt: Date;
  /** Of the program that took it. */
  readonly version: string;
  /** Of the copy. */
  readonly bytes: number;
  readonly sha256: string;
}

export const manifestText = (manifest: BackupManifest): string =>
  jsonText({
    format: FORMAT,
    taken_at: manifest.takenAt.toISOString(),
    version: manifest.version,
    schema_version: manifest.schemaVersion,
    environment: manifest.environment,
    master_key_fingerprint: manifest.masterKeyFingerprint ?? null,
    files: [{ name: STORE_FILE, bytes: manifest.bytes, sha256: manifest.sha256 }],
  }) + '\n';

/** @throws CommandRefused naming the folder. */
export async function readBackup(folder: string): Promise<BackupManifest> {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new CommandRefused(`${folder} holds no backup${await insteadOf(folder)}.`);
  const manifest = manifestIn(readFileSync(path, 'utf8'));
  if (!manifest) throw new CommandRefused(`${path} is no description of a backup.`);
  const copy = join(folder, STORE_FILE);
  if (!existsSync(copy)) throw new CommandRefused(`${copy} is missing from the backup.`);
  if ((await sha256Of(copy)) !== manifest.sha256)
    throw new CommandRefused(
      `${copy} is not the file that was backed up: its SHA-256 differs from ${MANIFEST}.`,
    );
  return manifest;
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function insteadOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => existsSync(join(folder, name, MANIFEST)))
    .sort()
    .at(-1);
  return newest === undefined ? '' : `; the newest in it is ${join(folder, newest)}`;
}

function manifestIn(text: string): BackupManifest | undefined {
  const value = parse(text);
  if (!isObject(value) || value['format'] !== FORMAT) return undefined;
  const { taken_at, version, schema_version, environment, master_key_fingerprint: key, files } = value;
  const file: unknown = Array.isArray(files) ? files[0] : undefined;
  if (!isObject(file) || typeof file['sha256'] !== 'string') return undefined;
  const takenAt = new Date(String(taken_at));
  if (Number.isNaN(takenAt.getTime())) return undefined;
  return {
    takenAt,
    version: String(version),
    schemaVersion: Number(schema_version),
    environment: String(environment),
    ...(typeof key === 'string' && { masterKeyFingerprint: key }),
    bytes: Number(file['bytes']),
    sha256: file['sha256'],
  };
}
