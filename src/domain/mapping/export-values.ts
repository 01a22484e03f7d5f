import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { JsonNumber } from '../json/json-number.ts';
import { readNumber } from '../invoice/read-number.ts';
import type { Mapping, Scalar } from './mapping.ts';

// Finding values of an export. Paths are those that findings name: `customer.taxRegistrationNumber`, `lines[2].unitPrice`.

/** The value at a path: undefined if there is none; `several` if `[only]` meets a list with more or fewer entries than one. */
type Found = { readonly path: string; readonly value: unknown } | { readonly several: string };

/** Follows a path, own members only. `[only]` steps into a list of exactly one entry. */
export function foundAt(node: unknown, path: string, prefix = ''): Found {
  let value = node;
  let place = prefix;
  for (const step of path.split('.')) {
    const only = step.endsWith('[only]');
    const name = only ? step.slice(0, -'[only]'.length) : step;
    value = memberOf(value, name);
    place = place ? `${place}.${name}` : name;
    if (only && Array.isArray(value)) {
      if (value.length > 1) return { several: place };
      value = value[0];
      place = `${place}[0]`;
    }
  }
  return { path: place, value };
}

export function memberOf(node: unknown, name: string): unknown {
  if (typeof node !== 'object' || node === null || Array.isArray(node) || node instanceof JsonNumber)
    return undefined;
  return rowOf(node as Readonly<Record<string, unknown>>, name);
}

/** ERPs write a placeholder for a missing value. */
export function isEmpty(value: unknown, { empty }: Pick<Mapping, 'empty'>): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '' || empty.includes(value.trim());
  return typeof value === 'boolean' && empty.includes(value);
}

export function isAmong(value: unknown, values: readonly Scalar[]): boolean {
  if (value instanceof JsonNumber)
    return values.some((one) => typeof one === 'number' && String(one) === value.text);
  return values.includes((value ?? null) as Scalar);
}

/** The entity set of an OData context URL: `…/$metadata#companies(1)/salesInvoices(lines())/$entity` names `salesInvoices`. */
export function entitySetOf(context: string): string | undefined {
  const fragment = context.split('#')[1];
  if (fragment === undefined) return undefined;
  const segments = withoutParentheses(fragment).split('/');
  return segments.filter((segment) => segment !== '' && segment !== '$entity').at(-1);
}

/** Whether a context is that of one entity, not of a list. */
export const isEntityContext = (context: string): boolean => context.endsWith('/$entity');

function withoutParentheses(text: string): string {
  let depth = 0;
  let digits = '';
  for (const letter of text) {
    if (letter === '(') depth += 1;
    else if (letter === ')') depth -= 1;
    else if (depth === 0) digits += letter;
  }
  return digits;
}

/** A number of an export: JSON, or a text with a decimal point. */
export function numberFrom(value: unknown): Decimal | undefined {
  const read = readNumber(value);
  return read instanceof Decimal ? read : undefined;
}

/** The number for a canonical document; exact. */
export const jsonNumber = (value: Decimal): JsonNumber => new JsonNumber(value.toFixed());

const BREAKS = /<\s*(?:br|\/p|\/div|\/li|\/tr)\b[^<>]*>/gi;
const TAGS = /<[^<>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** The text of an HTML fragment, in which some ERPs keep remarks. */
export function textOfHtml(html: string): string {
  const text = html.replaceAll(BREAKS, '\n').replaceAll(TAGS, '');
  const read = text.replaceAll(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity);
  return read
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
