import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Outbound } from '../../ports/outbound.ts';
import type { Webhook } from '../../domain/webhooks/webhook.ts';

/** The receiver answers within this (contract 6); then the attempt has failed. */
const TIMEOUT_MS = 10_000;

/** The result of one attempt. */
export type Delivered =
  | { readonly delivered: true; readonly httpStatus: number }
  /** `httpStatus` null: no answer. */
  | {
      readonly delivered: false;
      readonly httpStatus: number | null;
      readonly error: Text;
      /** An idle connection ended: the receiver probably has nothing of it. */
      readonly idleEnded?: true;
    };

/** `kept`: one that lay idle, if there is one. */
export type Connection = 'kept' | 'new';

/** Posts an event. What counts is the status: the rest of the answer is not read. */
export async function postEvent(
  { url }: Pick<Webhook, 'url'>,
  headers: Readonly<Record<string, string>>,
  text: string,
  outbound: Pick<Outbound, 'call'>,
  connection: Connection,
): Promise<Delivered> {
  const answer = await outbound.call({
    method: 'POST',
    url,
    headers,
    body: new TextEncoder().encode(text),
    namedBy: 'webhook-owner',
    timeoutMs: TIMEOUT_MS,
    maxBytes: 0,
    statusOnly: true,
    // At least once: a receiver ignores an event that it has (contract 6).
    ...(connection === 'kept' && { repeatable: true }),
  });
  if (answer.outcome !== 'answered') {
    const isIdleEnded = answer.outcome === 'lost' && answer.idleEnded;
    return {
      delivered: false,
      httpStatus: null,
      error: errorOf(answer),
      ...(isIdleEnded && { idleEnded: true }),
    };
  }
  const { status } = answer;
  if (status >= 200 && status < 300) return { delivered: true, httpStatus: status };
  return { delivered: false, httpStatus: status, error: `HTTP ${status}` };
}

function errorOf({ outcome, reason }: { readonly outcome: string; readonly reason: Text }): Text {
  if (outcome === 'refused') return say('calls.address-is-not-called', { reason });
  const words = typeof reason === 'string' ? WORDS_OF_CODES.get(reason) : undefined;
  return words === undefined ? reason : say(`calls.${words}`, { code: String(reason) });
}

/** Error codes of Node for what the owner of the address can correct. */
const WORDS_OF_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'name-cannot-be-resolved': ['EAI_AGAIN', 'ENOTFOUND', 'ENODATA'],
    'no-program-listens-at-address': ['ECONNREFUSED'],
    'host-cannot-be-reached': ['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
    'connection-ended-without-answer': ['ECONNRESET', 'EPIPE'],
    'certificate-has-expired': ['CERT_HAS_EXPIRED'],
    'certificate-has-other-name': ['ERR_TLS_CERT_ALTNAME_INVALID'],
    'certificate-is-not-trusted': [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
  }).flatMap(([words, codes]) => codes.map((code) => [code, words] as const)),
);
