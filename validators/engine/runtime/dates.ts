/**
 * An xs:date as the instant of its start, in minutes from 1970-01-01T00:00Z: comparing dates compares these numbers. A date without a time
 * zone has the implicit one, which is UTC here (the rules compare dates of one invoice; none adds, prints or splits an xs:date).
 */
export type XsDate = number;

/** Years have at least four digits, no needless zero in front, and at most nine, as in Saxon. */
const LEXICAL =
  /^[\t\n\r ]*(-?(?:[1-9][0-9]{4,8}|[0-9]{4}))-([0-9]{2})-([0-9]{2})(Z|[+-][0-9]{2}:[0-9]{2})?[\t\n\r ]*$/;

const MINUTES_PER_DAY = 1440;
/** XML Schema ends at 14:00 from UTC, Saxon at 14:59; the schema check refuses the difference before. */
const MAX_HOURS = 14;

/** @returns undefined if the text is no xs:date. */
export function dateFromLexical(text: string): XsDate | undefined {
  const parts = LEXICAL.exec(text);
  if (!parts) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const zone = zoneMinutes(parts[4]);
  if (zone === undefined || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  return dayNumber(year, month, day) * MINUTES_PER_DAY - zone;
}

function zoneMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))];
  if (hours > MAX_HOURS || minutes > 59) return undefined;
  const size = hours * 60 + minutes;
  return zone.startsWith('-') ? -size : size;
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Days from 1970-01-01 in the proleptic Gregorian calendar; JavaScript's own dates end in the year 275,760. */
function dayNumber(year: number, month: number, day: number): number {
  // Counting years from March puts the leap day last; month lengths then follow 30.6 days, cut off.
  const y = month > 2 ? year : year - 1;
  const monthsFromMarch = (month + 9) % 12;
  const daysBefore = 365 * y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return daysBefore + Math.floor((306 * monthsFromMarch + 5) / 10) + day - DAYS_TO_EPOCH;
}

/** From 0000-03-01 to 1970-01-01, counted as above with days from 1. */
const DAYS_TO_EPOCH = 719_469;
