import { say } from 'en16931-rules/vocabulary/message.ts';
import { FRENCH_PROCESSES, PROCESSES_OF_SEVERAL_SELLERS } from './codes/french-processes.ts';
import { MIME_TYPES } from './codes/mime-types.ts';
import { NOTE_SUBJECTS } from './codes/note-subjects.ts';
import { PAYMENT_MEANS } from './codes/payment-means.ts';
import { LIMITS } from './limits.ts';
import { code, date, group, list, number, require, text, withDefault } from './members.ts';
import {
  country,
  currency,
  invoicedObject,
  PROFILES,
  TYPE_CODES,
  type TypeCode,
  vatCategory,
  vatDateCode,
  vatExemptionCode,
} from './schema-codes.ts';
import { deliveryTerms, documentAllowances, documentCharges, line, period } from './schema-lines.ts';
import { advanceInvoices, correction, polishMarks } from './schema-poland.ts';
import { buyer, delivery, furtherParties, payee, seller, taxRepresentative } from './schema-parties.ts';

const typeCode = (term?: string) =>
  code(term, new Set<TypeCode>(TYPE_CODES), say('invoice.invoice-types', { list: TYPE_CODES.join(', ') }));

const header = group(undefined, {
  number: require(text('BT-1', { maxLength: LIMITS.numberLength })),
  issueDate: require(date('BT-2')),
  dueDate: date('BT-9'),
  typeCode: withDefault(typeCode('BT-3'), '380'),
  currency: require(currency('BT-5')),
  vatCurrency: currency('BT-6'),
  // Units of BT-6 for one unit of BT-5; feeds BT-111.
  vatExchangeRate: number(undefined, 'positive'),
  // As booked; it wins over the rate.
  vatTotalInVatCurrency: number('BT-111'),
  taxPointDate: date('BT-7'),
  // In place of the date: 3 issue, 35 delivery, 432 payment.
  vatDateCode: vatDateCode('BT-8'),
  // France: kind of supply and way of billing. Another route sets its own.
  businessProcess: code(
    'BT-23',
    new Set([...FRENCH_PROCESSES, ...PROCESSES_OF_SEVERAL_SELLERS]),
    say('invoice.business-processes-of-france'),
    { examples: say('invoice.b1-s1-m1-b2-b4') },
  ),
  // German public buyers put their Leitweg-ID here (BR-DE-15).
  buyerReference: text('BT-10'),
  period: period('BG-14', 'BT-73', 'BT-74'),
  // A plain text may begin with its subject code, as `#CODE#text`.
  notes: list(
    group(
      'BG-1',
      {
        subjectCode: code('BT-21', NOTE_SUBJECTS, say('invoice.subjects-of-notes'), {
          examples: say('invoice.aai-reg-pmt'),
        }),
        text: require(text('BT-22', { maxLength: LIMITS.noteLength, mayBeBlank: true })),
      },
      'text',
    ),
    { maxItems: LIMITS.notes },
  ),
});

/** BG-17: an IBAN, or another number if the account has none. */
const account = {
  iban: text('BT-84', { clean: 'identifier' }),
  accountId: text('BT-84'),
  accountName: text('BT-85'),
  bic: text('BT-86', { clean: 'identifier' }),
};

/** Never a whole card number. */
const shownDigits = {
  regexp: /^(?:\D*\d){0,10}\D*$/,
  says: say('invoice.at-most-ten-digits-of-card-number-its'),
};

const payment = group('BG-16', {
  meansCode: code('BT-81', PAYMENT_MEANS, say('invoice.payment-means-codes'), {
    examples: say('invoice.58-30-59-10'),
  }),
  meansText: text('BT-82'),
  ...account,
  // Further ones.
  accounts: list(group(undefined, account), { maxItems: LIMITS.accounts }),
  card: group('BG-18', {
    number: require(text('BT-87', { pattern: shownDigits })),
    holder: text('BT-88'),
  }),
  reference: text('BT-83'),
  terms: text('BT-20', { clean: 'keep', maxLength: LIMITS.paymentTermsLength }),
  mandate: text('BT-89'),
  creditorId: text('BT-90'),
  debitedIban: text('BT-91', { clean: 'identifier' }),
  prepaidAmount: number('BT-113'),
  // FA(3) has a place for it.
  prepaidDate: date(),
  roundingAmount: number('BT-114'),
  // The name shown beside the account on the PDF page.
  paidTo: text(),
});

const precedingInvoices = list(
  group('BG-3', {
    number: require(text('BT-25')),
    issueDate: date('BT-26'),
    // The KSeF number of the corrected invoice.
    routeNumber: text(),
    // The type of the corrected invoice; FA(3) corrects advance invoices (386) in a different way.
    typeCode: typeCode(),
  }),
);

const attachments = list(
  group('BG-24', {
    id: require(text('BT-122')),
    description: text('BT-123'),
    filename: text('BT-125-2'),
    mime: code('BT-125-1', MIME_TYPES, say('invoice.media-types-of-attachments')),
    contentBase64: text('BT-125', { clean: 'blanks' }),
    url: text('BT-124'),
  }),
);

/** The exemption reason of one category. */
const vatExemption = list(
  group('BG-23', {
    vatCategory: require(vatCategory('BT-118')),
    reason: text('BT-120'),
    reasonCode: vatExemptionCode('BT-121'),
  }),
  { maxItems: LIMITS.exemptions },
);

/**
 * The canonical document, member by member (contract 2.2; decisions "Canonical invoice"). Any other field is an unknown field. JSON names
 * are the property names in snake case; `CanonicalInvoice` is its type.
 */
export const CANONICAL_SCHEMA = group(undefined, {
  // Language of the PDF page.
  lang: text(undefined, {
    pattern: {
      regexp: /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,20}$/i,
      says: say('invoice.language-code-such-as-de-or-fr'),
    },
  }),
  // The seller's jurisdiction for defaults; `seller.address.country` if left out.
  country: country(),
  profile: code(undefined, new Set(PROFILES), say('invoice.profiles', { list: PROFILES.join(', ') })),
  invoice: require(header),
  seller: require(seller),
  buyer: require(buyer),
  // At least one, except in a correction of other members (`parse-canonical.ts`).
  lines: list(line, { required: true, maxItems: LIMITS.lines }),
  payment,
  orderReference: text('BT-13'),
  orderDate: date('EXT-FR-FE-197'),
  contractReference: text('BT-12'),
  contractDate: date('EXT-FR-FE-199'),
  contractType: text('EXT-FR-FE-01'),
  projectReference: text('BT-11'),
  salesOrderReference: text('BT-14'),
  receivingAdviceReference: text('BT-15'),
  despatchAdviceReference: text('BT-16'),
  despatchAdviceDate: date('EXT-FR-FE-198'),
  deliveryTerms: deliveryTerms('EXT-FR-FE-BG-14', 'EXT-FR-FE-185', 'EXT-FR-FE-186'),
  tenderReference: text('BT-17'),
  invoicedObject: invoicedObject('BT-18'),
  accountingReference: text('BT-19'),
  precedingInvoices,
  advanceInvoices,
  delivery,
  allowances: documentAllowances,
  charges: documentCharges,
  vatExemption,
  attachments,
  taxRepresentative,
  payee,
  ...furtherParties,
  correction,
  pl: polishMarks,
});
