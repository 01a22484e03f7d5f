import { regionOf, validNipIn } from '../../documents/fa3/tax-ids.ts';
import type { Finding } from '../../findings/finding.ts';
import { isCorrectionType } from '../../invoice/advances.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import { BUYER_NUMBERS, isAboveSplitPayment, owesSplitPayment, polishBuyer } from './completion.ts';

/** A content that is probably not meant; it refuses nothing. */
interface Warning {
  readonly code: string;
  readonly field: string;
  readonly term?: string;
  readonly message: string;
  readonly fix: string;
  readonly applies: (invoice: CanonicalInvoice) => boolean;
}

const notesSay =
  (words: RegExp) =>
  ({ invoice }: CanonicalInvoice): boolean =>
    invoice.notes.some(({ text }) => words.test(text));

/** The legal wording in a note sets no mark (art. 106e of the VAT act): some footers have it on every invoice. */
const inNote = (
  member: string,
  words: RegExp,
  isMarked: (invoice: CanonicalInvoice) => boolean,
): Warning => ({
  code: 'EI-FA3-NOTE',
  field: member,
  message: `A note contains the words of the mark ${member}, but the mark is not set.`,
  fix: `If it applies to this invoice, set ${member} to true.`,
  applies: (invoice) => notesSay(words)(invoice) && !isMarked(invoice),
});

const hasCategory = (invoice: CanonicalInvoice, category: string): boolean =>
  invoice.lines.some(({ vatCategory }) => vatCategory === category);

/** Legal forms in names of Polish and foreign companies. */
const FIRM = /\b(?:sp\.?\s*z\s*o\.?\s*o|s\.\s?a|sp\.?\s*[jkp]|gmbh|ltd|inc|s\.?r\.?[lo])\b/i;

const WARNINGS: readonly Warning[] = [
  {
    code: 'EI-FA3-ADVANCE',
    field: 'payment.prepaid_amount',
    term: 'BT-113',
    message:
      'The invoice states an earlier payment and names an earlier invoice. If that is an advance invoice, its VAT is charged twice.',
    fix: 'Name the advance invoice in advance_invoices with its vat_breakdown, and remove payment.prepaid_amount.',
    applies: ({ invoice, payment, precedingInvoices }) =>
      !isCorrectionType(invoice.typeCode) &&
      payment?.prepaidAmount !== undefined &&
      precedingInvoices.some(({ typeCode }) => typeCode === undefined),
  },
  inNote(
    'pl.split_payment',
    /podzielonej płatności|split payment/i,
    (invoice) => invoice.pl?.splitPayment ?? owesSplitPayment(invoice),
  ),
  inNote(
    'pl.cash_accounting',
    /metoda kasowa/i,
    ({ pl, invoice }) => pl?.cashAccounting ?? invoice.vatDateCode === '432',
  ),
  inNote(
    'pl.reverse_charge',
    /odwrotne obciążenie/i,
    (invoice) => invoice.pl?.reverseCharge ?? (hasCategory(invoice, 'AE') || hasCategory(invoice, 'O')),
  ),
  {
    code: 'EI-FA3-SPLIT-PAYMENT',
    field: 'pl.split_payment',
    message:
      'The invoice is above 15,000 PLN and has goods or services of annex 15, but it states that split payment does not apply.',
    fix: 'Leave pl.split_payment out, or correct annex_15 of the lines. The law provides a fine for an invoice without the mark.',
    applies: (invoice) => invoice.pl?.splitPayment === false && owesSplitPayment(invoice),
  },
  {
    code: 'EI-FA3-SPLIT-PAYMENT',
    field: 'pl.split_payment',
    message:
      'The invoice states split payment, but it is not above 15,000 PLN or no line belongs to annex 15.',
    fix: 'Set annex_15 to true in the lines of annex 15, or leave pl.split_payment out.',
    applies: (invoice) =>
      invoice.pl?.splitPayment === true &&
      !(isAboveSplitPayment(invoice) && invoice.lines.some(({ pl }) => pl?.annex_15 === true)),
  },
  ...(['vatId', 'taxNumber', 'companyId'] as const).map((by): Warning => ({
    code: 'EI-FA3-BUYER-UNSEEN',
    ...BUYER_NUMBERS[by],
    message:
      'The number looks like a Polish NIP. Without PL before it, the buyer does not see the invoice in KSeF.',
    fix: 'If it is a NIP, write PL before the ten digits in buyer.vat_id.',
    applies: (invoice) => {
      const found = polishBuyer(invoice);
      return found?.by === by && 'country' in found && validNipIn(found.number) !== undefined;
    },
  })),
  {
    code: 'EI-FA3-BUYER-UNSEEN',
    field: 'buyer.vat_id',
    term: 'BT-48',
    message: 'The buyer looks like a business and has no NIP, so it does not see the invoice in KSeF.',
    fix: "Enter the buyer's NIP with PL before it, or set buyer.is_consumer to true.",
    applies: (invoice) =>
      regionOf(invoice.buyer) === 'PL' &&
      invoice.buyer.isConsumer !== true &&
      polishBuyer(invoice) === undefined &&
      (FIRM.test(invoice.buyer.name) || isAboveSplitPayment(invoice)),
  },
];

/** Layer `schema`, severity `warning`. */
export const polishWarnings = (invoice: CanonicalInvoice): readonly Finding[] =>
  WARNINGS.filter(({ applies }) => judgeOr(() => applies(invoice), false)).map(
    ({ code, field, term, message, fix }): Finding => ({
      code,
      severity: 'warning',
      source: 'KSeF',
      message,
      field,
      fixHint: fix,
      whoFixes: 'erp',
      ...(term !== undefined && { term }),
    }),
  );
