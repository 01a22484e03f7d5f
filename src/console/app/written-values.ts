/**
 * Figures and days as people write them, read only where they can be read in one way: a guess would send money astray. Digits stay as they
 * are written; nothing is computed, so nothing is rounded.
 */

/** The value as the service reads it; `unclear` if there are two readings, undefined if there is none. */
type Reading = { readonly value: string } | 'unclear' | undefined;

const SPACES = /[ \u00a0\u202f]/;

/** @param language of the reader, whose decimal separator is never unclear. */
export function readFigure(written: string, language?: string): Reading {
  const text = written.trim();
  const [, sign, digits = ''] = /^(-?)(\d[\d., \u00a0\u202f]*)$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const groups = digits.split(SPACES);
  if (groups.length > 1 && !isGrouped([...groups.slice(0, -1), groups.at(-1)!.split(/[.,]/)[0]!]))
    return undefined;
  const bare = groups.join('');
  const separators = [...bare].filter((letter) => letter === '.' || letter === ',');
  const [first] = separators;
  const last = separators.at(-1);
  if (first === undefined || last === undefined) return { value: sign + bare };
  const parts = bare.split(/[.,]/);
  if (separators.length > 1) {
    const isWhole = separators.every((each) => each === first);
    const isDecimal = separators.slice(0, -1).every((each) => each === first) && last !== first;
    if (groups.length > 1 || !(isWhole || isDecimal)) return undefined;
    const whole = isWhole ? parts : parts.slice(0, -1);
    if (!isGrouped(whole) || parts.at(-1) === '') return undefined;
    return { value: sign + whole.join('') + (isWhole ? '' : `.${parts.at(-1)}`) };
  }
  const [whole = '', fraction = ''] = parts;
  if (fraction === '') return undefined;
  const isOneReading =
    groups.length > 1 || first === decimalSeparatorOf(language) || !(isGrouped(parts) && whole !== '0');
  return isOneReading ? { value: `${sign}${whole}.${fraction}` } : 'unclear';
}

const isGrouped = ([first = '', ...others]: readonly string[]): boolean =>
  /^\d{1,3}$/.test(first) && others.every((group) => /^\d{3}$/.test(group));

const decimalSeparatorOf = (language: string | undefined): string | undefined =>
  language === undefined ? undefined : language === 'en' ? '.' : ',';

/** With slashes the month comes second in French, and second or first elsewhere. */
export function readDay(written: string, language?: string): Reading {
  const text = written.trim();
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? /^(\d{4})(\d\d)(\d\d)$/.exec(text);
  if (iso) return calendarDay(iso[1]!, iso[2]!, iso[3]!);
  const [, one = '', separator, other = '', year = ''] = /^(\d\d?)([./])(\d\d?)\2(\d{4})$/.exec(text) ?? [];
  if (separator === undefined) return undefined;
  const dayFirst = calendarDay(year, other, one);
  if (separator === '.' || language === 'fr' || one === other) return dayFirst;
  const monthFirst = calendarDay(year, one, other);
  return dayFirst && monthFirst ? 'unclear' : (dayFirst ?? monthFirst);
}

function calendarDay(year: string, month: string, day: string): Reading {
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value) ? { value } : undefined;
}

/** As the reader writes it; what is no figure stays as it is. */
export const figureWritten = (value: string, language: string): string =>
  /^-?\d+\.\d+$/.test(value) ? value.replace('.', decimalSeparatorOf(language)!) : value;

const DAY_SEPARATORS: Readonly<Record<string, string>> = { de: '.', fr: '/', pl: '.', ro: '.' };

/** As the reader writes it; in English with the year first, because the order of day and month differs between its readers. */
export function dayWritten(value: string, language: string): string {
  const separator = DAY_SEPARATORS[language];
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return separator === undefined || year === undefined ? value : [day, month, year].join(separator);
}
