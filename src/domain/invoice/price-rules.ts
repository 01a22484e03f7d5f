import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice, Line, VatCategory } from './canonical.ts';
import { itemsWhere, type MemberRule } from './placed.ts';
import { isCounted } from './line-types.ts';
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
    message: say('invoice.line-needs-price'),
    fix: say('invoice.add-unit-price-price-of-one-unit-without'),
    // A refused line does not matter: this one has no price in any case.
    broken: (invoice) =>
      judgeOr(() => hasPricesWithVat(invoice), false)
        ? []
        : itemsWhere(
            'lines',
            'unit_price',
            invoice.lines,
            (line) => isCounted(line) && (line.unitPrice ?? line.unitPriceWithVat) === undefined,
          ),
  },
  {
    message: say('invoice.either-all-lines-have-prices-with-vat-or'),
    fix: say('invoice.on-every-line-state-unit-price-with-vat'),
    broken: withVatWhere(
      'unit_price_with_vat',
      ({ unitPrice, unitPriceWithVat }) => unitPriceWithVat === undefined || unitPrice !== undefined,
    ),
  },
  {
    message: say('invoice.price-with-vat-cannot-be-combined-with-gross'),
    fix: say('invoice.leave-gross-price-and-price-discount-out-state'),
    broken: withVatWhere(
      'unit_price_with_vat',
      ({ grossPrice, priceDiscount }) => (grossPrice ?? priceDiscount) !== undefined,
    ),
  },
  {
    message: say('invoice.only-lines-of-category-s-z-or-e'),
    fix: say('invoice.state-unit-price-or-correct-vat-category'),
    broken: withVatWhere('vat_category', ({ vatCategory = 'S' }) => !PRICED_WITH_VAT.has(vatCategory)),
  },
  {
    message: say('invoice.allowances-and-charges-of-whole-invoice-are-without'),
    fix: say('invoice.state-them-in-allowances-and-charges-of-lines'),
    broken: (invoice) =>
      hasPricesWithVat(invoice)
        ? (['allowances', 'charges'] as const).filter((list) => invoice[list].length > 0)
        : [],
  },
];
