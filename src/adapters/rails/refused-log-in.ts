import { say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { quoted } from 'en16931-rules/vocabulary/quoted.ts';
import { withoutValues } from '../../domain/sending/network-calls.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { Answered, OutboundAnswer } from '../../ports/outbound.ts';
import { parse } from '../../domain/json/json-object.ts';

/** What an error of a log-in means, and what helps. */
interface Explained {
  readonly means: Text;
  readonly helps?: Text;
}

const EXPIRED = say('networks.token-has-expired-was-revoked-or-belongs-to');
const NO_RIGHT = say('networks.credential-lacks-right-for-this-call');
const GIVE_RIGHT = say('networks.have-missing-right-given');

/** RFC 6749, 5.2; RFC 6750, 3.1; the examples of XP Z12-013 (flow service 1.3.0). */
const ERRORS: Readonly<Record<string, Explained>> = {
  invalid_client: {
    means: say('networks.client-is-unknown-or-its-secret-is-wrong'),
    helps: say('networks.replace-client-id-or-secret-in-credential'),
  },
  invalid_grant: {
    means: EXPIRED,
    helps: say('networks.authorise-application-there-again-and-replace-token-in'),
  },
  unauthorized_client: { means: say('networks.client-may-not-log-in-in-this-way'), helps: GIVE_RIGHT },
  unsupported_grant_type: { means: say('networks.this-way-to-log-in-is-not-offered') },
  invalid_scope: { means: say('networks.right-that-is-asked-for-is-unknown-or') },
  access_denied: { means: say('networks.access-is-denied'), helps: GIVE_RIGHT },
  invalid_token: { means: EXPIRED },
  insufficient_scope: { means: NO_RIGHT, helps: GIVE_RIGHT },
  MISSING_TOKEN: { means: say('networks.no-token-was-recognised-in-call') },
  FORBIDDEN_ACCESS: { means: NO_RIGHT, helps: GIVE_RIGHT },
};

/** More is not read: the marks of a page are left out of it. */
const MAX_READ_CHARACTERS = 2_000;

/**
 * A refused log-in with the reason that the network gives, if it gives one.
 * @param network as the subject of a sentence: `ANAF`, `The access point`.
 * @param answer without secrets: see `withoutSecrets`.
 */
export function refusedLogIn(
  mapping: StatusMapping,
  network: Text,
  answer: Pick<Answered, 'body' | 'headers'>,
): StatusMapping {
  const { code, text } = reasonIn(answer);
  const explained = code === undefined ? undefined : rowOf(ERRORS, code);
  if (code === undefined && text === undefined) return mapping;
  const says = saying(network, { code, text }, explained);
  const { helps } = explained ?? {};
  const { fixHint, hintAtLast } = mapping;
  return {
    ...mapping,
    message: sentences(mapping.message, says),
    ...(fixHint !== undefined && {
      fixHint: sentences(
        helps ? say('networks.service-then-continues-by-itself', { text: helps }) : fixHint,
        says,
      ),
    }),
    ...(hintAtLast !== undefined && {
      hintAtLast: sentences(helps ? say('networks.sentence', { text: helps }) : hintAtLast, says),
    }),
  };
}

/** What the network says, and what its code means if it is known. */
function saying(name: Text, { code, text }: Reason, explained: Explained | undefined): Text {
  if (!explained || code === undefined) {
    const theirs = text === undefined ? undefined : quoted(text);
    const both = code !== undefined && theirs !== undefined;
    return say('networks.says', {
      name,
      value: both ? say('networks.code-and-words', { code, theirs }) : (code ?? theirs),
    });
  }
  const { means } = explained;
  return text === undefined
    ? say('networks.says-what-code-means', { name, code, means })
    : say('networks.says-what-code-means-and-more', { name, code, means, value: quoted(text) });
}

interface Reason {
  /** A code of the network's own: `invalid_grant`. */
  readonly code?: string | undefined;
  readonly text?: string | undefined;
}

const NOTHING: Reason = {};

function reasonIn({ body, headers }: Pick<Answered, 'body' | 'headers'>): Reason {
  const parsed = parse(Buffer.from(body).toString('utf8'));
  const inBody = typeof parsed === 'object' && parsed !== null ? reasonOf(parsed as ErrorBody) : NOTHING;
  return inBody.code === undefined && inBody.text === undefined ? challenge(headers) : inBody;
}

type ErrorBody = Readonly<Record<string, unknown>>;

/**
 * OAuth 2 (RFC 6749, 5.2), problem details (RFC 9457), XP Z12-013 (`errorCode`), phoss-ap (`error`), e-invoice.be (`detail`),
 * Recommand (`errors.root`).
 */
function reasonOf(parsed: ErrorBody): Reason {
  const { error, errorCode, errors, error_description, errorMessage, detail, message, title } = parsed;
  const root = (errors as { readonly root?: unknown } | null | undefined)?.root;
  const [first] = Array.isArray(root) ? (root as readonly unknown[]) : [];
  const texts = [error_description, errorMessage, detail, message, first, title].map(plain);
  const code = [error, errorCode].map(codeIn).find((one) => one !== undefined);
  const text = texts.find((one) => one !== undefined) ?? (code === undefined ? plain(error) : undefined);
  return { code, text };
}

/** RFC 6750, 3: `Bearer error="invalid_token", error_description="…"`. */
function challenge(headers: Answered['headers']): Reason {
  const header = headers['www-authenticate'] ?? '';
  const parameter = (name: string): string | undefined =>
    new RegExp(`(?:^|[\\s,])${name}="([^"]{1,1000})"`, 'i').exec(header)?.[1];
  return { code: codeIn(parameter('error')), text: plain(parameter('error_description')) };
}

/** A word that stands for an error, and no sentence. */
const codeIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z][\w.-]{0,63}$/.test(value) && !isSecretive(value)
    ? value
    : undefined;

/** One line without marks of a page, without keys and tokens. */
function plain(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const line = value
    .slice(0, MAX_READ_CHARACTERS)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/[\w+/=.~-]{20,}/g, (word) => (isSecretive(word) ? HIDDEN : word))
    .trim();
  if (line === '') return undefined;
  return line;
}

const HIDDEN = '…';

/** Keys and tokens are long, and of letters and digits. */
const isSecretive = (word: string): boolean => word.length >= 20 && /\d/.test(word) && /[A-Za-z]/.test(word);

/** An answer that refuses, without what logs us in: some networks say it back. */
export function withoutSecrets(answer: OutboundAnswer, secrets: readonly string[]): OutboundAnswer {
  if (answer.outcome !== 'answered' || answer.status < 400) return answer;
  const text = Buffer.from(answer.body).toString('utf8');
  const body = withoutValues(text, secrets);
  const header = answer.headers['www-authenticate'];
  return {
    ...answer,
    // Bytes that are no text stay as they came.
    ...(body !== text && { body: new TextEncoder().encode(body) }),
    ...(header !== undefined && {
      headers: { ...answer.headers, 'www-authenticate': withoutValues(header, secrets) },
    }),
  };
}
