import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { regionOf, validNipIn } from '../../documents/fa3/tax-ids.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { isCorrectionType } from '../../invoice/advances.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { judgeOr } from '../../invoice/unjudged.ts';
import { BUYER_NUMBERS, isAboveSplitPayment, owesSplitPayment, polishBuyer } from './completion.ts';

/** A content that is probably not meant; it refuses nothing. */
interface Warning {
  readonly code: string;
  readonly field: string;
  readonly term?: string;
  readonly message: Text;
  readonly fix: Text;
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
  message: say('routes-pl-ksef.EI-FA3-NOTE.message', { field: member }),
  fix: say('routes-pl-ksef.EI-FA3-NOTE.hint-2', { field: member }),
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
    message: say('routes-pl-ksef.EI-FA3-ADVANCE.message'),
    fix: say('routes-pl-ksef.EI-FA3-ADVANCE.hint-2'),
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
    message: say('routes-pl-ksef.EI-FA3-SPLIT-PAYMENT.message'),
    fix: say('routes-pl-ksef.EI-FA3-SPLIT-PAYMENT.hint-2'),
    applies: (invoice) => invoice.pl?.splitPayment === false && owesSplitPayment(invoice),
  },
  {
    code: 'EI-FA3-SPLIT-PAYMENT',
    field: 'pl.split_payment',
    message: say('routes-pl-ksef.EI-FA3-SPLIT-PAYMENT.message-2'),
    fix: say('routes-pl-ksef.EI-FA3-SPLIT-PAYMENT.hint-3'),
    applies: (invoice) =>
      invoice.pl?.splitPayment === true &&
      !(isAboveSplitPayment(invoice) && invoice.lines.some(({ pl }) => pl?.annex_15 === true)),
  },
  ...(['vatId', 'taxNumber', 'companyId'] as const).map((by): Warning => ({
    code: 'EI-FA3-BUYER-UNSEEN',
    ...BUYER_NUMBERS[by],
    message: say('routes-pl-ksef.EI-FA3-BUYER-UNSEEN.message'),
    fix: say('routes-pl-ksef.EI-FA3-BUYER-UNSEEN.hint-2'),
    applies: (invoice) => {
      const identification = polishBuyer(invoice);
      return (
        identification?.by === by &&
        'country' in identification &&
        validNipIn(identification.number) !== undefined
      );
    },
  })),
  {
    code: 'EI-FA3-BUYER-UNSEEN',
    field: 'buyer.vat_id',
    term: 'BT-48',
    message: say('routes-pl-ksef.EI-FA3-BUYER-UNSEEN.message-2'),
    fix: say('routes-pl-ksef.EI-FA3-BUYER-UNSEEN.hint-3'),
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
