import { Decimal } from '../vocabulary/decimal.ts';
import { withoutBlanks, xmlTrimmed } from '../vocabulary/text.ts';
import type { ValuePlace } from './document-form.ts';

/** The value of a text at a place; undefined if it is no value of its type. */
export function readValue(text: string, { kind, form, codes }: Pick<ValuePlace, 'kind' | 'form' | 'codes'>) {
  switch (kind) {
    case 'text':
      return text;
    case 'identifier':
      return xmlTrimmed(text);
    case 'code':
      return standardCode(text.trim(), codes);
    case 'binary':
      return withoutBlanks(text);
    case 'date':
      return readDate(text.trim(), form.date ?? 'YYYY-MM-DD');
    default:
      return readNumber(text.trim());
  }
}

const standardCode = (stated: string, codes: ValuePlace['codes'] = new Map()): string =>
  [...codes].find(([, code]) => code === stated)?.[0] ?? stated;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
/** No amount has more digits. */
const MAX_NUMBER_LENGTH = 100;

const readNumber = (text: string): Decimal | undefined =>
  text.length <= MAX_NUMBER_LENGTH && NUMBER.test(text) ? new Decimal(text) : undefined;

/** @param pattern `YYYYMMDD`. The schema allows a zone (`2026-10-05Z`); the day is the same. */
export function readDate(text: string, pattern: string): string | undefined {
  const { year, month, day } = datePattern(pattern).exec(text)?.groups ?? {};
  // A day that its month does not have becomes one of the next month.
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return date.getUTCDate() === Number(day) ? `${year}-${month}-${day}` : undefined;
}

const PATTERNS = new Map<string, RegExp>();

function datePattern(pattern: string): RegExp {
  const cached = PATTERNS.get(pattern);
  if (cached) return cached;
  const parts = pattern
    .replace('YYYY', '(?<year>\\d{4})')
    .replace('MM', '(?<month>\\d\\d)')
    .replace('DD', '(?<day>\\d\\d)');
  const made = new RegExp(`^${parts}(?:Z|[+-]\\d\\d:\\d\\d)?$`);
  PATTERNS.set(pattern, made);
  return made;
}
