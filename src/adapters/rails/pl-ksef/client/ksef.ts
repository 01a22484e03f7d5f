import { isUrl } from '../../../../domain/is-url.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Answered, Outbound, OutboundRequest } from '../../../../ports/outbound.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { Log } from '../../../../ports/log.ts';
import { isObject, type JsonObject, parse } from '../../../../domain/json/json-object.ts';
import { signatureWarningIn, SystemWarnings } from './system-warnings.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';
import { credentialRefusedWith } from './log-in-errors.ts';

export type Json = JsonObject;

/** The list of a call is that of the credential for which it is made. */
type Listed = Pick<OutboundRequest, 'calls'>;

/** The outcome of a call. */
export type KsefResponse =
  /** `warning` is about the signature of the call. */
  | { readonly kind: 'json'; readonly json: Json; readonly at: Date; readonly warning?: string }
  | { readonly kind: 'list'; readonly list: readonly Json[]; readonly at: Date }
  /** `x-ms-meta-hash` is the hash of the bytes, if it is given. */
  | { readonly kind: 'xml'; readonly bytes: Uint8Array; readonly hash?: string }
  /** 204. */
  | { readonly kind: 'done' }
  /** 400 with the code of an error (CIRFMF/ksef-docs). */
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  /** 401. */
  | { readonly kind: 'unauthorised' }
  | { readonly kind: 'failure'; readonly failure: RailAnswer };

export interface Call extends Listed {
  /** The path after `/v2`. */
  readonly path: string;
  /** The body of a POST. */
  readonly body?: Json | { readonly xml: string } | 'empty';
  /** The token of the next page of a list. */
  readonly continuation?: string;
  readonly timeoutMs?: number;
  /** Called right before each request; nothing is sent if it throws. */
  readonly begins?: () => void;
  readonly wants?: 'json' | 'list' | 'xml';
}

interface Download extends Listed {
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
}

interface Put extends Listed {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const USUAL_MS = 30_000;
const PUT_MS = 5 * 60_000;
/** An invoice of 3 MB, and a list entry for each of ten thousand others. */
const MAX_ANSWER_BYTES = 20_000_000;

/** KSeF's calls over HTTP. */
export class Ksef {
  private readonly warnings: SystemWarnings;

  /** @param url up to `v2`. */
  constructor(
    private readonly outbound: Outbound,
    private readonly clock: Clock,
    private readonly url: string,
    log?: Pick<Log, 'warn'>,
  ) {
    this.warnings = new SystemWarnings(log, clock);
  }

  /** @param token of the kind that the call needs. */
  async call(
    { path, body, continuation, timeoutMs = USUAL_MS, wants, begins, calls }: Call,
    token?: string,
  ): Promise<KsefResponse> {
    begins?.();
    const answer = await this.outbound.call({
      method: body === undefined ? 'GET' : 'POST',
      url: `${this.url}${path}`,
      namedBy: 'operator',
      headers: {
        'X-Error-Format': 'problem-details',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(continuation !== undefined && { 'x-continuation-token': continuation }),
        ...contentType(body),
      },
      ...(body !== undefined && { body: bytesOf(body) }),
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      calls,
    });
    switch (answer.outcome) {
      case 'answered':
        this.warnings.tell(answer.headers['x-system-warning'], path);
        return readResponse(answer, wants ?? 'json', this.clock.now());
      case 'lost':
        return failure({ mapping: statuses.answerLost, raw: { reason: answer.reason } });
      default:
        return failure({ mapping: statuses.unreachable, raw: { reason: answer.reason } });
    }
  }

  /**
   * Sends bytes to an address that KSeF has given, which is itself the permission.
   * @returns the answer if they were refused.
   */
  async put({ url, headers, body, calls }: Put): Promise<'done' | Json> {
    const answer = await this.outbound.call({
      method: 'PUT',
      url,
      namedBy: this.namerOf(url),
      headers,
      body,
      timeoutMs: PUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      calls,
    });
    if (answer.outcome !== 'answered') return { reason: answer.reason };
    return answer.status >= 200 && answer.status < 300 ? 'done' : { status: answer.status };
  }

  /** Fetches bytes from an address that KSeF has given, without a token. */
  async download(
    url: string,
    { maxBytes = MAX_ANSWER_BYTES, timeoutMs = USUAL_MS, calls }: Download = {},
  ): Promise<KsefResponse> {
    if (!isUrl(url)) return failure({ mapping: statuses.notUnderstood });
    const answer = await this.outbound.call({
      method: 'GET',
      url,
      namedBy: this.namerOf(url),
      headers: {},
      timeoutMs,
      maxBytes,
      calls,
    });
    return answer.outcome === 'answered'
      ? readResponse(answer, 'xml', this.clock.now())
      : failure({ mapping: statuses.unreachable, raw: { reason: answer.reason } });
  }

  /** Other addresses that KSeF names are on the internet. */
  private namerOf(url: string): 'operator' | 'client' {
    return isUrl(url) && new URL(url).origin === new URL(this.url).origin ? 'operator' : 'client';
  }
}

const isXml = (body: NonNullable<Call['body']>): body is { readonly xml: string } =>
  body !== 'empty' && typeof body['xml'] === 'string';

function contentType(body: Call['body']): Readonly<Record<string, string>> {
  if (body === undefined || body === 'empty') return {};
  return { 'Content-Type': isXml(body) ? 'application/xml' : 'application/json' };
}

function bytesOf(body: NonNullable<Call['body']>): Uint8Array {
  if (body === 'empty') return new Uint8Array();
  return new TextEncoder().encode(isXml(body) ? body.xml : JSON.stringify(body));
}

const failure = (answer: RailAnswer): KsefResponse => ({ kind: 'failure', failure: answer });

function readResponse(answer: Answered, wants: NonNullable<Call['wants']>, now: Date): KsefResponse {
  const { status, headers, body, retryAfterSeconds } = answer;
  const raw = { status };
  if (status === 429) return failure({ mapping: statuses.tooMany, raw, retryAfterSeconds });
  if (status === 401) return { kind: 'unauthorised' };
  if (status >= 500) return failure({ mapping: statuses.outOfOrder, raw });
  if (status === 204) return { kind: 'done' };
  const text = textOf(body);
  if (wants === 'xml' && status === 200) {
    const hash = headers['x-ms-meta-hash'];
    return { kind: 'xml', bytes: body, ...(hash !== undefined && { hash }) };
  }
  const at = readDate(headers['date'], now);
  const read = parse(text);
  if (wants === 'list' && status === 200 && Array.isArray(read))
    return { kind: 'list', list: listIn(read), at };
  const json = objectIn(read);
  const warning = signatureWarningIn(headers['x-system-warning']);
  if (status === 403) return failure(forbidden(json));
  if (status >= 200 && status < 300)
    return json
      ? { kind: 'json', json, at, ...(warning !== undefined && { warning }) }
      : failure(noJson(text, status));
  if (status === 404) return failure({ mapping: statuses.wrongPath, raw });
  if (status >= 300 && status < 400) return failure({ mapping: statuses.notUnderstood, raw });
  return json ? rejection(json, status) : failure(noJson(text, status));
}

const textOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '');

/** By KSeF's own clock: the rest of a token's validity is counted from now, whatever our clock shows. */
function readDate(date: string | undefined, now: Date): Date {
  const at = new Date(date ?? NaN);
  return Number.isNaN(at.getTime()) ? now : at;
}

/** KSeF itself refuses in JSON. Maintenance and firewalls answer with HTML pages, with any status, 400 too. */
const noJson = (text: string, status: number): RailAnswer => ({
  mapping: text.trimStart().startsWith('<') ? statuses.outOfOrder : statuses.notUnderstood,
  raw: { status },
});

function forbidden(json: Json | undefined): RailAnswer {
  const reason = textIn(json?.['reasonCode']);
  return {
    mapping: credentialRefusedWith('403', reason ?? '', reason),
    raw: { status: 403, ...(reason !== undefined && { reasonCode: reason }) },
  };
}

/** Both forms of an error: RFC 9457, and the one before it. */
function rejection(json: Json, status: number): KsefResponse {
  const [first] = listIn(json['errors']);
  const [older] = listIn(objectIn(json['exception'])?.['exceptionDetailList']);
  const code = first?.['code'] ?? older?.['exceptionCode'] ?? status;
  const described = [
    first?.['description'] ?? older?.['exceptionDescription'],
    first?.['details'],
    older?.['details'],
  ];
  return { kind: 'refused', code: String(code), text: shorten(described.flat().filter(isText).join(' ')) };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
export const objectIn = (value: unknown): Json | undefined => (isObject(value) ? value : undefined);
export const listIn = (value: unknown): readonly Json[] =>
  Array.isArray(value)
    ? (value as readonly unknown[]).flatMap((one): readonly Json[] => {
        const object = objectIn(one);
        return object ? [object] : [];
      })
    : [];
export const textIn = (value: unknown): string | undefined => (isText(value) ? value : undefined);

const MAX_MESSAGE_LENGTH = 1_000;
export const shorten = (text: string): string =>
  text.length > MAX_MESSAGE_LENGTH ? `${text.slice(0, MAX_MESSAGE_LENGTH)} …` : text;
