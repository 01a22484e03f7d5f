import type { CanonicalInvoice, Line, VatCategory } from './canonical.ts';
import { itemsWhere, type MemberRule } from './placed.ts';
import { hasPricesWithVat } from './prices-with-vat.ts';
import { judgeOr } from './unjudged.ts';

/** In an invoice with prices with VAT, the lines for which the condition holds. */
const withVatWhere =
  (member: string, condition: (line: Line) => boolean): MemberRule['broken'] =>
  (invoice: CanonicalInvoice) =>
    hasPricesWithVat(invoice) ? itemsWhere('lines', member, invoice.lines, condition) : [];

/** Categories in which a price with VAT states the VAT in it (art. 106e (7) of the Polish VAT act). */
const PRICED_WITH_VAT: ReadonlySet<VatCategory> = new Set(['S', 'Z', 'E']);

/** Rules on prices with VAT, which are on every line or on none. */
export const PRICE_RULES: readonly MemberRule[] = [
  {
    message: 'A line needs a price.',
    fix: 'Add unit_price, the price of one unit without VAT.',
    // A refused line does not matter: this one has no price in any case.
    broken: (invoice) =>
      judgeOr(() => hasPricesWithVat(invoice), false)
        ? []
        : itemsWhere(
            'lines',
            'unit_price',
            invoice.lines,
            ({ unitPrice, unitPriceWithVat }) => (unitPrice ?? unitPriceWithVat) === undefined,
          ),
  },
  {
    message: 'Either all lines have prices with VAT, or no line has.',
    fix: 'On every line, state unit_price_with_vat and no unit_price, or state unit_price on every line.',
    broken: withVatWhere(
      'unit_price_with_vat',
      ({ unitPrice, unitPriceWithVat }) => unitPriceWithVat === undefined || unitPrice !== undefined,
    ),
  },
  {
    message:
      'A price with VAT cannot be combined with gross_price and price_discount, because these are without VAT.',
    fix: 'Leave gross_price and price_discount out. State a discount in allowances of the line, with VAT.',
    broken: withVatWhere(
      'unit_price_with_vat',
      ({ grossPrice, priceDiscount }) => (grossPrice ?? priceDiscount) !== undefined,
    ),
  },
  {
    message: 'Only lines of category S, Z or E have prices with VAT.',
    fix: 'State unit_price, or correct the VAT category.',
    broken: withVatWhere('vat_category', ({ vatCategory }) => !PRICED_WITH_VAT.has(vatCategory)),
  },
  {
    message: 'Allowances and charges of the whole invoice are without VAT, but the prices are with VAT.',
    fix: 'State them in allowances and charges of the lines, with VAT.',
    broken: (invoice) =>
      hasPricesWithVat(invoice)
        ? (['allowances', 'charges'] as const).filter((list) => invoice[list].length > 0)
        : [],
  },
];
