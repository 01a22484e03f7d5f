import { isReadObject } from '../../domain/json/json-object.ts';
import { JsonNumber } from '../../domain/json/json-number.ts';

/** What `readJson` gives, as plain JSON: a number that a double would change becomes a text. */
export function plainNumbers(value: unknown): unknown {
  if (value instanceof JsonNumber) {
    const double = Number(value.text);
    return String(double) === value.text ? double : value.text;
  }
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (!isReadObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainNumbers(inner)]));
}
