import { type Decimal, ZERO, round2, sum } from 'en16931-rules/vocabulary/decimal.ts';
import type { CanonicalInvoice } from './canonical.ts';
import type { ReceivedPayment } from './en16931.ts';
import { vatGroupKey } from './placed.ts';
import { vatWithin } from './prices-with-vat.ts';
import type { VatGroup } from './vat-group.ts';

/** The role of the invoice for a payment before the supply. */
export type AdvanceRole = 'advance' | 'advance-correction' | 'final' | 'final-correction';

const ADVANCE = '386';
const CORRECTIONS: ReadonlySet<string> = new Set(['381', '384']);

export const isCorrectionType = (typeCode: string): boolean => CORRECTIONS.has(typeCode);

/** The members that decide the role, in the canonical form or in the model. */
export interface AdvanceFacts {
  readonly typeCode: string;
  readonly precedingTypeCodes: readonly (string | undefined)[];
  readonly hasAdvanceInvoices: boolean;
}

export function advanceRole(facts: AdvanceFacts): AdvanceRole | undefined {
  const { typeCode, precedingTypeCodes, hasAdvanceInvoices } = facts;
  if (typeCode === ADVANCE) return 'advance';
  const isCorrection = isCorrectionType(typeCode);
  if (isCorrection && precedingTypeCodes.includes(ADVANCE)) return 'advance-correction';
  if (!hasAdvanceInvoices) return undefined;
  return isCorrection ? 'final-correction' : 'final';
}

export const advanceFacts = ({
  invoice,
  precedingInvoices,
  advanceInvoices,
}: CanonicalInvoice): AdvanceFacts => ({
  typeCode: invoice.typeCode,
  precedingTypeCodes: precedingInvoices.map(({ typeCode }) => typeCode),
  hasAdvanceInvoices: advanceInvoices.length > 0,
});

/** Received with the invoice; on a correction the difference. */
export const receivedWith = ({ pl }: CanonicalInvoice): Decimal =>
  round2(sum((pl?.paymentsReceived ?? []).map(({ amount }) => amount)));

/** An order by category and rate, with VAT. */
export interface OrderPart {
  readonly group: Pick<VatGroup, 'category' | 'rate'>;
  readonly withVat: Decimal;
}

/** One part for each category and rate, in order of first appearance. */
export function orderParts(lines: readonly OrderPart[]): readonly OrderPart[] {
  const parts = new Map<string, OrderPart>();
  for (const { group, withVat } of lines) {
    const key = vatGroupKey(group.category, group.rate);
    parts.set(key, { group, withVat: (parts.get(key)?.withVat ?? ZERO).plus(withVat) });
  }
  return [...parts.values()];
}

export const orderTotal = (order: readonly OrderPart[]): Decimal => sum(order.map(({ withVat }) => withVat));

/** The received amount, shared in proportion of the order; the last part takes the rest (art. 106f (1) of the Polish VAT act). */
export function splitOver(order: readonly OrderPart[], received: Decimal): readonly VatGroup[] {
  const total = orderTotal(order);
  let rest = received;
  return order.map(({ group, withVat }, index) => {
    const isLast = index === order.length - 1;
    const part = isLast || total.isZero() ? rest : round2(received.times(withVat).div(total));
    rest = rest.minus(part);
    const taxAmount = vatWithin(part, group.rate);
    return { ...group, taxableAmount: part.minus(taxAmount), taxAmount };
  });
}

/** @param sign 1 adds, -1 subtracts. */
export function join(
  groups: readonly VatGroup[],
  others: readonly VatGroup[],
  sign: 1 | -1,
): readonly VatGroup[] {
  const known = new Map(groups.map((group) => [vatGroupKey(group.category, group.rate), group]));
  for (const other of others) {
    const key = vatGroupKey(other.category, other.rate);
    const { taxableAmount = ZERO, taxAmount = ZERO } = known.get(key) ?? {};
    known.set(key, {
      ...other,
      taxableAmount: taxableAmount.plus(other.taxableAmount.times(sign)),
      taxAmount: taxAmount.plus(other.taxAmount.times(sign)),
    });
  }
  return [...known.values()];
}

/** The amounts that the advance invoices charged. */
export const chargedBefore = ({
  advanceInvoices,
}: Pick<CanonicalInvoice, 'advanceInvoices'>): readonly VatGroup[] =>
  join(
    [],
    advanceInvoices.flatMap(({ vatBreakdown }) =>
      vatBreakdown.map(({ vatCategory, vatRate, taxableAmount, vatAmount }) => ({
        category: vatCategory,
        ...(vatRate && vatCategory !== 'O' && { rate: vatRate }),
        taxableAmount: round2(taxableAmount),
        taxAmount: round2(vatAmount),
      })),
    ),
    1,
  );

/** Zlotys for one unit, over all payments: their VAT is in proportion of their amounts. */
export function rateOfPayments(
  payments: readonly ReceivedPayment[],
  invoiceRate: Decimal | undefined,
): Decimal | undefined {
  if (payments.every(({ exchangeRate }) => exchangeRate === undefined)) return invoiceRate;
  const total = sum(payments.map(({ amount }) => amount));
  if (total.isZero()) return invoiceRate;
  const rated = payments.map(({ amount, exchangeRate }) => amount.times(exchangeRate ?? invoiceRate ?? ZERO));
  return sum(rated).div(total);
}
