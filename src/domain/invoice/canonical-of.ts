import { Decimal, round2, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { advanceRole, join } from './advances.ts';
import type { CompleteInvoice } from './en16931.ts';
import { sign } from './line-amounts.ts';
import { countsNegative } from './line-states.ts';
import { LIMITS } from './limits.ts';
import type { GroupMember, ListMember, Member } from './members.ts';
import type { Partly } from './partly.ts';
import { CANONICAL_SCHEMA } from './schema.ts';
import { vatWithin } from './prices-with-vat.ts';
import { hasSeveralSellers, namesSubInvoice } from './sub-invoices.ts';
import { GROUPS, TERMS, type GroupId, type TermId } from './terms.ts';
import type { VatGroup } from './vat-group.ts';
import { snakeCase } from '../vocabulary/snake-case.ts';

/** A canonical document under construction, as JSON. */
export type CanonicalJson = Record<string, unknown>;
type Members = Readonly<Record<string, unknown>>;
type Model = Partly<CompleteInvoice>;

/**
 * The content of an invoice as a caller states it: no totals, no defaults, only stated members. Each member of the schema takes the value
 * of its term. Numbers are JSON numbers, or decimal texts where a double would change them.
 */
export function canonicalOf(model: Model): CanonicalJson {
  const document = ofGroup(CANONICAL_SCHEMA, new Map([['', model]]), '');
  return withExtensions({ ...document, lines: document?.['lines'] ?? [] }, model);
}

/** The current entry of each list, by the beginning of the paths to its members: `lines[].`. */
type Scopes = ReadonlyMap<string, Members>;

/** Members that share the term of another one: a document does not tell them apart. */
const SHARED = new Set(['seller.register', 'seller.managing_directors', 'buyer.tax_number']);

const ACCOUNTS = 'payment.accounts[].';

function ofGroup(group: GroupMember, scopes: Scopes, path: string): CanonicalJson | undefined {
  const inside = path === 'payment' ? withFirstAccount(scopes) : scopes;
  const members: CanonicalJson = {};
  for (const [name, { member }] of group.members) {
    const at = path === '' ? name : `${path}.${name}`;
    const value = SHARED.has(at) ? undefined : ofMember(member, inside, at);
    if (value !== undefined) members[name] = value;
  }
  return Object.keys(members).length > 0 ? inOneNumber(members) : undefined;
}

/** The account of the payment itself is the first one. */
function withFirstAccount(scopes: Scopes): Scopes {
  const [first] = entriesAt(scopes, ACCOUNTS);
  return first ? new Map([...scopes, [ACCOUNTS, first]]) : scopes;
}

const IBAN = /^[A-Z]{2}\d{2}/;

/** BT-84 is an IBAN or another number. */
function inOneNumber({ iban, account_id: accountId, ...members }: CanonicalJson): CanonicalJson {
  if (iban === undefined) return accountId === undefined ? members : { ...members, account_id: accountId };
  return { [IBAN.test(String(iban)) ? 'iban' : 'account_id']: iban, ...members };
}

function ofMember(member: Member, scopes: Scopes, path: string): unknown {
  if (member.kind === 'group') return ofGroup(member, scopes, path);
  if (member.kind === 'list') return ofList(member, scopes, path);
  if (member.term === undefined || !Object.hasOwn(TERMS, member.term)) return undefined;
  const term = TERMS[member.term as TermId].path;
  return jsonOf(valueAt(scopes, term));
}

function ofList({ of }: ListMember, scopes: Scopes, path: string): unknown {
  const list = listOf(of);
  if (list === undefined) return undefined;
  const entries = entriesAt(scopes, list).slice(path === 'payment.accounts' ? 1 : 0);
  const items = entries.flatMap((entry) => {
    const item = ofMember(of, new Map([...scopes, [list, entry]]), '');
    return item !== undefined && (list !== GROUPS_OF_VAT || statesReason(item as CanonicalJson, scopes))
      ? [item]
      : [];
  });
  return items.length > 0 ? distinct(items, list) : undefined;
}

const GROUPS_OF_VAT = `${GROUPS['BG-23']}.`;

/** The reason of a sub-invoice is stated with its lines. */
const statesReason = ({ reason, reason_code: code }: CanonicalJson, scopes: Scopes): boolean =>
  (reason ?? code) !== undefined &&
  !(namesSubInvoice(reason as string | undefined) && hasSeveralSellers(headerOf(scopes)));

const headerOf = (scopes: Scopes) => ({ businessProcess: (scopes.get('') as Model | undefined)?.process });

/** Groups of one category, at several rates, have one reason. */
const distinct = (items: readonly unknown[], list: string): readonly unknown[] =>
  list === GROUPS_OF_VAT ? [...new Map(items.map((item) => [JSON.stringify(item), item])).values()] : items;

/** The list of the model that has the entries; undefined if it is no term. */
function listOf(entry: Member): string | undefined {
  if (entry.term !== undefined && Object.hasOwn(GROUPS, entry.term))
    return `${GROUPS[entry.term as GroupId]}.`;
  const [term] = termsIn(entry);
  return term && /^.*\[\]\./.exec(TERMS[term].path)?.[0];
}

function* termsIn(member: Member): Generator<TermId> {
  if (member.kind === 'list') return;
  if (member.kind === 'group') for (const { member: inner } of member.members.values()) yield* termsIn(inner);
  else if (member.term !== undefined && Object.hasOwn(TERMS, member.term)) yield member.term as TermId;
}

const entriesAt = (scopes: Scopes, list: string): readonly Members[] =>
  (valueAt(scopes, list.slice(0, -'[].'.length)) ?? []) as readonly Members[];

function valueAt(scopes: Scopes, path: string): unknown {
  const list = /^.*\[\]\./.exec(path)?.[0] ?? '';
  let value: unknown = scopes.get(list);
  for (const name of path.slice(list.length).split('.')) value = (value as Members | undefined)?.[name];
  return value;
}

/** A number that a double would change is a text; digits past those of the canonical form are rounded. */
function jsonOf(value: unknown): unknown {
  if (!(value instanceof Decimal)) return value;
  const { digitsAfterPoint } = LIMITS;
  const text = (
    value.decimalPlaces() > digitsAfterPoint ? value.toDecimalPlaces(digitsAfterPoint) : value
  ).toFixed();
  return String(Number(text)) === text ? Number(text) : text;
}

/** Members that are no terms, as FA(3) states them. */
function withExtensions(document: CanonicalJson, model: Model): CanonicalJson {
  const { extensions: apart } = model;
  if (!apart) return document;
  const beside = (name: string, members: CanonicalJson): CanonicalJson =>
    Object.keys(members).length > 0 ? { [name]: { ...(document[name] as CanonicalJson), ...members } } : {};
  return {
    ...document,
    ...beside('invoice', defined({ vat_exchange_rate: jsonOf(apart.vatExchangeRate) })),
    ...beside('buyer', defined({ tax_number: apart.buyerTaxNumber, is_consumer: apart.isConsumer })),
    ...beside('payment', defined({ prepaid_date: apart.prepaidDate })),
    ...beside('payee', defined({ is_factor: apart.isFactor })),
    ...listsApart(document, model),
    ...(apart.poland && { pl: named(apart.poland) }),
    ...(apart.correction && { correction: named(apart.correction) }),
  };
}

function listsApart(document: CanonicalJson, model: Model): CanonicalJson {
  const { precedingRouteNumbers = [], precedingTypeCodes = [], lines = [] } = model.extensions ?? {};
  const advances = advancesOf(model);
  const isWithVat = lines.some(({ withVat }) => withVat !== undefined);
  return {
    ...eachOf(document, 'preceding_invoices', (one, index) => ({
      ...one,
      ...defined({ route_number: precedingRouteNumbers[index], type_code: precedingTypeCodes[index] }),
    })),
    ...eachOf(document, 'lines', ({ unit_price, ...line }, index) => {
      const { withVat, state, poland, itemKind } = lines[index] ?? {};
      // Prices are with VAT on every line or on none; at a rate of zero they are the same.
      const same = isWithVat && line['vat_rate'] === 0 ? unit_price : undefined;
      const price = withVat ? jsonOf(withVat.unitPrice) : same;
      return {
        ...line,
        ...defined(price === undefined ? { unit_price } : { unit_price_with_vat: price }),
        ...(state === 'before' && { before_correction: true }),
        ...defined({ item_kind: itemKind }),
        ...(poland && { pl: named(poland) }),
      };
    }),
    ...(advances.length > 0 && { advance_invoices: advances }),
  };
}

const eachOf = (
  document: CanonicalJson,
  name: string,
  change: (entry: CanonicalJson, index: number) => CanonicalJson,
): CanonicalJson =>
  document[name] === undefined ? {} : { [name]: (document[name] as CanonicalJson[]).map(change) };

/** The file does not state the amounts charged with advances: they are the difference between the supply and the sums. */
function advancesOf(model: Model): CanonicalJson[] {
  const { extensions: apart, vatBreakdown = [], typeCode = '' } = model;
  const [first, ...others] = apart?.advanceInvoices ?? [];
  if (!first) return [];
  const nameOf = ({ number, routeNumber }: typeof first): CanonicalJson =>
    defined({ number: number ?? routeNumber, route_number: routeNumber });
  // An advance invoice names earlier ones and deducts none.
  if (advanceRole({ typeCode, precedingTypeCodes: [], hasAdvanceInvoices: true }) === 'advance')
    return [first, ...others].map(nameOf);
  const billed = vatBreakdown.map(({ category, rate, taxableAmount = ZERO, taxAmount = ZERO }) => ({
    category: category as VatGroup['category'],
    taxableAmount,
    taxAmount,
    ...(rate && { rate }),
  }));
  const charged = join(supplyOf(model), billed, -1).map(({ category, rate, taxableAmount, taxAmount }) =>
    defined({
      vat_category: category,
      vat_rate: jsonOf(rate),
      taxable_amount: jsonOf(taxableAmount),
      vat_amount: jsonOf(taxAmount),
    }),
  );
  return [{ ...nameOf(first), vat_breakdown: charged }, ...others.map(nameOf)];
}

/** The whole supply by category and rate. */
function supplyOf({ extensions: apart, lines = [], allowances = [], charges = [], typeCode = '' }: Model) {
  const isWithVat = apart?.lines?.some(({ withVat }) => withVat !== undefined) ?? false;
  const amounts = [
    ...lines.map((line, index) => {
      const { state, withVat } = apart?.lines?.[index] ?? {};
      const stated = withVat?.amount ?? line.netAmount ?? ZERO;
      return { of: line, amount: sign(stated, countsNegative(state, typeCode)) };
    }),
    ...allowances.map((of) => ({ of, amount: (of.amount ?? ZERO).negated() })),
    ...charges.map((of) => ({ of, amount: of.amount ?? ZERO })),
  ];
  const parts = amounts.map(({ of: { vatCategory: category, vatRate }, amount }) => ({
    category: category as VatGroup['category'],
    ...(vatRate && category !== 'O' && { rate: vatRate }),
    taxableAmount: amount,
    taxAmount: ZERO,
  }));
  return join([], parts, 1).map((group): VatGroup => {
    const { taxableAmount: amount, rate = ZERO } = group;
    const taxAmount = isWithVat ? vatWithin(amount, rate) : round2(amount.times(rate).div(100));
    return { ...group, taxableAmount: isWithVat ? amount.minus(taxAmount) : amount, taxAmount };
  });
}

const defined = (members: CanonicalJson): CanonicalJson =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Names as in JSON. */
function named(value: unknown): unknown {
  if (value instanceof Decimal) return jsonOf(value);
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      inner === undefined ? [] : [[snakeCase(name), named(inner)]],
    ),
  );
}
