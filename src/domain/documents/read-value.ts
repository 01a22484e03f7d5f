import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { withoutBlanks, xmlTrimmed } from '../vocabulary/text.ts';
import { readDate } from 'en16931-rules/vocabulary/read-date.ts';
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

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;
/** No amount has more digits. */
const MAX_NUMBER_LENGTH = 100;

export const readNumber = (text: string): Decimal | undefined =>
  text.length <= MAX_NUMBER_LENGTH && NUMBER.test(text) ? new Decimal(text) : undefined;
