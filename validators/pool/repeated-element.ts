import type { RepeatedElement } from '../vocabulary/layer.ts';
import type { Document } from '../engine/xml/document.ts';
import { locate } from '../engine/xml/location.ts';

const TOTALS = 'SpecifiedTradeSettlementHeaderMonetarySummation';

/** By parent and element: what the schema of CII lets occur again, and EN 16931 allows once. Several of it, and the remedy. */
const ONCE: Readonly<Record<string, readonly [several: string, remedy: string]>> = {
  'GrossPriceProductTradePrice/AppliedTradeAllowanceCharge': [
    'price discounts (BT-147)',
    'State one price discount, the sum of them.',
  ],
  [`${TOTALS}/LineTotalAmount`]: ['sums of the lines (BT-106)', 'Keep the right one.'],
  [`${TOTALS}/AllowanceTotalAmount`]: ['sums of allowances (BT-107)', 'Keep the right one.'],
  [`${TOTALS}/ChargeTotalAmount`]: ['sums of charges (BT-108)', 'Keep the right one.'],
  [`${TOTALS}/TaxBasisTotalAmount`]: ['totals without VAT (BT-109)', 'Keep the right one.'],
  [`${TOTALS}/GrandTotalAmount`]: ['totals with VAT (BT-112)', 'Keep the right one.'],
  [`${TOTALS}/TotalPrepaidAmount`]: ['paid amounts (BT-113)', 'State their sum once.'],
  [`${TOTALS}/RoundingAmount`]: ['rounding amounts (BT-114)', 'State their sum once.'],
  [`${TOTALS}/DuePayableAmount`]: ['amounts due (BT-115)', 'Keep the right one.'],
  'SellerTradeParty/URIUniversalCommunication': [
    'electronic addresses of the seller (BT-34)',
    'Keep one of them.',
  ],
  'BuyerTradeParty/URIUniversalCommunication': [
    'electronic addresses of the buyer (BT-49)',
    'Keep one of them.',
  ],
  'ApplicableHeaderTradeSettlement/SpecifiedTradePaymentTerms': [
    'groups of payment terms (BT-20)',
    'Join them in one text, with one due date.',
  ],
  'SpecifiedLineTradeSettlement/ApplicableTradeTax': ['VAT groups of a line (BG-30)', 'Split the line.'],
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
