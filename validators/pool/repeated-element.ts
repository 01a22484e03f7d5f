import { type Message, say } from '../vocabulary/message.ts';
import type { RepeatedElement } from '../vocabulary/layer.ts';
import type { Document } from '../engine/xml/document.ts';
import { locate } from '../engine/xml/location.ts';

const TOTALS = 'SpecifiedTradeSettlementHeaderMonetarySummation';

/** By parent and element: what the schema of CII lets occur again, and EN 16931 allows once. Several of it, and the remedy. */
const ONCE: Readonly<Record<string, readonly [several: Message, remedy: Message]>> = {
  'GrossPriceProductTradePrice/AppliedTradeAllowanceCharge': [
    say('pool.price-discounts-bt-147'),
    say('pool.state-one-price-discount-sum-of'),
  ],
  [`${TOTALS}/LineTotalAmount`]: [say('pool.sums-of-lines-bt-106'), say('pool.keep-right-one')],
  [`${TOTALS}/AllowanceTotalAmount`]: [say('pool.sums-of-allowances-bt-107'), say('pool.keep-right-one')],
  [`${TOTALS}/ChargeTotalAmount`]: [say('pool.sums-of-charges-bt-108'), say('pool.keep-right-one')],
  [`${TOTALS}/TaxBasisTotalAmount`]: [say('pool.totals-without-vat-bt-109'), say('pool.keep-right-one')],
  [`${TOTALS}/GrandTotalAmount`]: [say('pool.totals-with-vat-bt-112'), say('pool.keep-right-one')],
  [`${TOTALS}/TotalPrepaidAmount`]: [say('pool.paid-amounts-bt-113'), say('pool.state-their-sum-once')],
  [`${TOTALS}/RoundingAmount`]: [say('pool.rounding-amounts-bt-114'), say('pool.state-their-sum-once')],
  [`${TOTALS}/DuePayableAmount`]: [say('pool.amounts-due-bt-115'), say('pool.keep-right-one')],
  'SellerTradeParty/URIUniversalCommunication': [
    say('pool.electronic-addresses-of-seller-bt-34'),
    say('pool.keep-one-of-them'),
  ],
  'BuyerTradeParty/URIUniversalCommunication': [
    say('pool.electronic-addresses-of-buyer-bt-49'),
    say('pool.keep-one-of-them'),
  ],
  'ApplicableHeaderTradeSettlement/SpecifiedTradePaymentTerms': [
    say('pool.groups-of-payment-terms-bt-20'),
    say('pool.join-them-in-one-text-with'),
  ],
  'SpecifiedLineTradeSettlement/ApplicableTradeTax': [
    say('pool.vat-groups-of-line-bg-30'),
    say('pool.split-line'),
  ],
};

/**
 * The first element that occurs several times where a rule reads one.
 * @param context place of the node that the rule was about.
 */
export function repeatedElement(document: Document, context: string): RepeatedElement | undefined {
  for (let node = 1; node < document.count; node += 1) {
    if (document.nextSame[node] === 0) continue;
    const [several, remedy] =
      ONCE[`${document.localNameOf(document.parentOf(node))}/${document.localNameOf(node)}`] ?? [];
    if (several === undefined || remedy === undefined) continue;
    const location = locate(document, node);
    if (!location.xpath.startsWith(`${context}/`)) continue;
    let count = 1;
    for (let next = document.nextSame[node]!; next !== 0; next = document.nextSame[next]!) count += 1;
    return { location, count, several, remedy };
  }
  return undefined;
}
