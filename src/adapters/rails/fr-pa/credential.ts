import { jsonObject } from './json.ts';

export const API_VERSIONS = ['1.0', '1.1', '1.2', '1.3'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** How to reach the client's platform: what the value of a `pa-oauth` credential says (decisions, "Credentials"). */
export interface PlatformCredential {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** `{base_url}/oauth/token` when left out. */
  readonly tokenUrl?: string;
  readonly version: ApiVersion;
  /** Which company, where one log-in serves several. */
  readonly organizationId?: string;
  /** Signs what the platform posts to us, base64. */
  readonly callbackKey?: string;
}

/** @returns undefined for what nobody can use; it counts as refused by the route. */
export function platformCredential(value: string): PlatformCredential | undefined {
  const json = jsonObject(value);
  if (!json) return undefined;
  const { base_url, client_id, client_secret, token_url, organization_id, callback_key } = json;
  const version = versionOf(json['api_version'] ?? '1.3');
  if (!isFilled(base_url) || !isFilled(client_id) || !isFilled(client_secret) || !version) return undefined;
  if ([token_url, organization_id].some((given) => given !== undefined && !isFilled(given))) return undefined;
  if (isFilled(organization_id) && !/^[\x20-\x7e][\x20-\x7e]*$/.test(organization_id)) return undefined;
  return {
    baseUrl: base_url.replace(/\/+$/, ''),
    clientId: client_id,
    clientSecret: client_secret,
    version,
    ...(isFilled(token_url) && { tokenUrl: token_url }),
    ...(isFilled(organization_id) && { organizationId: organization_id }),
    // One that is none verifies nothing, and nothing else hangs on it.
    ...(isFilled(callback_key) && { callbackKey: callback_key }),
  };
}

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** `1.2.0` is version 1.2. */
const versionOf = (value: unknown): ApiVersion | undefined =>
  API_VERSIONS.find((version) => value === version || String(value).startsWith(`${version}.`));
