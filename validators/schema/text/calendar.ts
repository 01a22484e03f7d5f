import { lengthWithoutZeros } from './decimals.ts';
import { afterDigits, isDigit, type Scan } from './lexical.ts';

const MINUS = 0x2d;
const PLUS = 0x2b;
const COLON = 0x3a;
const DOT = 0x2e;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const MAX_ZONE_HOURS = 14;
const MAX_ZONE_MINUTES = 59;

/** Two digits; −1 if they are not there. */
function two(text: string, at: number, end: number): number {
  if (at + 2 > end) return -1;
  const [a, b] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
  return isDigit(a) && isDigit(b) ? (a - 0x30) * 10 + b - 0x30 : -1;
}

/** Whether a range is empty, or a time zone (3.2.7.3). */
function isZone(text: string, at: number, end: number): boolean {
  if (at === end) return true;
  const sign = text.charCodeAt(at);
  if (sign === LETTER_Z) return at + 1 === end;
  if ((sign !== PLUS && sign !== MINUS) || at + 6 !== end || text.charCodeAt(at + 3) !== COLON) return false;
  const hours = two(text, at + 1, end);
  const minutes = two(text, at + 4, end);
  if (hours < 0 || minutes < 0 || minutes > MAX_ZONE_MINUTES) return false;
  return hours < MAX_ZONE_HOURS || (hours === MAX_ZONE_HOURS && minutes === 0);
}

/** 3.2.7.1: at least four digits, no leading zero beyond four, no year 0000. @returns the offset after it, −1 if it is none. */
function afterYear(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start) === MINUS ? start + 1 : start;
  const at = afterDigits(text, first, end);
  const digits = at - first;
  if (digits < 4 || (digits > 4 && text.charCodeAt(first) === 0x30)) return -1;
  return digits === 4 && text.startsWith('0000', first) ? -1 : at;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeap(text: string, start: number, end: number): boolean {
  const year = Number(text.slice(Math.max(start, end - 4), end).replace('-', ''));
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** `-MM`. @returns the offset after it, −1 if it is none. */
function afterMonth(text: string, at: number, end: number): number {
  const month = text.charCodeAt(at) === MINUS ? two(text, at + 1, end) : -1;
  return month >= 1 && month <= 12 ? at + 3 : -1;
}

/** `YYYY-MM-DD`. @returns the offset after it, −1 if it is none. */
function afterDate(text: string, start: number, end: number): number {
  const yearEnd = afterYear(text, start, end);
  const monthEnd = yearEnd < 0 ? -1 : afterMonth(text, yearEnd, end);
  if (monthEnd < 0 || text.charCodeAt(monthEnd) !== MINUS) return -1;
  const month = two(text, yearEnd + 1, end);
  const day = two(text, monthEnd + 1, end);
  if (day < 1 || day > DAYS[month - 1]!) return -1;
  return month === 2 && day === 29 && !isLeap(text, start, yearEnd) ? -1 : monthEnd + 3;
}

/** `hh:mm:ss.sss`; 24:00:00 is the end of the day. @returns the offset after it, −1 if it is none. */
function afterTime(text: string, at: number, end: number): number {
  const [hours, minutes, seconds] = [two(text, at, end), two(text, at + 3, end), two(text, at + 6, end)];
  if (hours < 0 || minutes < 0 || seconds < 0 || minutes > 59 || seconds > 59) return -1;
  if (text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON) return -1;
  let after = at + 8;
  let isWhole = true;
  if (after < end && text.charCodeAt(after) === DOT) {
    const fraction = after + 1;
    after = afterDigits(text, fraction, end);
    if (after === fraction) return -1;
    isWhole = /^0*$/.test(text.slice(fraction, after));
  }
  if (hours < 24) return after;
  return hours === 24 && minutes === 0 && seconds === 0 && isWhole ? after : -1;
}

const withZone =
  (after: (text: string, start: number, end: number) => number): Scan =>
  (text, start, end) => {
    const at = after(text, start, end);
    return at >= 0 && isZone(text, at, end);
  };

export const isDate = withZone(afterDate);
export const isTime = withZone(afterTime);
export const isYear = withZone(afterYear);
export const isDateTime = withZone((text, start, end) => {
  const at = afterDate(text, start, end);
  return at < 0 || text.charCodeAt(at) !== LETTER_T ? -1 : afterTime(text, at + 1, end);
});
export const isYearMonth = withZone((text, start, end) => {
  const at = afterYear(text, start, end);
  return at < 0 ? -1 : afterMonth(text, at, end);
});
export const isMonth = withZone((text, start, end) =>
  text.startsWith('--', start) ? afterMonth(text, start + 1, end) : -1,
);
export const isDay = withZone((text, start, end) => {
  const day = text.startsWith('---', start) ? two(text, start + 3, end) : -1;
  return day >= 1 && day <= 31 ? start + 5 : -1;
});
export const isMonthDay = withZone((text, start, end) => {
  const at = text.startsWith('--', start) ? afterMonth(text, start + 1, end) : -1;
  if (at < 0 || text.charCodeAt(at) !== MINUS) return -1;
  const day = two(text, at + 1, end);
  return day >= 1 && day <= DAYS[two(text, start + 2, end) - 1]! ? at + 3 : -1;
});

const DURATION =
  /^-?P(?!$)(?:\d\d*Y)?(?:\d\d*M)?(?:\d\d*D)?(?:T(?!$)(?:\d\d*H)?(?:\d\d*M)?(?:\d\d*(?:\.\d\d*)?S)?)?$/;

export const isDuration: Scan = (text, start, end) => DURATION.test(text.slice(start, end));

/** A moment in minutes and seconds of UTC, and whether it has a time zone. */
interface Moment {
  /** Days since an epoch of the proleptic Gregorian calendar. */
  readonly days: number;
  readonly seconds: number;
  readonly fraction: string;
  readonly isZoned: boolean;
}

const MOMENT =
  /^(-?\d{4,})(?:-(\d\d))?(?:-(\d\d))?(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d\d*))?)?(Z|[+-]\d\d:\d\d)?$/;
const SECONDS_A_DAY = 86_400;
const MAX_ZONE_SECONDS = MAX_ZONE_HOURS * 3_600;

/** Of a value of date, dateTime, gYear or gYearMonth: missing parts are their first. */
function momentOf(value: string): Moment {
  const [, year = '', month = '1', day = '1', hours = '0', minutes = '0', whole = '0', fraction = '', zone] =
    MOMENT.exec(value) ?? [];
  // Before our era there is no year 0.
  const counted = year.startsWith('-') ? Number(year) + 1 : Number(year);
  const days = daysBefore(counted, Number(month)) + Number(day);
  const seconds = Number(hours) * 3_600 + Number(minutes) * 60 + Number(whole) - zoneSeconds(zone);
  const over = Math.floor(seconds / SECONDS_A_DAY);
  return {
    days: days + over,
    seconds: seconds - over * SECONDS_A_DAY,
    fraction: fraction.slice(0, lengthWithoutZeros(fraction)),
    isZoned: zone !== undefined,
  };
}

const zoneSeconds = (zone = 'Z'): number =>
  zone === 'Z'
    ? 0
    : (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 3_600 + Number(zone.slice(4)) * 60);

function daysBefore(year: number, month: number): number {
  const before = year - 1;
  const days = before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (
    DAYS.slice(0, month - 1).reduce((sum, length) => sum + length, days) - (month > 2 && !isLeapYear ? 1 : 0)
  );
}

/** @returns below, at or above 0; undefined if a time zone that only one of them has could decide (3.2.7.4). */
export function compareMoments(one: string, other: string): number | undefined {
  const [a, b] = [momentOf(one), momentOf(other)];
  const seconds = (a.days - b.days) * SECONDS_A_DAY + a.seconds - b.seconds;
  if (a.isZoned !== b.isZoned) return Math.abs(seconds) > MAX_ZONE_SECONDS ? seconds : undefined;
  if (seconds !== 0) return seconds;
  return a.fraction < b.fraction ? -1 : Number(a.fraction > b.fraction);
}

/** Equal for values that are the same moment. */
export function momentKey(value: string): string {
  const { days, seconds, fraction, isZoned } = momentOf(value);
  return `${String(days)} ${String(seconds)} ${fraction}${isZoned ? ' Z' : ''}`;
}
