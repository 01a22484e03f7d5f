import type { CanonicalInvoice, Line } from '../../../invoice/canonical.ts';
import { countedOf, sign } from '../../../invoice/line-amounts.ts';
import { vatGroupKey } from '../../../invoice/placed.ts';
import { computeAmounts } from '../../../invoice/totals.ts';
import type { VatGroup } from '../../../invoice/vat-group.ts';
import { type Decimal, round2, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import type { Category } from './entries.ts';

export type Taxed = Extract<Category, 'goods' | 'services'>;

export interface Part {
  readonly category: Category;
  readonly rate?: Decimal | undefined;
  readonly net: Decimal;
  readonly vat: Decimal;
}

/** Divides a group of the VAT breakdown among goods and services in proportion of its lines; the last part takes the rest. */
export function divideBy(
  invoice: CanonicalInvoice,
  kindOf: (line: Line) => Taxed,
): (group: VatGroup) => readonly Part[] {
  const sums = new Map<string, Map<Taxed, Decimal>>();
  for (const { line, netAmount, isNegative } of countedOf(computeAmounts(invoice).lines)) {
    const key = vatGroupKey(line.vatCategory, line.vatCategory === 'O' ? undefined : line.vatRate);
    const kinds = sums.get(key) ?? new Map<Taxed, Decimal>();
    const kind = kindOf(line);
    sums.set(key, kinds.set(kind, (kinds.get(kind) ?? ZERO).plus(sign(netAmount, isNegative))));
  }
  return (group) =>
    divide(group, [...(sums.get(vatGroupKey(group.category, group.rate)) ?? [['goods', ZERO] as const])]);
}

function divide(
  { rate, taxableAmount, taxAmount }: VatGroup,
  kinds: readonly (readonly [Taxed, Decimal])[],
): readonly Part[] {
  const all = kinds.reduce((sum, [, amount]) => sum.plus(amount), ZERO);
  let [net, vat] = [taxableAmount, taxAmount];
  return kinds.map(([category, amount], index) => {
    const isLast = index === kinds.length - 1;
    const share = (of: Decimal): Decimal => (all.isZero() ? ZERO : round2(of.times(amount).div(all)));
    const part = {
      category,
      rate,
      net: isLast ? net : share(taxableAmount),
      vat: isLast ? vat : share(taxAmount),
    };
    [net, vat] = [net.minus(part.net), vat.minus(part.vat)];
    return part;
  });
}
