import { baseAddress } from 'en16931-rules/vocabulary/base-address.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import type { Declarant } from '../../../domain/vocabulary/stated-sale.ts';
import { jsonObject } from './json.ts';
import { PLATFORMS } from './platforms.ts';

const API_VERSIONS = ['1.0', '1.1', '1.2', '1.3'] as const;
type ApiVersion = (typeof API_VERSIONS)[number];

const LOG_INS = ['client_credentials', 'password', 'api_key', 'refresh_token'] as const;

/** How a token is requested. */
export interface TokenCall {
  /** `api_key`: the secret is the bearer token, and no log-in is needed. `refresh_token`: a firm has consented in a browser. */
  readonly auth: (typeof LOG_INS)[number];
  /** Where a request has its client credentials. */
  readonly style: 'body' | 'basic';
  /** The member of the answer that has the token. */
  readonly member: string;
  readonly params: Readonly<Record<string, string>>;
  readonly scope?: string;
}

/** How to reach the client's platform: the value of a `pa-oauth` credential (decisions, "Credentials"; docs/routes/fr-connections.md). */
export interface PlatformCredential {
  /** The path before `/flows`, without a slash at its end. */
  readonly flowUrl: string;
  /** The path before `/directory-line`. */
  readonly directoryUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The first one, which the consent gave: each use of one gives the next. */
  readonly refreshToken?: string;
  /** Undefined if a platform that the operator names has its own. */
  readonly tokenUrl: string;
  /** Whether the credential itself names the log-in address. */
  readonly namesTokenUrl: boolean;
  readonly token: TokenCall;
  readonly version: ApiVersion;
  /** The company, if one log-in serves several. */
  readonly organizationId?: string;
  /** Headers of every call, the token call included. Their values are secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** The `Accept` of every download, in place of the usual one of each document type. */
  readonly downloadAccept?: string;
  readonly requestIdIn: 'header' | 'query';
  readonly searchFlowTypes: readonly string[];
  readonly searchDirections: readonly string[];
  /** The platform's own number and name, as its reports to the administration state them. */
  readonly reportSender?: Declarant;
  /** The platform derives reports from invoices, and takes none. */
  readonly derivesReports: boolean;
  /** The key with which the platform signs callbacks, base64. */
  readonly callbackKey?: string;
}

/** The applications under which the operator is known at platforms, by platform. */
export type Applications = Readonly<Record<string, Application>>;

export interface Application {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The value of a credential that a firm's consent gave: the operator's application logs in, at the platform's own addresses. */
export const consentValue = (application: string, refreshToken: string): string =>
  JSON.stringify({ application, refresh_token: refreshToken });

/** @returns undefined for an unusable value; it counts as refused by the route. */
export function platformCredential(
  value: string,
  applications: Applications = {},
): PlatformCredential | undefined {
  const given = jsonObject(value);
  const settings = given && withPreset(withApplication(given, applications) ?? {});
  if (!settings) return undefined;
  const version = versionOf(settings['api_version'] ?? '1.3');
  const addresses = readAddresses(settings);
  const token = tokenCallIn(settings);
  const headers = headersIn(settings['headers'] ?? {});
  const [flowTypes, directions] = [
    textsIn(settings['search_flow_types'] ?? []),
    textsIn(settings['search_directions'] ?? ['In']),
  ];
  const {
    client_id,
    client_secret,
    refresh_token,
    organization_id,
    callback_key,
    download_accept,
    request_id,
  } = settings;
  const reportSender = reportSenderIn(settings['report_sender']);
  if (reportSender === 'unreadable') return undefined;
  const requestIdIn = oneOf(['header', 'query'] as const, request_id ?? 'header');
  if (!version || !addresses || !token || !headers || !flowTypes || !directions || !requestIdIn)
    return undefined;
  if (!isFilled(client_secret) || (token.auth !== 'api_key' && !isFilled(client_id))) return undefined;
  if ((token.auth === 'refresh_token') !== isFilled(refresh_token)) return undefined;
  if ([organization_id, download_accept].some((one) => one !== undefined && !isHeaderValue(one)))
    return undefined;
  return {
    ...addresses,
    clientId: isFilled(client_id) ? client_id : '',
    clientSecret: client_secret,
    ...(isFilled(refresh_token) && { refreshToken: refresh_token }),
    token,
    version,
    headers,
    requestIdIn,
    searchFlowTypes: flowTypes,
    searchDirections: directions,
    derivesReports: settings['derives_reports'] === true,
    ...(reportSender && { reportSender }),
    ...(isHeaderValue(organization_id) && { organizationId: organization_id }),
    ...(isHeaderValue(download_accept) && { downloadAccept: download_accept }),
    // An unusable key verifies no callback, and nothing else depends on it.
    ...(isFilled(callback_key) && { callbackKey: callback_key }),
  };
}

type Settings = Readonly<Record<string, unknown>>;

/** The secret of the operator goes to no address that a client names: such a value has no other members. */
function withApplication(given: Settings, applications: Applications): Settings | undefined {
  const { application: platform, refresh_token, ...others } = given;
  if (platform === undefined) return given;
  const own = isFilled(platform) ? rowOf(applications, platform) : undefined;
  if (!own || Object.keys(others).length > 0) return undefined;
  const { clientId: client_id, clientSecret: client_secret } = own;
  return { platform, auth: 'refresh_token', client_id, client_secret, refresh_token };
}

/** Members of the value go before the defaults of the named platform. */
function withPreset(given: Settings): Settings | undefined {
  const { platform, test_system: isTest, ...own } = given;
  if (platform === undefined) return own;
  const preset = isFilled(platform) ? rowOf(PLATFORMS, platform) : undefined;
  return preset && { ...preset.usual, ...(isTest === true && preset.test), ...own };
}

type Addresses = Pick<PlatformCredential, 'flowUrl' | 'directoryUrl' | 'tokenUrl' | 'namesTokenUrl'>;

function readAddresses({ base_url, flow_url, directory_url, token_url }: Settings): Addresses | undefined {
  const given = [base_url, flow_url, directory_url, token_url];
  if (given.some((one) => one !== undefined && !isFilled(one))) return undefined;
  const base = isFilled(base_url) ? baseAddress(base_url) : undefined;
  const flowUrl = isFilled(flow_url) ? baseAddress(flow_url) : base && `${base}/flow-service/v1`;
  const directoryUrl = isFilled(directory_url)
    ? baseAddress(directory_url)
    : base && `${base}/directory-service/v1`;
  if (!flowUrl || !directoryUrl) return undefined;
  const tokenUrl = isFilled(token_url) ? token_url : `${base ?? flowUrl}/oauth/token`;
  return { flowUrl, directoryUrl, tokenUrl, namesTokenUrl: isFilled(token_url) };
}

function tokenCallIn({
  auth,
  auth_style,
  token_member,
  token_params,
  scope,
}: Settings): TokenCall | undefined {
  const kind = oneOf(LOG_INS, auth ?? 'client_credentials');
  const style = oneOf(['body', 'basic'] as const, auth_style ?? 'body');
  const member = token_member ?? 'access_token';
  const params = token_params ?? {};
  if (!kind || !style || !isFilled(member) || !isRecordOfTexts(params)) return undefined;
  if (scope !== undefined && !isFilled(scope)) return undefined;
  return { auth: kind, style, member, params, ...(isFilled(scope) && { scope }) };
}

/** G6.22: four characters. */
const PLATFORM_NUMBER = /^[0-9A-Z]{4}$/;

function reportSenderIn(value: unknown): Declarant | undefined | 'unreadable' {
  if (value === undefined) return undefined;
  const { id, name } = isObject(value) ? value : {};
  if (!isFilled(id) || !PLATFORM_NUMBER.test(id) || !isFilled(name)) return 'unreadable';
  return { id, name };
}

const MAX_HEADERS = 10;
/** RFC 9110, 5.1. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers that every call has already. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['authorization', 'content-type', 'content-length', 'host', 'connection', 'transfer-encoding'],
]);

function headersIn(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecordOfTexts(value)) return undefined;
  const entries = Object.entries(value);
  const isTaken = ([name, text]: [string, string]): boolean =>
    HEADER_NAME.test(name) && !OWN_HEADERS.has(name.toLowerCase()) && isHeaderValue(text);
  return entries.length <= MAX_HEADERS && entries.every(isTaken) ? value : undefined;
}

function textsIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every(isFilled) ? value : undefined;
}

const isRecordOfTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string');

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((one) => one === value);

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isHeaderValue = (value: unknown): value is string =>
  isFilled(value) && /^[\x20-\x7e][\x20-\x7e]*$/.test(value);

/** `1.2.0` is version 1.2. */
const versionOf = (value: unknown): ApiVersion | undefined =>
  API_VERSIONS.find((version) => value === version || String(value).startsWith(`${version}.`));
