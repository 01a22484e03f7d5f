import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MasterKeys } from '../adapters/sealing/jose-sealer.ts';
import { type MasterKeySource, SettingRefused, type Settings } from './settings/settings.ts';

type FileSetting = 'MASTER_KEY_FILE' | 'NEW_MASTER_KEY_FILE';

/**
 * The master key's 32 bytes; undefined if there is none. The sandbox makes one on first start, readable by its owner only.
 * @param isKnown whether the store was used with a master key before: another key could open nothing then, so none is made.
 * @throws SettingRefused if the key is unreadable, invalid or gone.
 */
export async function readMasterKey(
  source: MasterKeySource,
  isKnown: () => Promise<boolean>,
  setting: FileSetting = 'MASTER_KEY_FILE',
): Promise<Uint8Array | undefined> {
  switch (source.from) {
    case 'nowhere':
      return undefined;
    case 'value':
      return Buffer.from(source.base64, 'base64');
    case 'file':
      return keyOf(await textOf(source.path, setting), source.path, setting);
    case 'made':
      // Asked first: a process that starts at the same time makes the file before the store knows of it.
      if ((await isKnown()) && !existsSync(source.path))
        throw new SettingRefused(
          'MASTER_KEY_FILE',
          `is gone from ${source.path}; put back the key of this store.`,
        );
      await makeUnlessThere(source.path);
      return keyOf(await textOf(source.path, setting), source.path, setting);
  }
}

/** The master key and, during a rotation, the new one. @throws SettingRefused as `readMasterKey`. */
export async function readMasterKeys(
  { masterKey, newMasterKey }: Pick<Settings, 'masterKey' | 'newMasterKey'>,
  isKnown: () => Promise<boolean>,
): Promise<MasterKeys> {
  const current = await readMasterKey(masterKey, isKnown);
  const next = await readMasterKey(newMasterKey, isKnown, 'NEW_MASTER_KEY_FILE');
  if (next && !current)
    throw new SettingRefused(
      'NEW_MASTER_KEY',
      'is set without MASTER_KEY, the key that it takes the place of.',
    );
  return { current, next };
}

// Written whole under another name and then linked: of two processes that start at once one wins, and neither reads an empty file.
async function makeUnlessThere(path: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(draft, randomBytes(32).toString('base64') + '\n', { mode: 0o600, flag: 'wx' });
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new SettingRefused('MASTER_KEY_FILE', `cannot be made at ${path} (${codeOf(error)}).`);
  } finally {
    await rm(draft, { force: true });
  }
}

async function textOf(path: string, setting: FileSetting): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new SettingRefused(setting, `cannot be read at ${path} (${codeOf(error)}).`);
  }
}

function keyOf(text: string, path: string, setting: FileSetting): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32 || key.toString('base64') !== text.trim())
    throw new SettingRefused(setting, `at ${path} must hold 32 bytes in base64.`);
  return key;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
