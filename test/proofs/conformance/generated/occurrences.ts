import type { Member } from '../../../../src/domain/invoice/members.ts';
import { CANONICAL_SCHEMA } from '../../../../src/domain/invoice/schema.ts';

type Json = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Every member of the canonical form, by its path without positions. */
export const MEMBERS: readonly string[] = [...membersIn(CANONICAL_SCHEMA, '')];

function* membersIn(member: Member, path: string): Generator<string> {
  const here = member.kind === 'list' ? member.of : member;
  const place = member.kind === 'list' ? `${path}[]` : path;
  if (here.kind !== 'group') return void (yield place);
  for (const [name, { member: inner }] of here.members)
    yield* membersIn(inner, place === '' ? name : `${place}.${name}`);
}

/** How often invoices stated each member. */
export class Occurrences {
  private readonly counts = new Map<string, number>();

  /** The number of invoices. */
  of(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  get kinds(): readonly string[] {
    return [...this.counts.keys()];
  }

  count(document: Json): void {
    const said = new Set([...saidIn(document, ''), ...kindsIn(document)]);
    for (const what of said) this.counts.set(what, this.of(what) + 1);
  }
}

function* saidIn(value: unknown, path: string): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* saidIn(item, `${path}[]`);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value))
      yield* saidIn(inner, path === '' ? name : `${path}.${name}`);
  // A text alone replaces the object around it.
  else yield path === 'invoice.notes[]' ? 'invoice.notes[].text' : path;
}

/** Objects and lists that are not members themselves. */
function* kindsIn(document: Json): Generator<string> {
  const header = membersOf(document['invoice']);
  const lines = listOf(document['lines']).map(membersOf);
  yield `type ${String(header['type_code'])}`;
  yield `currency ${currencyCase(header)}`;
  for (const kind of ['allowances', 'charges'] as const) {
    const ofInvoice = listOf(document[kind]).map(membersOf);
    for (const one of ofInvoice) yield* adjustmentKinds(`invoice ${kind}`, one);
    for (const line of lines)
      for (const one of listOf(line[kind]).map(membersOf)) yield* adjustmentKinds(`line ${kind}`, one);
    for (const one of [...lines, ...ofInvoice]) yield `category ${String(one['vat_category'])}`;
  }
}

function* adjustmentKinds(place: string, { amount, reason, reason_code: code }: Json): Generator<string> {
  yield `${place}, ${amount === undefined ? 'computed' : 'an amount'}`;
  yield `${place}, ${reason === undefined ? 'a code' : code === undefined ? 'a reason' : 'both'}`;
}

function currencyCase({ currency, ...header }: Json): string {
  if (header['vat_currency'] === undefined) return `${String(currency)} alone`;
  const known = [
    header['vat_exchange_rate'] === undefined ? [] : ['rate'],
    header['vat_total_in_vat_currency'] === undefined ? [] : ['total as booked'],
  ].flat();
  return `${String(currency)}, VAT in ${String(header['vat_currency'])} by ${known.join(' and ')}`;
}
