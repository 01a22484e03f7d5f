import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type MasterKeySource, SettingRefused } from './settings/settings.ts';

/**
 * The master key's 32 bytes; undefined when there is none. The sandbox makes one on first start, readable by its owner
 * only.
 * @param isKnown whether the store was used with a master key before: then another could open nothing, and none is made.
 * @throws SettingRefused when the key cannot be read, is no key or is gone.
 */
export async function readMasterKey(
  source: MasterKeySource,
  isKnown: () => Promise<boolean>,
): Promise<Uint8Array | undefined> {
  switch (source.from) {
    case 'nowhere':
      return undefined;
    case 'value':
      return Buffer.from(source.base64, 'base64');
    case 'file':
      return keyOf(await textOf(source.path), source.path);
    case 'made':
      // Asked first: a process that starts beside this one makes the file before the store knows of it.
      if ((await isKnown()) && !existsSync(source.path))
        throw new SettingRefused(
          'MASTER_KEY_FILE',
          `is gone from ${source.path}; put back the key of this store.`,
        );
      await makeUnlessThere(source.path);
      return keyOf(await textOf(source.path), source.path);
  }
}

// Written whole under another name and then linked: of two processes that start at once one wins, and neither reads a
// file that is still empty.
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

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new SettingRefused('MASTER_KEY_FILE', `cannot be read at ${path} (${codeOf(error)}).`);
  }
}

function keyOf(text: string, path: string): Uint8Array {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32 || key.toString('base64') !== text.trim())
    throw new SettingRefused('MASTER_KEY_FILE', `at ${path} must hold 32 bytes in base64.`);
  return key;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
