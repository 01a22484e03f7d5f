import { identificationOf, regionOf } from '../../documents/fa3/tax-ids.ts';
import type { Finding } from '../../findings/finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { adapt, type Completion, inTurn, withMembers } from '../../invoice/completions/completion.ts';
import { processLeftOut } from '../../invoice/completions/left-out.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import { Decimal } from '../../vocabulary/decimal.ts';

type PolishMarks = NonNullable<CanonicalInvoice['pl']>;

/** Above this total with VAT, in zlotys, supplies of annex 15 are paid by split payment (art. 108a of the VAT act). */
const SPLIT_PAYMENT_FROM = new Decimal(15_000);

const mark = (invoice: CanonicalInvoice, marks: Partial<PolishMarks>): CanonicalInvoice =>
  withMembers(invoice, {
    pl: { thirdParties: [], attachmentBlocks: [], paymentsReceived: [], ...invoice.pl, ...marks },
  });

/** The buyer for KSeF, from the canonical form. */
export const polishBuyer = ({
  buyer: { vatId, taxNumber, companyId, isConsumer, address },
}: CanonicalInvoice) =>
  identificationOf({ vatId, taxNumber, companyId, isConsumer, country: address.country });

/** In zlotys; undefined if the invoice does not state the rate. */
function totalInZlotys(invoice: CanonicalInvoice): Decimal | undefined {
  const { currency, vatCurrency, vatExchangeRate } = invoice.invoice;
  const { withVat } = computeAmounts(invoice).totals;
  if (currency === 'PLN') return withVat;
  return vatCurrency === 'PLN' && vatExchangeRate ? withVat.times(vatExchangeRate) : undefined;
}

export const isAboveSplitPayment = (invoice: CanonicalInvoice): boolean =>
  totalInZlotys(invoice)?.gt(SPLIT_PAYMENT_FROM) ?? false;

/** Whether split payment follows from the lines (routes/pl-ksef.md, 11.2). */
export const owesSplitPayment = (invoice: CanonicalInvoice): boolean =>
  invoice.buyer.isConsumer !== true &&
  polishBuyer(invoice) !== undefined &&
  invoice.lines.some(({ pl }) => pl?.annex_15 === true) &&
  isAboveSplitPayment(invoice);

const splitPayment: Completion = (invoice) =>
  invoice.pl?.splitPayment === undefined && owesSplitPayment(invoice)
    ? {
        invoice: mark(invoice, { splitPayment: true }),
        remarks: [
          adapt(
            'pl.split_payment',
            'BG-16',
            'The invoice is above 15,000 PLN and has goods or services of annex 15, so it is marked for split payment (P_18A).',
            'Nothing to change. If this is wrong, set pl.split_payment.',
          ),
        ],
      }
    : { invoice, remarks: [] };

/** `np I`: services to a business outside of the Union, which accounts for the tax itself. */
const reverseCharge: Completion = (invoice) => {
  const isServiceAbroad =
    invoice.pl?.reverseCharge === undefined &&
    regionOf(invoice.buyer) === 'other' &&
    polishBuyer(invoice) !== undefined &&
    invoice.lines.some(({ vatCategory, itemKind }) => vatCategory === 'O' && itemKind !== 'goods');
  if (!isServiceAbroad) return { invoice, remarks: [] };
  return {
    invoice: mark(invoice, { reverseCharge: true }),
    remarks: [
      adapt(
        'pl.reverse_charge',
        'BT-151',
        'The buyer is a business outside the European Union, so the invoice is marked for reverse charge (P_18).',
        'Nothing to change. If the buyer does not account for the tax, set pl.reverse_charge to false.',
      ),
    ],
  };
};

export const BUYER_NUMBERS = {
  vatId: { field: 'buyer.vat_id', term: 'BT-48' },
  taxNumber: { field: 'buyer.tax_number', term: 'BT-47' },
  companyId: { field: 'buyer.company_id', term: 'BT-47' },
} as const;

/** A NIP goes into its own element, however the caller writes it; otherwise the buyer does not find the invoice. */
const buyerNip: Completion = (invoice) => {
  const found = polishBuyer(invoice);
  const isRead = found !== undefined && 'nip' in found && invoice.buyer[found.by] !== `PL${found.nip}`;
  return { invoice, remarks: isRead ? [nipRemark(BUYER_NUMBERS[found.by])] : [] };
};

const nipRemark = ({ field, term }: (typeof BUYER_NUMBERS)[keyof typeof BUYER_NUMBERS]): Finding =>
  adapt(
    field,
    term,
    'The number is a Polish NIP, and the document states it as a NIP.',
    'Nothing to change. PL before the ten digits in buyer.vat_id has the same effect.',
  );

/** Marks of FA(3) that follow from the rest of the invoice. */
export const completedForPoland: Completion = inTurn(splitPayment, reverseCharge, buyerNip, processLeftOut);
