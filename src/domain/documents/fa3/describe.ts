import type { CompleteInvoice } from '../../invoice/en16931.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { ADJUSTMENT_KEYS, adjustmentText } from './adjustment-texts.ts';
import { termsIn } from './cash-discount.ts';
import { type Description, DESCRIPTIONS, LINE_DESCRIPTIONS } from './descriptions.ts';
import { type Fa3Element, group, leaf, number, type Origin, token } from './element.ts';
import type { SignFlip } from './kinds.ts';
import { type Fa3Line, flipOfLine } from './lines.ts';
import { identifiesBuyer, isPersonal } from './tax-ids.ts';

/** Keys outside of the tables: they need more than the term's value. */
export const TERMS_KEY = 'Warunki płatności';
export const BUYER_TAX_NUMBER_KEY = 'Numer podatkowy nabywcy';

/** DodatkowyOpis: contents without another place in FA(3), of the invoice and then of its lines. */
export const descriptions = (
  invoice: CompleteInvoice,
  lines: readonly Fa3Line[],
  flip: SignFlip,
): readonly (Fa3Element | undefined)[] => [
  ...DESCRIPTIONS.flatMap((one) => describe(one, invoice, invoice, [])),
  pair(TERMS_KEY, termsIn(invoice.paymentTerms).text, { term: 'BT-20' }),
  identifiesBuyer('taxNumber', invoice) ||
  isPersonal(invoice.extensions.buyerTaxNumber, invoice.buyer.address?.country)
    ? undefined
    : pair(BUYER_TAX_NUMBER_KEY, invoice.extensions.buyerTaxNumber, { field: 'buyer.tax_number' }),
  ...lines.flatMap((line) => ofLine(line, invoice, flipOfLine(line, flip))),
];

function ofLine(
  { number: position, line, index, key, adjustment, terms, indices }: Fa3Line,
  invoice: CompleteInvoice,
  flip: SignFlip,
) {
  if (adjustment && key !== undefined) {
    // The reason is its name (P_7), so it is left out here.
    const text = adjustmentText({ ...adjustment, reason: undefined }, flip);
    return [pair(key, text, { term: terms?.[0] ?? '', indices }, position)];
  }
  if (!line || index === undefined) return [];
  return [
    ...LINE_DESCRIPTIONS.flatMap((one) => describe(one, line, invoice, [index], position)),
    ...line.allowances.map((one, inner) =>
      pair(
        ADJUSTMENT_KEYS.lineAllowance,
        adjustmentText(one, flip),
        { term: 'BT-139', indices: [index, inner] },
        position,
      ),
    ),
  ];
}

type Members = Readonly<Record<string, unknown>>;

/**
 * One pair for each value of the term.
 * @param from the object at which the way to it begins.
 */
function describe(
  { key, term, way, besides, unless }: Description,
  from: object,
  invoice: CompleteInvoice,
  around: readonly number[],
  line?: number,
): readonly (Fa3Element | undefined)[] {
  return entriesOf(from as Members, way, around).map(({ entry, indices }) => {
    const value = textOf(entry[way.at(-1) ?? '']);
    if (value === undefined || unless?.(invoice, entry)) return undefined;
    const beside = besides.map((one) => textOf(entry[one])).filter((text) => text !== undefined);
    const shown = beside.length === 0 ? key : `${key} (${beside.join(' ')})`;
    return pair(shown, value, { term, indices }, line);
  });
}

interface Entry {
  readonly entry: Members;
  readonly indices: readonly number[];
}

/** The objects that may hold the value: every entry of a list on the way. */
function entriesOf(
  from: Members,
  [step = '', ...rest]: readonly string[],
  indices: readonly number[],
): readonly Entry[] {
  if (rest.length === 0) return [{ entry: from, indices }];
  const next = from[step.endsWith('[]') ? step.slice(0, -2) : step];
  if (next === undefined) return [];
  if (!Array.isArray(next)) return entriesOf(next as Members, rest, indices);
  return (next as readonly Members[]).flatMap((entry, index) => entriesOf(entry, rest, [...indices, index]));
}

const textOf = (value: unknown): string | undefined =>
  value instanceof Decimal
    ? number(value)
    : typeof value === 'string' && token(value) !== ''
      ? value
      : undefined;

const pair = (
  key: string,
  value: string | undefined,
  origin: Origin,
  line?: number,
): Fa3Element | undefined =>
  value === undefined || token(value) === ''
    ? undefined
    : group(
        'DodatkowyOpis',
        line === undefined ? undefined : leaf('NrWiersza', String(line)),
        leaf('Klucz', key, origin),
        leaf('Wartosc', value, origin),
      );
