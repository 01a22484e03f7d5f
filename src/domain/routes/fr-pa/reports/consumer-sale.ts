import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { sign } from '../../../invoice/line-amounts.ts';
import { computeAmounts } from '../../../invoice/totals.ts';
import type { VatGroup } from '../../../invoice/vat-group.ts';
import { type Decimal, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { isFrench } from '../../../vocabulary/territory.ts';
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
    kind: '10.3',
    part: 'sales',
    day,
    category,
    amounts,
    // An invoice of goods and services is one transaction.
    count: index === 0 ? count : 0,
  }));
}

function partsOf(invoice: CanonicalInvoice): readonly Part[] {
  const { vatGroups } = computeAmounts(invoice);
  const divide = divideBy(invoice, (line) => kindOf(line.itemKind, invoice));
  const isAbroad = isSoldAbroad(invoice) && vatGroups.some(({ rate }) => rate && isForeign(rate));
  return reportedGroups(invoice, vatGroups).flatMap((group) =>
    isAbroad || group.rate === undefined || group.rate.isZero() ? [notTaxed(group)] : divide(group),
  );
}

/** The consumer is abroad, or the goods go there: another country may tax the sale (CGI, articles 258 A and 259 B). */
export const isSoldAbroad = ({ buyer, delivery }: CanonicalInvoice): boolean =>
  [buyer.address.country, delivery?.address?.country].some(
    (country) => country !== undefined && !isFrench(country),
  );

/** A report may state these, but nothing has them today. */
const FORMER_RATES: ReadonlySet<string> = new Set(['7', '9.2', '9.6', '19.6', '20.6']);

/** The rate of another country: then it taxes the whole invoice, also at rates that France has, too. */
const isForeign = (rate: Decimal): boolean =>
  !FRENCH_RATES.has(plainRate(rate)) || FORMER_RATES.has(plainRate(rate));

/** No rate, no VAT: that of another country is none of the report's. */
const notTaxed = ({ taxableAmount: net }: VatGroup): Part => ({ category: 'not_taxed', net, vat: ZERO });

/** As the line says, else the letter of BT-23. */
function kindOf(
  itemKind: 'goods' | 'services' | undefined,
  { invoice: { businessProcess } }: CanonicalInvoice,
): Taxed {
  return itemKind ?? (businessProcess?.startsWith('S') ? 'services' : 'goods');
}
