import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { sign } from '../../../invoice/line-amounts.ts';
import { computeAmounts } from '../../../invoice/totals.ts';
import type { VatGroup } from '../../../invoice/vat-group.ts';
import { ZERO } from '../../../vocabulary/decimal.ts';
import { type Category, type DaySales, FRENCH_RATES, plainRate, type RateAmounts } from './entries.ts';
import { divideBy, type Part, type Taxed } from './kinds.ts';
import { reportedGroups } from './not-reported.ts';

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

function partsOf(invoice: CanonicalInvoice): readonly Part[] {
  const divide = divideBy(invoice, (line) => kindOf(line.itemKind, invoice));
  return reportedGroups(invoice, computeAmounts(invoice).vatGroups).flatMap((group) =>
    isTaxedInFrance(group) ? divide(group) : [notTaxed(group)],
  );
}

/** Distance sales that another country taxes have its rate (CGI, articles 258 A and 259 B). */
const isTaxedInFrance = ({ rate }: VatGroup): boolean =>
  rate !== undefined && !rate.isZero() && FRENCH_RATES.has(plainRate(rate));

/** No rate, no VAT: that of another country is none of the report's. */
const notTaxed = ({ taxableAmount: net }: VatGroup): Part => ({ category: 'not_taxed', net, vat: ZERO });

/** As the line says, else the letter of BT-23. */
export function kindOf(
  itemKind: 'goods' | 'services' | undefined,
  { invoice: { businessProcess } }: CanonicalInvoice,
): Taxed {
  return itemKind ?? (businessProcess?.startsWith('S') ? 'services' : 'goods');
}
