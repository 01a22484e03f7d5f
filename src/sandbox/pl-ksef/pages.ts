import type { Call } from '../network.ts';
import { refuse } from './errors.ts';

const SMALLEST = 10;

/** A page of a list and the token of the next. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: { readonly continuationToken?: string };
}

/** By `pageSize` and `x-continuation-token`. @throws KsefRefused 21405, 21418 */
export function pageOf<T>(all: readonly T[], call: Pick<Call, 'query' | 'headers'>): Page<T> {
  const size = wholeIn(call, 'pageSize', { from: SMALLEST, to: 1000, usual: SMALLEST });
  const from = offsetIn(call);
  const items = all.slice(from, from + size);
  const isLast = from + size >= all.length;
  const continuationToken = Buffer.from(JSON.stringify({ from: from + size })).toString('base64');
  return { items, next: isLast ? {} : { continuationToken } };
}

export function wholeIn(
  { query }: Pick<Call, 'query'>,
  name: string,
  { from, to, usual }: { readonly from: number; readonly to: number; readonly usual: number },
): number {
  const value = Number(query.get(name) ?? usual);
  if (!Number.isInteger(value) || value < from || value > to)
    throw refuse(21405, `'${name}' musi być liczbą od ${from} do ${to}.`);
  return value;
}

function offsetIn({ headers }: Pick<Call, 'headers'>): number {
  const token = headers['x-continuation-token'];
  if (token === undefined || token === '') return 0;
  try {
    const { from } = JSON.parse(Buffer.from(String(token), 'base64').toString()) as { from?: unknown };
    if (typeof from === 'number' && Number.isInteger(from) && from >= 0) return from;
  } catch {
    // An unknown value is refused below.
  }
  throw refuse(21418);
}
