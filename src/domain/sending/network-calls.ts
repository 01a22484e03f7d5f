import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { FieldsOf } from '../vocabulary/fields.ts';
import { positive, text, time } from '../vocabulary/fields.ts';
import type { Conclusion, Course } from './outcomes.ts';
import type { Meaning } from './status-mapping.ts';

/** What a call to a network was made for. */
export type CallPurpose = 'log_in' | 'send' | 'look_up' | 'status' | 'receipt';

/** A call as it went over the wire: no body of ours, no header, no value of a query. */
export interface WireCall {
  readonly at: Date;
  /** Absent, as the path, if the process died during the call: what it had begun is unknown. */
  readonly method?: string;
  /** Without the address of the host; each value of a query is `…`. */
  readonly path?: string;
  /** Milliseconds from the call to the last byte of its answer. */
  readonly tookMs?: number;
  readonly outcome: 'answered' | 'refused' | 'unreachable' | 'lost';
  /** Of an answer. */
  readonly status?: number;
  /** Why there is none: `ECONNREFUSED`, `timeout`. */
  readonly reason?: Text;
  /** A short answer in text; at most `MAX_ANSWER_LETTERS`. */
  readonly answer?: string;
}

/** What the service did after the answer. */
type NextAct =
  | 'sends'
  | 'tries_again'
  | 'waits'
  | 'looks_up'
  | 'looks_up_again'
  | 'sends_again'
  | 'sends_as_new'
  | 'asks_again'
  | 'ends'
  | 'refuses'
  | 'keeps_receipt';

/** One question to the route: its calls, what the last answer was taken to mean, and what followed. */
export interface Exchange {
  readonly purpose: CallPurpose;
  readonly calls: readonly WireCall[];
  /** Absent if the calls led to the next step, as a log-in does. */
  readonly meaning?: Meaning;
  /** The network's status as its table names it. */
  readonly networkStatus?: string;
  readonly code?: string;
  readonly message?: Text;
  readonly next: NextAct;
}

/** An exchange as it is stored on its record: sealed, because answers and paths may name a party. */
export interface KeptExchange {
  /** The number of its first call; a gap to the one before shows how many are no longer kept. */
  readonly no: number;
  readonly calls: number;
  readonly at: Date;
  readonly sealed: string;
}

export const KEPT_EXCHANGE_FIELDS: FieldsOf<KeptExchange> = {
  no: positive,
  calls: positive,
  at: time,
  sealed: text,
};

/** The beginning shows how it was sent, the end what it waits for; a route may be asked for months. */
const [MAX_FIRST, MAX_LAST] = [20, 40];

export function withExchange(
  exchanges: readonly KeptExchange[],
  one: Omit<KeptExchange, 'no'>,
): readonly KeptExchange[] {
  const last = exchanges.at(-1);
  const all = [...exchanges, { no: last ? last.no + last.calls : 1, ...one }];
  return all.length <= MAX_FIRST + MAX_LAST ? all : [...all.slice(0, MAX_FIRST), ...all.slice(-MAX_LAST)];
}

const NEXT: Readonly<Record<Exclude<Course | Exclude<Conclusion, object>, 'never'>, NextAct>> = {
  fail: 'tries_again',
  wait: 'waits',
  'not-found': 'looks_up_again',
  resend: 'sends_again',
  'start-over': 'sends_as_new',
  'start-over-at-once': 'sends_as_new',
  'poll-again': 'asks_again',
  reject: 'refuses',
  'reject-delivered': 'refuses',
  'watch-again': 'asks_again',
  'keep-receipt': 'keeps_receipt',
  'fetch-again': 'asks_again',
  'go-without': 'ends',
};

const UNCLEAR: ReadonlySet<Meaning> = new Set(['unclear', 'unclear-once']);

/** @param purpose a failed send that may have arrived is looked up before it is repeated. */
export function nextAct(course: Course | Conclusion, meaning: Meaning, purpose: CallPurpose): NextAct {
  if (typeof course === 'object') return course.then === 'poll' ? 'asks_again' : 'ends';
  if (course === 'never') return 'tries_again';
  return course === 'fail' && purpose === 'send' && UNCLEAR.has(meaning) ? 'looks_up' : NEXT[course];
}

export const MAX_ANSWER_LETTERS = 2_000;

/** Meanings after which the answer is worth reading: it says what is wrong. */
const TELLING: ReadonlySet<Meaning> = new Set([
  'refused',
  'refused-since',
  'not-taken',
  'not-taken-once',
  'unclear',
  'unclear-once',
  'dropped',
  'dropped-once',
]);

/** The calls with the answers that are errors: by their status, or the last one by what it was taken to mean. */
export const withErrorAnswersOnly = (
  calls: readonly WireCall[],
  meaning: Meaning | undefined,
  secrets: readonly string[],
): readonly WireCall[] =>
  calls.map(({ answer, path: sent, ...call }, n) => {
    const isError = (call.status ?? 0) >= 400;
    const tells = n === calls.length - 1 && meaning !== undefined && TELLING.has(meaning);
    const path = sent === undefined ? {} : { path: withoutSecrets(sent, secrets) };
    if (answer === undefined || (!isError && !tells)) return { ...call, ...path };
    return { ...call, ...path, answer: withoutSecrets(answer, secrets) };
  });

/** Members and headers whose value is a secret, in JSON, forms and text. */
const SECRET_MEMBER =
  /((?:[\w-]{0,40}(?:token|secret|passw|api[_-]?key|authorization|credential|assertion|signature)[\w-]{0,40})["']?\s*[:=]\s*)(?:"[^"]*"?|'[^']*'?|(?:Bearer\s|Basic\s)?[^\s,;&<>"'}]+)/gi;
const SECRET_ELEMENT = /(<(?:\w+:)?\w*(?:token|secret|passw|apikey|credential)\w*(?:\s[^<>]*)?>)[^<]*/gi;
const BEARER = /\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi;
const JWT = /\beyJ[\w-]{5,}(?:\.[\w-]+)+/g;
const HIDDEN = '…';

/** @param secrets values that the call was made with. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return withoutValues(text, secrets)
    .replaceAll(JWT, HIDDEN)
    .replaceAll(BEARER, `$1 ${HIDDEN}`)
    .replaceAll(SECRET_MEMBER, `$1${HIDDEN}`)
    .replaceAll(SECRET_ELEMENT, `$1${HIDDEN}`);
}

/** A secret of fewer letters would be found in any text. */
const MIN_SECRET_LETTERS = 6;

/** JSON may state it by its escape; a URI cannot hold it. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The text without these secrets, in every form in which an answer repeats them; one may be the beginning of another. */
export const withoutValues = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter(({ length }) => length >= MIN_SECRET_LETTERS)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret.replaceAll(LONE_SURROGATE, '\ufffd')),
      JSON.stringify(secret).slice(1, -1),
    ])
    .sort((one, other) => other.length - one.length)
    .reduce((left, secret) => left.replaceAll(secret, HIDDEN), text);
