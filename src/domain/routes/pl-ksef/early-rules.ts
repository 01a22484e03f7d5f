import { say } from 'en16931-rules/vocabulary/message.ts';
import { nipIn, regionOf } from '../../documents/fa3/tax-ids.ts';
import { statedKind } from '../../documents/fa3/kinds.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { usedVatCategories } from '../../invoice/placed.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';

/**
 * Rules of EN 16931 that Polish law shares, although FA(3) is no syntax of it: an untaxed line has no rate, and a period ends after its
 * begin.
 */
export const SHARED_WITH_POLAND: ReadonlySet<string> = new Set([
  ...['BR-29', 'BR-30'],
  ...['Z', 'E', 'AE', 'IC', 'G', 'O'].flatMap((category) => [
    `BR-${category}-05`,
    `BR-${category}-06`,
    `BR-${category}-07`,
  ]),
]);

const hasNumber = ({ buyer }: CanonicalInvoice): boolean =>
  (buyer.vatId ?? buyer.taxNumber ?? buyer.companyId) !== undefined;

/** A row: the requirement on the buyer's number, and its condition. */
const aboutBuyer = (
  rule: Pick<EarlyRule, 'id' | 'title' | 'fix'>,
  applies: (invoice: CanonicalInvoice) => boolean,
  holds: (invoice: CanonicalInvoice) => boolean,
): EarlyRule => ({
  ...rule,
  source: 'KSeF',
  term: 'BT-48',
  broken: (invoice) => {
    if (!applies(invoice) || holds(invoice)) return [];
    const fault = invoice.buyer.vatId === undefined ? 'missing' : 'wrong';
    return [{ field: 'buyer.vat_id', term: 'BT-48', fault }];
  },
});

/** A new means of transport is an intra-Community supply to anybody, a consumer too (art. 13 (2) (3) of the VAT act). */
function suppliesOnlyNewTransport({ lines }: CanonicalInvoice): boolean {
  const supplied = lines.filter(({ vatCategory }) => vatCategory === 'K');
  return supplied.length > 0 && supplied.every(({ pl }) => (pl?.newTransport ?? []).length > 0);
}

const uses =
  (category: 'K' | 'AE') =>
  (invoice: CanonicalInvoice): boolean =>
    usedVatCategories(invoice).has(category);

/** Polish requirements beyond the schema of FA(3). */
export const POLISH_RULES: readonly EarlyRule[] = [
  aboutBuyer(
    {
      id: 'EI-FA3-UNION-BUYER',
      title: say('routes-pl-ksef.buyer-of-intra-community-supply-has-no-vat'),
      fix: say('routes-pl-ksef.enter-buyer-s-vat-number-for-union-such'),
    },
    uses('K'),
    (invoice) =>
      regionOf(invoice.buyer) === 'EU' &&
      (invoice.buyer.vatId !== undefined || suppliesOnlyNewTransport(invoice)),
  ),
  aboutBuyer(
    {
      id: 'EI-FA3-CHARGED-BUYER',
      title: say('routes-pl-ksef.buyer-who-must-pay-vat-has-no-tax'),
      fix: say('routes-pl-ksef.enter-buyer-s-vat-number-in-poland-pl'),
    },
    uses('AE'),
    hasNumber,
  ),
  aboutBuyer(
    {
      id: 'EI-FA3-BILLING-BUYER',
      title: say('routes-pl-ksef.buyer-writes-invoice-but-has-no-nip-under'),
      fix: say('routes-pl-ksef.EI-FA3-BUYER-UNSEEN.hint'),
    },
    (invoice) => statedKind(invoice).selfBilled,
    ({ buyer }) => nipIn(buyer.vatId) !== undefined || nipIn(buyer.taxNumber) !== undefined,
  ),
];
