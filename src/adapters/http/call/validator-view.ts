import { say } from 'en16931-rules/vocabulary/message.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import { badRequest } from '../../../application/requests/request-finding.ts';
import type { CallFailed } from '../../../domain/failures.ts';
import { JsonNumber } from '../../../domain/json/json-number.ts';
import { isObject, isReadObject } from '../../../domain/json/json-object.ts';
import { PastLimit } from '../../../domain/json/past-limit.ts';

/** No request has more members or items. The validator would collect an error for each of a million. */
const MAX_ENTRIES = 1000;

/**
 * The body as the OpenAPI validator sees it: plain numbers, and an empty object in place of the invoice, which the domain
 * checks.
 * @throws CallFailed `bad-request` for an object or list that is too large for any request.
 */
export function validatorView(json: unknown): unknown {
  if (!isReadObject(json)) return plain(json, '');
  return withMembers(
    entries(json, '').map(([name, value]) => [
      name,
      JUDGED.has(name) ? marker(value, name) : plain(value, name),
    ]),
  );
}

/** Members that the domain checks: an invoice, an ERP's export, settings in canonical form. */
const JUDGED: ReadonlySet<string> = new Set(['document', 'export', 'connectors']);

/** Members that a handler gets as they were sent, numbers with their digits: what the domain checks or compares. */
export const AS_SENT = ['document', 'export', 'connectors', 'erp_totals', 'fr'] as const;
export type AsSent = (typeof AS_SENT)[number];

/** The body as a handler gets it. @param view what the validator has checked. */
export function handlerView(json: unknown, view: unknown): unknown {
  if (!isReadObject(json) || !isObject(view)) return view;
  const asSent = AS_SENT.filter((name) => Object.hasOwn(json, name)).map((name) => [name, json[name]]);
  return { ...view, ...Object.fromEntries(asSent) };
}

const marker = (value: unknown, name: string): unknown => (isReadObject(value) ? {} : plain(value, name));

function plain(value: unknown, path: string): unknown {
  if (value instanceof JsonNumber) return finite(Number(value.text));
  if (value instanceof PastLimit) throw tooMany(path, value.most);
  if (Array.isArray(value)) {
    if (value.length > MAX_ENTRIES) throw tooMany(path, MAX_ENTRIES);
    return value.map((item, index) => plain(item, `${path}[${index}]`));
  }
  if (!isObject(value)) return value;
  return withMembers(entries(value, path).map(([name, inner]) => [name, plain(inner, `${path}.${name}`)]));
}

/** A number past every double is a number for the validator, too. The domain checks its size. */
const finite = (double: number): number => Math.max(-Number.MAX_VALUE, Math.min(double, Number.MAX_VALUE));

function entries(object: Readonly<Record<string, unknown>>, path: string): [string, unknown][] {
  const members = Object.entries(object);
  if (members.length > MAX_ENTRIES) throw tooMany(path, MAX_ENTRIES);
  return members;
}

/** `Object.fromEntries` defines own properties, so `__proto__` stays a member and is refused like any other. */
const withMembers = (members: [string, unknown][]): object => Object.fromEntries(members);

function tooMany(path: string, most: number): CallFailed {
  const field = path === '' ? 'body' : path.slice(0, 200);
  return badRequest(field, say('invoice.has-more-than-entries', { field: quotedName(field), n: most }));
}
