import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isObject } from '../../domain/json/json-object.ts';
import { NotRun } from './endings.ts';

/** A service, and a key for it. */
export interface Profile {
  readonly url: string;
  readonly key: string;
}

export const DEFAULT_PROFILE = 'default';

/** XDG Base Directory Specification: `$XDG_CONFIG_HOME`, by default `~/.config`. */
export const profileFile = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'ids', 'profiles.json');

/** @throws NotRun if others may read the file, or it is no such file. */
export function readProfiles(path: string): ReadonlyMap<string, Profile> {
  let text: string;
  try {
    if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
      throw new NotRun(`${path} holds keys, and others may read it: chmod 600 ${path}`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
  const profiles = parsed(text);
  if (!profiles) throw new NotRun(`${path} is not a file of profiles: delete it, then run ids login.`);
  return profiles;
}

export function writeProfile(path: string, name: string, profile: Profile): void {
  const profiles = new Map(readProfiles(path)).set(name, profile);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(profiles), undefined, 2)}\n`, { mode: 0o600 });
  // The mode above is for a new file.
  chmodSync(path, 0o600);
}

function parsed(text: string): ReadonlyMap<string, Profile> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, Profile] => isProfile(entry[1]))
    ? new Map(entries)
    : undefined;
}

const isProfile = (value: unknown): value is Profile =>
  isObject(value) && typeof value['url'] === 'string' && typeof value['key'] === 'string';
