import { baseAddress } from 'en16931-rules/vocabulary/base-address.ts';
import type { Command } from 'commander';
import { DeliveryService } from '../../client/client.ts';
import { DEFAULT_PROFILE, type Profile, profileFile, readProfiles } from './profile.ts';
import { NotRun } from './endings.ts';

export interface ConnectionOptions {
  readonly url?: string;
  readonly key?: string;
  readonly profile?: string;
}

export interface CallOptions extends ConnectionOptions {
  readonly json?: boolean;
}

/** The options of a command that calls the service. */
export const withConnection = (command: Command): Command =>
  command
    .option('--url <url>', 'the address of the service (IDS_URL)')
    .option('--key <key>', 'a key (IDS_KEY; other users of the machine see options)')
    .option('--profile <name>', 'a profile of ids login');

/** A service that does not answer is reported, not waited for. */
const MAX_RETRIES = 2;

export const serviceOf = (options: ConnectionOptions, env: NodeJS.ProcessEnv): DeliveryService =>
  new DeliveryService({ ...connectionOf(options, env), maxRetries: MAX_RETRIES });

/**
 * Option, then environment, then profile. The key of a profile goes to the address of that profile only.
 * @throws NotRun
 */
export function connectionOf(options: ConnectionOptions, env: NodeJS.ProcessEnv): Profile {
  const url = options.url ?? fromEnvironment('IDS_URL', options, env);
  const key = options.key ?? fromEnvironment('IDS_KEY', options, env);
  if (url !== undefined && key !== undefined) return { url: checked(url), key };
  const profile = namedProfile(options, env);
  if (url !== undefined && profile && checked(url) !== profile.url && key === undefined)
    throw new NotRun(`The key of the profile is for ${profile.url}, not for ${url}: set IDS_KEY or --key.`);
  const [at, by] = [url ?? profile?.url, key ?? profile?.key];
  if (at === undefined || by === undefined)
    throw new NotRun(
      `${at === undefined ? 'The address of the service' : 'A key'} is missing: set IDS_URL and IDS_KEY, or run ids login.`,
    );
  return { url: checked(at), key: by };
}

/**
 * The address alone, for what the service answers without a key: option, then environment, then profile.
 * @throws NotRun
 */
export function addressOf(options: ConnectionOptions, env: NodeJS.ProcessEnv): string | undefined {
  const url = options.url ?? fromEnvironment('IDS_URL', options, env) ?? namedProfile(options, env)?.url;
  return url === undefined ? undefined : checked(url);
}

const fromEnvironment = (
  name: 'IDS_URL' | 'IDS_KEY',
  { profile }: ConnectionOptions,
  env: NodeJS.ProcessEnv,
): string | undefined => (profile === undefined ? env[name] || undefined : undefined);

/** @throws NotRun if the caller names one that is not there */
function namedProfile({ profile: name }: ConnectionOptions, env: NodeJS.ProcessEnv): Profile | undefined {
  const path = profileFile(env);
  const profile = readProfiles(path).get(name ?? DEFAULT_PROFILE);
  if (!profile && name !== undefined)
    throw new NotRun(`${path} has no profile ${name}: run ids login --profile ${name}.`);
  return profile;
}

export function checked(url: string): string {
  if (!/^https?:\/\/[^/]/.test(url) || !URL.canParse(url))
    throw new NotRun(`${url} is no address of a service: it begins with http:// or https://.`);
  return baseAddress(url);
}
