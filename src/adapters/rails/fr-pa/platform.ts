import { randomUUID } from 'node:crypto';
import type { Outbound, OutboundAnswer } from '../../../ports/outbound.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { withoutSecrets } from '../refused-log-in.ts';
import { type Applications, type PlatformCredential, platformCredential } from './credential.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonIn } from './json.ts';
import {
  type Access,
  credentialRefused,
  isToken,
  type PlatformTokens,
  type TokenEndpoint,
} from './tokens.ts';
import { PLATFORM_STATUSES as statuses } from './status-mappings.ts';

/** For the sandbox: the address of every platform. It goes before the credential's. */
export interface NamedPlatform {
  readonly url: string;
  /** The log-in there needs nothing of the credential. */
  readonly isSimulator: boolean;
}

interface Call {
  readonly method: 'GET' | 'POST';
  readonly service: 'flow' | 'directory';
  /** The path below the service's address, such as `/flows`. */
  readonly path: string;
  /** The expected form of the answer. */
  readonly accept?: 'application/json' | 'application/octet-stream';
  readonly type?: string;
  readonly body?: Uint8Array;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Called right before each request; nothing is sent if it throws. */
  readonly begins?: () => void;
}

/** An answer, or the meaning of a missing one. */
export type PlatformResponse =
  { readonly status: number; readonly body: Uint8Array } | { readonly failure: RailAnswer };

/** The calls of a client's platform, with a token of its credential. */
export class Platform {
  constructor(
    private readonly outbound: Outbound,
    private readonly tokens: PlatformTokens,
    private readonly named: NamedPlatform | undefined,
    private readonly applications: Applications = {},
  ) {}

  /** @returns undefined for an unusable value. */
  read({ value }: Pick<OpenedCredential, 'value'>): PlatformCredential | undefined {
    return platformCredential(value, this.applications);
  }

  async logIn(credential: OpenedCredential, refused?: string): Promise<Access> {
    const known = this.read(credential);
    if (!known) return { failed: { mapping: statuses.credentialRefused } };
    const endpoint = this.tokenEndpoint(known);
    // There is no log-in: a refused key stays refused.
    if (known.token.auth === 'api_key' && !endpoint.isSimulator)
      return refused === undefined && isToken(known.clientSecret)
        ? { token: known.clientSecret }
        : { failed: { mapping: statuses.credentialRefused } };
    return this.tokens.of(credential, known, endpoint, refused);
  }

  /** A refused token is fetched again once. */
  async call(credential: OpenedCredential, call: Call): Promise<PlatformResponse> {
    const known = this.read(credential);
    if (!known) return { failure: { mapping: statuses.credentialRefused } };
    const first = await this.logIn(credential);
    if ('failed' in first) return { failure: first.failed };
    const answer = await this.send(credential, known, call, first.token);
    if (answer.outcome !== 'answered' || answer.status !== 401) return readResponse(answer);
    const second = await this.logIn(credential, first.token);
    if ('failed' in second) return { failure: second.failed };
    return readResponse(await this.send(credential, known, call, second.token));
  }

  /** For a query that is worth one call: it makes no log-in. */
  async callOnce(credential: OpenedCredential, token: string, call: Call): Promise<PlatformResponse> {
    const known = this.read(credential);
    return known
      ? readResponse(await this.send(credential, known, call, token))
      : { failure: { mapping: statuses.credentialRefused } };
  }

  /** Asks what no standard describes, with a fresh token in place of a refused one. */
  async askAt(
    credential: OpenedCredential,
    url: string,
  ): Promise<OutboundAnswer | { readonly failure: RailAnswer }> {
    const ask = async (token: string): Promise<OutboundAnswer> =>
      withoutSecrets(
        await this.outbound.call({
          method: 'GET',
          url,
          namedBy: this.named ? 'operator' : 'client',
          headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
          timeoutMs: 10_000,
          maxBytes: 100_000,
          ...(credential.calls && { calls: credential.calls }),
        }),
        [token],
      );
    const first = await this.logIn(credential);
    if ('failed' in first) return { failure: first.failed };
    const answer = await ask(first.token);
    if (answer.outcome !== 'answered' || answer.status !== 401) return answer;
    const second = await this.logIn(credential, first.token);
    return 'failed' in second ? { failure: second.failed } : ask(second.token);
  }

  private async send(
    { calls }: OpenedCredential,
    known: PlatformCredential,
    call: Call,
    token: string,
  ): Promise<OutboundAnswer> {
    const { method, type, body, timeoutMs, maxBytes } = call;
    const { organizationId, version, headers, requestIdIn } = known;
    const isEarly = version === '1.0' || version === '1.1';
    const requestId = { [isEarly ? 'X-Request-Id' : 'Request-Id']: randomUUID() };
    const url = this.addressOf(known, call);
    call.begins?.();
    const answer = await this.outbound.call({
      method,
      url: requestIdIn === 'query' ? withQuery(url, requestId) : url,
      namedBy: this.named ? 'operator' : 'client',
      headers: {
        ...headers,
        Authorization: `Bearer ${token}`,
        Accept: acceptOf(known, call),
        ...(requestIdIn === 'header' && requestId),
        ...(organizationId !== undefined && { 'Organization-Id': organizationId }),
        ...(type !== undefined && { 'Content-Type': type }),
      },
      ...(body && { body }),
      timeoutMs,
      maxBytes,
      calls,
    });
    return withoutSecrets(answer, [token, known.clientSecret, ...Object.values(headers)]);
  }

  private addressOf({ flowUrl, directoryUrl }: PlatformCredential, { service, path }: Call): string {
    if (this.named) return `${this.named.url}/${service}-service/v1${path}`;
    return `${service === 'flow' ? flowUrl : directoryUrl}${path}`;
  }

  /** A test system that the operator names may log in elsewhere; then the credential names the address. */
  private tokenEndpoint({ tokenUrl, namesTokenUrl }: PlatformCredential): TokenEndpoint {
    const named = this.named;
    if (named && (named.isSimulator || !namesTokenUrl))
      return { url: `${named.url}/oauth/token`, namedBy: 'operator', isSimulator: named.isSimulator };
    return { url: tokenUrl, namedBy: 'client', isSimulator: false };
  }
}

/** Some platforms give documents as bytes only, and refuse JSON (406). */
function acceptOf({ downloadAccept }: PlatformCredential, { accept, path }: Call): string {
  const isDownload = path.includes('?docType=');
  return (isDownload ? downloadAccept : undefined) ?? accept ?? 'application/json';
}

const withQuery = (url: string, query: Readonly<Record<string, string>>): string =>
  `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;

function readResponse(answer: OutboundAnswer): PlatformResponse {
  switch (answer.outcome) {
    case 'answered':
      return general(answer) ?? answer;
    case 'unreachable':
      return { failure: { mapping: statuses.unreachable, raw: { reason: answer.reason } } };
    case 'refused':
      return { failure: { mapping: statuses.blocked } };
    case 'lost':
      return { failure: { mapping: statuses.answerLost, raw: { reason: answer.reason } } };
  }
}

type Answered = Extract<OutboundAnswer, { readonly outcome: 'answered' }>;

/** The meaning of a status for every call; undefined if it depends on the call. */
function general(answer: Answered): PlatformResponse | undefined {
  const { status, retryAfterSeconds, body } = answer;
  const raw = { http_status: status, ...errorCode(body) };
  if (status === 429) return { failure: { mapping: statuses.tooMany, raw, retryAfterSeconds } };
  if (status === 401 || status === 403) return { failure: { ...credentialRefused(answer), raw } };
  if (status === 408 || status >= 500) return { failure: { mapping: statuses.outOfOrder, raw } };
  return undefined;
}

/** Only codes: other texts may quote the invoice. */
export function errorCode(body: Uint8Array): { readonly error_code?: string } {
  const response = jsonIn(body);
  const code = isObject(response) ? response['errorCode'] : undefined;
  return typeof code === 'string' && /^[\w.-]{1,64}$/.test(code) ? { error_code: code } : {};
}
