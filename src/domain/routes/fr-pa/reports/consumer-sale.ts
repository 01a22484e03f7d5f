import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { sign } from '../../../invoice/line-amounts.ts';
import { vatGroupKey } from '../../../invoice/placed.ts';
import { computeAmounts } from '../../../invoice/totals.ts';
import type { VatGroup } from '../../../invoice/vat-group.ts';
import { type Decimal, round2, ZERO } from '../../../vocabulary/decimal.ts';
import { reportedGroups } from './not-reported.ts';
import { type Category, type DaySales, plainRate, type RateAmounts } from './entries.ts';

type Taxed = Extract<Category, 'goods' | 'services'>;

/** A sale to a consumer, for the sums of its day (10.3): one entry for each category. A credit note takes off the sums. */
export function consumerSales(invoice: CanonicalInvoice): readonly DaySales[] {
  const { issueDate, taxPointDate, typeCode } = invoice.invoice;
  const isCredit = typeCode === '381';
  const parts = new Map<Category, RateAmounts[]>();
  for (const { category, ...amounts } of partsOf(invoice)) {
    const rate = plainRate(amounts.rate ?? '0');
    const [net, vat] = [amounts.net, amounts.vat].map((amount) => sign(amount, isCredit).toFixed(2));
    parts.set(category, [...(parts.get(category) ?? []), { rate, net: net!, vat: vat! }]);
  }
  const day = taxPointDate ?? issueDate;
  // A credit note is no transaction of its day.
  const count = isCredit ? 0 : 1;
  return [...parts].map(([category, amounts], index) => ({
    ...{ kind: '10.3', part: 'sales', day, category, amounts },
    // An invoice of goods and services is one transaction.
    count: index === 0 ? count : 0,
  }));
}

interface Part {
  readonly category: Category;
  readonly rate?: Decimal | undefined;
  readonly net: Decimal;
  readonly vat: Decimal;
}

/** The VAT breakdown, each group divided among goods and services in proportion of its lines; the last part takes the rest. */
function partsOf(invoice: CanonicalInvoice): readonly Part[] {
  const { lines, vatGroups } = computeAmounts(invoice);
  const sums = new Map<string, Map<Taxed, Decimal>>();
  for (const { line, netAmount, isNegative } of lines) {
    const key = vatGroupKey(line.vatCategory, line.vatCategory === 'O' ? undefined : line.vatRate);
    const kinds = sums.get(key) ?? new Map<Taxed, Decimal>();
    const kind = kindOf(line.itemKind, invoice);
    sums.set(key, kinds.set(kind, (kinds.get(kind) ?? ZERO).plus(sign(netAmount, isNegative))));
  }
  return reportedGroups(invoice, vatGroups).flatMap((group) => {
    const rate = group.rate;
    // Not taxed in France: no rate, no VAT.
    if (rate === undefined || rate.isZero())
      return [{ category: 'not_taxed' as const, rate, net: group.taxableAmount, vat: group.taxAmount }];
    return divide(group, [...(sums.get(vatGroupKey(group.category, rate)) ?? [['goods', ZERO] as const])]);
  });
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

/** As the line says, else the letter of BT-23. */
export function kindOf(
  itemKind: 'goods' | 'services' | undefined,
  { invoice: { businessProcess } }: CanonicalInvoice,
): Taxed {
  return itemKind ?? (businessProcess?.startsWith('S') ? 'services' : 'goods');
}
