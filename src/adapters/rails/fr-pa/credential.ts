import { jsonObject } from './json.ts';
import { PLATFORMS } from './platforms.ts';

const API_VERSIONS = ['1.0', '1.1', '1.2', '1.3'] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

/** How a token is asked for. */
export interface TokenCall {
  /** `api_key`: the secret is the bearer, and nothing is asked for. */
  readonly auth: 'client_credentials' | 'password' | 'api_key';
  /** Of client credentials: where they stand. */
  readonly style: 'body' | 'basic';
  /** In which member of the answer the token stands. */
  readonly member: string;
  readonly params: Readonly<Record<string, string>>;
  readonly scope?: string;
}

/** How to reach the client's platform: what the value of a `pa-oauth` credential says (decisions, "Credentials"; the note, 2.6). */
export interface PlatformCredential {
  /** What stands before `/flows`, without a slash at its end. */
  readonly flowUrl: string;
  /** What stands before `/directory-line`. */
  readonly directoryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Undefined where a platform that the operator names has its own. */
  readonly tokenUrl: string;
  /** Whether the credential itself says where its log-in is. */
  readonly namesTokenUrl: boolean;
  readonly token: TokenCall;
  readonly version: ApiVersion;
  /** Which company, where one log-in serves several. */
  readonly organizationId?: string;
  /** On every call, the token call too; their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of every download, in place of what each document type usually wants. */
  readonly downloadAccept?: string;
  readonly requestIdIn: 'header' | 'query';
  readonly searchFlowTypes: readonly string[];
  readonly searchDirections: readonly string[];
  /** Signs what the platform posts to us, base64. */
  readonly callbackKey?: string;
}

/** @returns undefined for what is of no use; it counts as refused by the route. */
export function platformCredential(value: string): PlatformCredential | undefined {
  const given = jsonObject(value);
  const settings = given && withPreset(given);
  if (!settings) return undefined;
  const version = versionOf(settings['api_version'] ?? '1.3');
  const places = placesIn(settings);
  const token = tokenCallIn(settings);
  const headers = headersIn(settings['headers'] ?? {});
  const [flowTypes, directions] = [
    textsIn(settings['search_flow_types'] ?? []),
    textsIn(settings['search_directions'] ?? ['In']),
  ];
  const { client_id, client_secret, organization_id, callback_key, download_accept, request_id } = settings;
  const requestIdIn = oneOf(['header', 'query'] as const, request_id ?? 'header');
  if (!version || !places || !token || !headers || !flowTypes || !directions || !requestIdIn)
    return undefined;
  if (!isFilled(client_secret) || (token.auth !== 'api_key' && !isFilled(client_id))) return undefined;
  if ([organization_id, download_accept].some((one) => one !== undefined && !isHeaderValue(one)))
    return undefined;
  return {
    ...places,
    clientId: isFilled(client_id) ? client_id : '',
    clientSecret: client_secret,
    token,
    version,
    headers,
    requestIdIn,
    searchFlowTypes: flowTypes,
    searchDirections: directions,
    ...(isHeaderValue(organization_id) && { organizationId: organization_id }),
    ...(isHeaderValue(download_accept) && { downloadAccept: download_accept }),
    // One that is none verifies nothing, and nothing else hangs on it.
    ...(isFilled(callback_key) && { callbackKey: callback_key }),
  };
}

type Settings = Readonly<Record<string, unknown>>;

/** What is given wins over what the named platform is known to need. */
function withPreset(given: Settings): Settings | undefined {
  const { platform, test_system: isTest, ...own } = given;
  if (platform === undefined) return own;
  const preset = isFilled(platform) && Object.hasOwn(PLATFORMS, platform) ? PLATFORMS[platform] : undefined;
  return preset && { ...preset.usual, ...(isTest === true && preset.test), ...own };
}

type Places = Pick<PlatformCredential, 'flowUrl' | 'directoryUrl' | 'tokenUrl' | 'namesTokenUrl'>;

function placesIn({ base_url, flow_url, directory_url, token_url }: Settings): Places | undefined {
  const given = [base_url, flow_url, directory_url, token_url];
  if (given.some((one) => one !== undefined && !isFilled(one))) return undefined;
  const base = isFilled(base_url) ? trimmed(base_url) : undefined;
  const flowUrl = isFilled(flow_url) ? trimmed(flow_url) : base && `${base}/flow-service/v1`;
  const directoryUrl = isFilled(directory_url)
    ? trimmed(directory_url)
    : base && `${base}/directory-service/v1`;
  if (!flowUrl || !directoryUrl) return undefined;
  const tokenUrl = isFilled(token_url) ? token_url : `${base ?? flowUrl}/oauth/token`;
  return { flowUrl, directoryUrl, tokenUrl, namesTokenUrl: isFilled(token_url) };
}

const trimmed = (url: string): string => url.replace(/\/+$/, '');

function tokenCallIn({
  auth,
  auth_style,
  token_member,
  token_params,
  scope,
}: Settings): TokenCall | undefined {
  const kind = oneOf(['client_credentials', 'password', 'api_key'] as const, auth ?? 'client_credentials');
  const style = oneOf(['body', 'basic'] as const, auth_style ?? 'body');
  const member = token_member ?? 'access_token';
  const params = token_params ?? {};
  if (!kind || !style || !isFilled(member) || !isRecordOfTexts(params)) return undefined;
  if (scope !== undefined && !isFilled(scope)) return undefined;
  return { auth: kind, style, member, params, ...(isFilled(scope) && { scope }) };
}

const MOST_HEADERS = 10;
/** RFC 9110, 5.1. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Those that a call has anyhow. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', 'content-type', 'content-length', 'host', 'connection', 'transfer-encoding'],
]);

function headersIn(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecordOfTexts(value)) return undefined;
  const entries = Object.entries(value);
  const isTaken = ([name, text]: [string, string]): boolean =>
    HEADER_NAME.test(name) && !OWN_HEADERS.has(name.toLowerCase()) && isHeaderValue(text);
  return entries.length <= MOST_HEADERS && entries.every(isTaken) ? value : undefined;
}

function textsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every(isFilled) ? value : undefined;
}

const isRecordOfTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === 'string');

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((one) => one === value);

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isHeaderValue = (value: unknown): value is string =>
  isFilled(value) && /^[\x20-\x7e][\x20-\x7e]*$/.test(value);

/** `1.2.0` is version 1.2. */
const versionOf = (value: unknown): ApiVersion | undefined =>
  API_VERSIONS.find((version) => value === version || String(value).startsWith(`${version}.`));
