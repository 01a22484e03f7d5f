import { isObject, type JsonObject } from 'en16931-rules/vocabulary/object.ts';
import { JsonNumber } from './json-number.ts';
import { PastLimit } from './past-limit.ts';

export { isObject, type JsonObject };

/** As `isObject`, of what `readJson` gives: numbers, and values past a limit, are objects of a class there. */
export const isReadObject = (value: unknown): value is JsonObject =>
  isObject(value) && !(value instanceof JsonNumber) && !(value instanceof PastLimit);

/** JSON from outside; undefined for any other text. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
