import type { Answered, Outbound, OutboundAnswer } from '../../../ports/outbound.ts';
import type { OpenedCredential } from '../../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { parse } from '../../../domain/json/json-object.ts';
import { withoutSecrets } from '../refused-log-in.ts';
import { anafTimeOf } from './anaf-time.ts';
import { type AnafTokens, credentialRefused } from './tokens.ts';
import { ANAF_STATUSES as statuses, QUESTION_TEXTS, mappingOf } from './status-mappings.ts';
import { type XmlAnswer, xmlAnswer } from './xml-answer.ts';

/** The type of a body by its first bytes: content types are not reliable. */
export type AnafResponse = Content & {
  /** ANAF's time in its answer, in milliseconds. */
  readonly anafTime?: number;
};

type Content =
  | { readonly kind: 'xml'; readonly answer: XmlAnswer }
  | { readonly kind: 'json'; readonly json: Readonly<Record<string, unknown>> }
  | { readonly kind: 'zip'; readonly bytes: Uint8Array }
  /** A body that is not an answer, and its meaning. */
  | { readonly kind: 'failure'; readonly failure: RailAnswer };

interface Call {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** For an upload. Every other call is a query. */
  readonly body?: Uint8Array;
  /** Called right before each request; nothing is sent if it throws. */
  readonly begins?: () => void;
}

/** The calls of ANAF's SPV, with the token of a credential. */
export class Anaf {
  /** @param url with `test` or `prod`, up to `rest`. */
  constructor(
    private readonly outbound: Outbound,
    private readonly tokens: AnafTokens,
    private readonly url: string,
  ) {}

  /** A refused token is renewed once. */
  async call(credential: OpenedCredential, call: Call): Promise<AnafResponse> {
    const first = await this.tokens.of(credential);
    if ('failed' in first) return failure(first.failed);
    const answer = await this.send(credential, call, first.token);
    if (answer.outcome !== 'answered' || answer.status !== 401)
      return readResponse(withoutSecrets(answer, [first.token]), call);
    const second = await this.tokens.of(credential, first.token);
    if ('failed' in second) return failure(second.failed);
    const again = await this.send(credential, call, second.token);
    return readResponse(withoutSecrets(again, [second.token]), call);
  }

  private async send(
    { calls }: OpenedCredential,
    { path, query, body, begins }: Call,
    token: string,
  ): Promise<OutboundAnswer> {
    begins?.();
    return this.outbound.call({
      method: body ? 'POST' : 'GET',
      url: `${this.url}/${path}?${new URLSearchParams(query).toString()}`,
      namedBy: 'operator',
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && { 'Content-Type': 'application/xml' }),
      },
      ...(body && { body }),
      timeoutMs: body ? UPLOAD_MS : ASK_MS,
      maxBytes: MAX_ANSWER_BYTES,
      calls,
    });
  }
}

/** A limit of ten seconds has caused double uploads. */
export const UPLOAD_MS = 90_000;
const ASK_MS = 60_000;
/** An invoice of 10 MB and its signature. */
const MAX_ANSWER_BYTES = 20_000_000;

const failure = (answer: RailAnswer): Content => ({ kind: 'failure', failure: answer });

function readResponse(answer: OutboundAnswer, call: Call): AnafResponse {
  const anafTime = anafTimeOf(answer);
  return { ...contentOf(answer, call), ...(anafTime !== undefined && { anafTime }) };
}

function contentOf(answer: OutboundAnswer, call: Call): Content {
  switch (answer.outcome) {
    case 'answered':
      return byStatus(answer, call);
    case 'unreachable':
      return failure({ mapping: statuses.unreachable, raw: { reason: answer.reason } });
    case 'refused':
      return failure({ mapping: statuses.unreachable, raw: { reason: answer.reason } });
    case 'lost':
      return failure({ mapping: statuses.answerLost, raw: { reason: answer.reason } });
  }
}

function byStatus(answer: Answered, call: Call): Content {
  const { status, retryAfterSeconds, body } = answer;
  const raw = { status };
  // One client reads it as a limit (odoo, `l10n_ro_edi`). No source says that ANAF took nothing of an upload.
  if (status === 204 && call.body) return failure({ mapping: statuses.notUnderstood, raw });
  if (status === 429 || status === 204) return failure({ mapping: statuses.tooMany, raw, retryAfterSeconds });
  if (status === 401 || status === 403) return failure(credentialRefused(answer));
  if (status >= 500) return failure({ mapping: statuses.outOfOrder, raw });
  const content = byContent(body);
  // Lists refuse with 400 and with 200: the text decides.
  const isReadable = content.kind === 'json' && 'eroare' in content.json;
  if (status === 200 || isReadable) return content;
  if (status === 404) return failure({ mapping: statuses.wrongPath, raw });
  // ANAF itself refuses a call in JSON. A page with 400 is that of a firewall and refuses no invoice.
  if (status === 400 && content.kind === 'json') return failure({ mapping: statuses.badCall, raw });
  return failure({
    ...(content.kind === 'failure' ? content.failure : { mapping: statuses.notUnderstood }),
    raw,
  });
}

function byContent(bytes: Uint8Array): Content {
  const text = (length: number): string => Buffer.from(bytes.subarray(0, length)).toString('utf8');
  if (text(2) === 'PK') return { kind: 'zip', bytes };
  const begins = text(200)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (begins.startsWith('{')) {
    const json = parse(text(bytes.length).replace(/^\uFEFF/, ''));
    if (typeof json === 'object' && json !== null)
      return { kind: 'json', json: json as Readonly<Record<string, unknown>> };
  }
  const answer = begins.startsWith('<') ? xmlAnswer(bytes) : undefined;
  // Maintenance and firewalls answer with HTML pages.
  if (!answer || answer.root.toLowerCase() === 'html') return failure({ mapping: statuses.outOfOrder });
  return { kind: 'xml', answer };
}

/** The meaning of an error-shaped answer to a query. */
export function complaint(text: string): RailAnswer {
  const mapping = mappingOf(QUESTION_TEXTS, text);
  return { mapping, raw: { eroare: text } };
}
