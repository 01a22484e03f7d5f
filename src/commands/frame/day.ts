import { InvalidArgumentError } from 'commander';
import { isDay } from 'en16931-rules/packs/adopt/describe.ts';

/** The value of an option that is a day. */
export function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError('It is a day, YYYY-MM-DD.');
  return text;
}
