import { badRequest } from '../../../application/refusals/request-finding.ts';
import type { CallFailed } from '../../../domain/failures.ts';
import { JsonNumber } from '../../../domain/json/json-number.ts';
import { PastLimit } from '../../../domain/json/past-limit.ts';
import { isObject } from './json-values.ts';

/** No request takes more members or items; the validator would collect an error for each of a million. */
const MOST_ENTRIES = 1000;

/**
 * What the OpenAPI validator sees of a body: plain numbers, and an empty object for the invoice, which the domain judges.
 * @throws CallFailed `bad-request`: an object or list that no request takes.
 */
export function validatorView(json: unknown): unknown {
  if (!isObject(json) || json instanceof JsonNumber || json instanceof PastLimit) return plain(json, '');
  return withMembers(
    entries(json, '').map(([name, value]) => [
      name,
      JUDGED.has(name) ? marker(value, name) : plain(value, name),
    ]),
  );
}

/** What the domain judges: an invoice, an ERP's export, settings in canonical form. */
const JUDGED: ReadonlySet<string> = new Set(['document', 'export', 'connectors']);

const marker = (value: unknown, name: string): unknown =>
  isObject(value) && !(value instanceof JsonNumber) && !(value instanceof PastLimit)
    ? {}
    : plain(value, name);

function plain(value: unknown, path: string): unknown {
  if (value instanceof JsonNumber) return finite(Number(value.text));
  if (value instanceof PastLimit) throw tooMany(path, value.most);
  if (Array.isArray(value)) {
    if (value.length > MOST_ENTRIES) throw tooMany(path, MOST_ENTRIES);
    return value.map((item, index) => plain(item, `${path}[${index}]`));
  }
  if (!isObject(value)) return value;
  return withMembers(entries(value, path).map(([name, inner]) => [name, plain(inner, `${path}.${name}`)]));
}

/** One past every double is a number to the validator, too: whether it is too large the domain says. */
const finite = (double: number): number => Math.max(-Number.MAX_VALUE, Math.min(double, Number.MAX_VALUE));

function entries(object: Readonly<Record<string, unknown>>, path: string): [string, unknown][] {
  const found = Object.entries(object);
  if (found.length > MOST_ENTRIES) throw tooMany(path, MOST_ENTRIES);
  return found;
}

/** `Object.fromEntries` defines own properties, so `__proto__` stays the member it is and is refused like any other. */
const withMembers = (members: [string, unknown][]): object => Object.fromEntries(members);

function tooMany(path: string, most: number): CallFailed {
  const field = path === '' ? 'body' : path.slice(0, 200);
  return badRequest(field, `${field} has more than ${most} entries.`);
}
