import { say } from 'en16931-rules/vocabulary/message.ts';
import { identificationOf, regionOf } from '../../documents/fa3/tax-ids.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { adapt, type Completion, inTurn, withMembers } from '../../invoice/completions/completion.ts';
import { processLeftOut } from '../../invoice/completions/left-out.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';

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
            say('routes-pl-ksef.invoice-is-above-15-000-pln-and-has'),
            say('routes-pl-ksef.nothing-to-change-if-this-is-wrong-set'),
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
        say('routes-pl-ksef.buyer-is-business-outside-european-union-so-invoice'),
        say('routes-pl-ksef.nothing-to-change-if-buyer-does-not-account'),
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
  const identification = polishBuyer(invoice);
  const isRead =
    identification !== undefined &&
    'nip' in identification &&
    invoice.buyer[identification.by] !== `PL${identification.nip}`;
  return { invoice, remarks: isRead ? [nipRemark(BUYER_NUMBERS[identification.by])] : [] };
};

const nipRemark = ({ field, term }: (typeof BUYER_NUMBERS)[keyof typeof BUYER_NUMBERS]): Finding =>
  adapt(
    field,
    term,
    say('routes-pl-ksef.number-is-polish-nip-and-document-states-it'),
    say('routes-pl-ksef.nothing-to-change-pl-before-ten-digits-in'),
  );

/** Marks of FA(3) that follow from the rest of the invoice. */
export const completedForPoland: Completion = inTurn(splitPayment, reverseCharge, buyerNip, processLeftOut);
