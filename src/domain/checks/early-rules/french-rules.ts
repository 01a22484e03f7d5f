import type { CanonicalInvoice, Line } from '../../invoice/canonical.ts';
import { looksLikeSiren } from '../../invoice/french-numbers.ts';
import type { Decimal } from '../../vocabulary/decimal.ts';
import type { Breach, EarlyRule } from './early-rule.ts';

type Number = (line: Line) => Decimal | undefined;

const tooExact = (
  { lines }: CanonicalInvoice,
  member: string,
  term: string,
  places: number,
  value: Number,
): readonly Breach[] =>
  lines.flatMap((line, index) =>
    (value(line)?.decimalPlaces() ?? 0) > places
      ? [{ field: `lines[${index}].${member}`, term, fault: 'wrong' as const }]
      : [],
  );

/** Between two companies of France, asked whether or not a note says that they are (BAR). */
const BUYER_SIREN: EarlyRule = {
  id: 'BR-FR-11',
  source: 'BR-FR',
  term: 'BT-47',
  title: 'The buyer has no SIREN (BT-47), which an invoice between companies of France needs',
  fix: "Enter the buyer's SIREN, nine digits, in company_id, or a French VAT number that ends with it.",
  broken: ({ seller, buyer }) =>
    seller.address.country !== 'FR' || buyer.address.country !== 'FR' || looksLikeSiren(buyer.companyId)
      ? []
      : [
          {
            field: 'buyer.company_id',
            term: 'BT-47',
            fault: buyer.companyId === undefined ? 'missing' : 'wrong',
          },
        ],
};

const QUANTITY: EarlyRule = {
  id: 'BR-FR-DEC-02',
  source: 'BR-FR',
  term: 'BT-129',
  title: 'A quantity (BT-129) has more than four decimals',
  fix: 'Enter at most four decimals, or another unit.',
  broken: (invoice) => tooExact(invoice, 'quantity', 'BT-129', 4, (line) => line.quantity),
};

const PRICE: EarlyRule = {
  id: 'BR-FR-DEC-03',
  source: 'BR-FR',
  term: 'BT-146',
  title: 'A price (BT-146, BT-148) has more than six decimals',
  fix: 'Enter at most six decimals, or a price for a larger quantity in price_base_quantity.',
  broken: (invoice) => [
    ...tooExact(invoice, 'unit_price', 'BT-146', 6, (line) => line.unitPrice),
    ...tooExact(invoice, 'gross_price', 'BT-148', 6, (line) => line.grossPrice),
  ],
};

/** What France asks of an invoice that is seen in the canonical form. */
export const FRENCH_RULES: readonly EarlyRule[] = [BUYER_SIREN, QUANTITY, PRICE];
