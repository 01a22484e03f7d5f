/** Times, lengths and amounts as people read them. All take the language; none knows a browser. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
export const DAY_MS = 24 * HOUR;

const isSameDay = (one: Date, other: Date): boolean => one.toDateString() === other.toDateString();

/** Today `06:35:24`, this year `23 Nov 14:02`, else `23 Nov 2025`. */
export function timeOf(at: Date, now: Date, language: string): string {
  if (isSameDay(at, now)) return clockOf(at, language, { seconds: true });
  const day = { day: 'numeric', month: 'short' } as const;
  if (at.getFullYear() !== now.getFullYear())
    return at.toLocaleDateString(dated(language), { ...day, year: 'numeric' });
  return `${at.toLocaleDateString(dated(language), day)} ${clockOf(at, language)}`;
}

/** English dates begin with the day: this is Europe. */
const dated = (language: string): string => (language === 'en' ? 'en-GB' : language);

export const clockOf = (at: Date, language: string, { seconds = false } = {}): string =>
  at.toLocaleTimeString(dated(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(seconds && { second: '2-digit' }),
  });

/**
 * A date without a time, as the date of issue: no zone moves it.
 * @param now leaves out the year if it is this one.
 */
export const dayOf = (day: string, language: string, now?: Date): string =>
  new Date(`${day.slice(0, 10)}T00:00:00Z`).toLocaleDateString(dated(language), {
    day: 'numeric',
    month: 'short',
    ...(day.startsWith(`${now?.getFullYear()}-`) ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });

/** `30 Nov 23:59`, without the year if it is this one. */
export function momentOf(at: Date, now: Date, language: string, precision = {}): string {
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  const day = at.toLocaleDateString(dated(language), { day: 'numeric', month: 'short', ...year });
  return `${day} ${clockOf(at, language, precision)}`;
}

/** Today `06:35:24`, else `30 Nov 23:59:05`: steps that follow each other within a minute. */
export const secondOf = (at: Date, now: Date, language: string): string =>
  isSameDay(at, now)
    ? clockOf(at, language, { seconds: true })
    : momentOf(at, now, language, { seconds: true });

/** Today `06:35`, else `30 Nov 23:59`. */
export const clockOrMomentOf = (at: Date, now: Date, language: string): string =>
  isSameDay(at, now) ? clockOf(at, language) : momentOf(at, now, language);

/** `Tuesday, 24 November 2026 at 06:35` */
export const wholeTimeOf = (at: Date, language: string): string =>
  at.toLocaleString(dated(language), { dateStyle: 'full', timeStyle: 'short' });

type Urgency = 'past' | 'hours' | 'day' | 'later';

/**
 * After tomorrow in the reader's calendar, and before the next day ends anywhere: tax offices end their days up to some hours apart, and before or
 * after the reader.
 */
export const afterTomorrow = (now: Date): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 2, 6);

/** Bad below four hours, a warning within a day. */
export function urgencyOf(at: Date, now: Date): Urgency {
  const left = at.getTime() - now.getTime();
  if (left < 0) return 'past';
  if (left < 4 * HOUR) return 'hours';
  return left < DAY_MS ? 'day' : 'later';
}

export interface WithDeadline {
  readonly deadline_local?: string;
  readonly deadline_at?: string;
  readonly late_after?: string;
}

/**
 * The day of a deadline ends where the tax office is, not in UTC and not where the reader is. Once it has ended, the last day by law counts,
 * which public holidays may have moved: what ends in the past is late.
 */
export function endOfDeadline(
  { deadline_local: local, deadline_at: at, late_after: late }: WithDeadline,
  now = Date.now(),
): string | undefined {
  const end = local ?? at;
  return late && end && Date.parse(end) < now ? late : end;
}

/** States in which the route has the invoice. */
const MET: ReadonlySet<string> = new Set(['submitted', 'accepted', 'delivered', 'ready']);

interface WithEnding {
  readonly state?: string;
  /** Another invoice has to meet the deadline. */
  readonly sent_again_as?: unknown;
}

/** How a deadline has ended: the route has the invoice, or nothing is to be sent for it any more. Undefined while it is open. */
export function endingOf({ state = '', sent_again_as: later }: WithEnding): 'met' | 'over' | undefined {
  if (later !== undefined || state === 'cancelled') return 'over';
  return MET.has(state) ? 'met' : undefined;
}

/** The deadline is open, and has passed. */
export function isLate(row: WithDeadline & WithEnding, now = Date.now()): boolean {
  const end = endOfDeadline(row, now);
  return endingOf(row) === undefined && end !== undefined && Date.parse(end) < now;
}

/**
 * A moment as clocks show it where a time with an offset was written.
 * @param written ISO 8601; one in UTC is for clocks of the reader.
 */
export function asClocksThere(moment: Date, written: string): Date {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(written) ?? [];
  if (!sign) return moment;
  const offset = (Number(hours) * HOUR + Number(minutes) * MINUTE) * (sign === '-' ? -1 : 1);
  const there = new Date(moment.getTime() + offset);
  return new Date(there.toISOString().slice(0, -1));
}

type DayWord = 'today' | 'tomorrow' | 'yesterday';

export function dayWordOf(at: Date, now: Date): DayWord | undefined {
  const away = (days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  if (isSameDay(at, now)) return 'today';
  if (isSameDay(at, away(1))) return 'tomorrow';
  return isSameDay(at, away(-1)) ? 'yesterday' : undefined;
}

/** A length for people: `15 ms`, `2.3 s`, `6 min`, `17 h 18 min`, `6 days`. The two largest units, the second only if it says much; no line ends within it. */
export const lengthOf = (ms: number, language: string): string =>
  lengthText(ms, language).replaceAll(' ', '\u00a0');

function lengthText(ms: number, language: string): string {
  const number = (value: number, digits = 0): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  if (ms < SECOND) return `${number(Math.round(ms))} ms`;
  if (ms < MINUTE) return `${number(ms / SECOND, ms < 10 * SECOND ? 1 : 0)} s`;
  if (ms < HOUR) return `${number(Math.floor(ms / MINUTE))} min`;
  if (ms >= 2 * DAY_MS)
    return new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
      Math.floor(ms / DAY_MS),
    );
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  return `${number(Math.floor(ms / HOUR))} h${minutes ? ` ${minutes} min` : ''}`;
}

/** Two decimals and the currency's code, whatever the number of digits is: amounts are texts. */
export function amountOf(amount: string, currency: string, language: string): string {
  const text = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 8 }).format(
    amount as unknown as number,
  );
  return `${withMinus(text)}\u00a0${currency}`;
}

/** Words that may stand in a sentence, at the beginning of one. */
export const capitalised = (text: string, language: string): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

/** Intl writes a hyphen, after which a line may break. */
export const withMinus = (text: string): string => text.replace(/^-/, '\u2212');

/** Ids and hashes lose their middle; what is lost is in the title and the copy. */
export const shortened = (text: string, letters = 24): string =>
  text.length <= letters + 1 ? text : `${text.slice(0, letters - 6)}…${text.slice(-6)}`;

/** UNTDID 1001: the kinds that take money back. Their amounts are stated without a sign. */
const CREDIT_NOTES: ReadonlySet<string> = new Set(
  '81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '),
);

export const isCreditNote = (kind: string): boolean => CREDIT_NOTES.has(kind);
