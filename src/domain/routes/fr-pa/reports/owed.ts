import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { computeAmounts } from '../../../invoice/totals.ts';
import type { VatGroup } from '../../../invoice/vat-group.ts';
import { Decimal, round2, sum, ZERO } from 'en16931-rules/vocabulary/decimal.ts';
import { byRate, type DaySales, type OwedAmount, plainRate, total } from './entries.ts';
import { divideBy } from './kinds.ts';
import { reportedGroups } from './not-reported.ts';

/** The buyer owes the VAT (AE, K), or it is not owed in France (G, O): payments of these are not reported (CGI, article 290 A). */
const NOT_DUE_FROM_SELLER: ReadonlySet<string> = new Set(['AE', 'K', 'G', 'O']);

/** What the buyer of an invoice owes, by VAT rate. Of a credit note nothing. */
export function owedFor(invoice: CanonicalInvoice): readonly OwedAmount[] {
  if (invoice.invoice.typeCode === '381') return [];
  // A line that does not say what it is may be a service: the caller states payments of such a sale knowingly.
  const isOfGoods = invoice.invoice.businessProcess?.startsWith('B') === true;
  const divide = divideBy(invoice, ({ itemKind }) => itemKind ?? (isOfGoods ? 'goods' : 'services'));
  const { vatGroups } = computeAmounts(invoice);
  const reported = new Set(reportedGroups(invoice, vatGroups));
  const servicesIn = (group: VatGroup): Decimal => {
    if (!reported.has(group) || NOT_DUE_FROM_SELLER.has(group.category)) return ZERO;
    const services = divide(group).filter(({ category }) => category === 'services');
    return sum(services.map(({ net, vat }) => net.plus(vat)));
  };
  const share = shareDue(invoice);
  const due = (amount: Decimal): string => round2(amount.times(share)).toFixed(2);
  return addOwed(
    vatGroups.map((group) => ({
      rate: plainRate(group.rate ?? '0'),
      services: due(servicesIn(group)),
      whole: due(group.taxableAmount.plus(group.taxAmount)),
    })),
  );
}

/** A final invoice states the whole supply, and its advances have payments of their own. */
function shareDue(invoice: CanonicalInvoice): Decimal {
  const { withVat, due, prepaid } = computeAmounts(invoice).totals;
  const isFinal = invoice.invoice.businessProcess?.endsWith('4') === true;
  return isFinal && prepaid !== undefined && !withVat.isZero() ? due.div(withVat) : new Decimal(1);
}

/** Of the sums of a day. */
export const owedIn = (sales: readonly DaySales[]): readonly OwedAmount[] =>
  addOwed(
    sales.flatMap(({ category, amounts }) =>
      amounts.map(({ rate, net, vat }) => {
        const whole = new Decimal(net).plus(vat).toFixed(2);
        return { rate, whole, services: category === 'services' ? whole : '0' };
      }),
    ),
  );

const addOwed = (amounts: readonly OwedAmount[]): readonly OwedAmount[] =>
  byRate(amounts).map(([rate, some]) => ({
    rate,
    services: total(some.map(({ services }) => services)),
    whole: total(some.map(({ whole }) => whole)),
  }));
