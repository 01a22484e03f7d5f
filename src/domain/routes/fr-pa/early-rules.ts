import { ADVANCE_RULES } from './advances.ts';
import { isPaid, looksLikeSiren, plainNumber } from './completion.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { subjectOf, textWithoutSubject } from '../../invoice/note-subject.ts';
import type { Breach, EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { isFrench } from '../../vocabulary/territory.ts';

/** Subjects of notes that may occur once (BR-FR-06). */
const ONCE: ReadonlySet<string | undefined> = new Set(['PMT', 'PMD', 'AAB', 'TXD']);
/** Texts of a note with subject BAR (BR-FR-20). */
const TREATMENTS = ['B2B', 'B2BINT', 'B2C', 'B2CINT', 'OUTOFSCOPE', 'ARCHIVEONLY'];

const wrong = (field: string, term: string): Breach => ({ field, term, fault: 'wrong' });
const missing = (field: string, term: string): Breach => ({ field, term, fault: 'missing' });

const noteField = (index: number): string => `invoice.notes[${index}]`;

const treatmentOf = ({ invoice }: CanonicalInvoice): string | undefined => {
  const note = invoice.notes.find((one) => subjectOf(one) === 'BAR');
  return note && textWithoutSubject(note);
};

/** Identifiers of a party with their members: BT-29 of a seller, BT-46 of a buyer. */
function identifiers({ seller, buyer }: CanonicalInvoice) {
  const { reference: id, referenceScheme: scheme, companyId } = buyer;
  return [
    ...seller.ids.map((one, index) => ({
      ...one,
      siren: seller.companyId,
      field: `seller.ids[${index}]`,
      term: 'BT-29',
    })),
    ...(id === undefined ? [] : [{ id, scheme, siren: companyId, field: 'buyer.reference', term: 'BT-46' }]),
  ];
}

const NOTE_ONCE: EarlyRule = {
  id: 'BR-FR-06',
  source: 'BR-FR',
  term: 'BT-21',
  title: 'Two notes have this subject (BT-21)',
  fix: 'Keep one of them.',
  broken: ({ invoice: { notes } }) => {
    const subjects = notes.map(subjectOf);
    return subjects.flatMap((subject, index) =>
      ONCE.has(subject) && subjects.indexOf(subject) < index ? [wrong(noteField(index), 'BT-21')] : [],
    );
  },
};

const SIRET: EarlyRule = {
  id: 'BR-FR-09',
  source: 'BR-FR',
  term: 'BT-29',
  title: 'A SIRET is not 14 digits that begin with the SIREN',
  fix: 'Correct the SIRET (scheme 0009) or the SIREN in company_id.',
  broken: (invoice) =>
    identifiers(invoice)
      .filter(({ scheme }) => scheme === '0009')
      .filter(({ id, siren }) => !/^\d{14}$/.test(id) || id.slice(0, 9) !== plainNumber(siren))
      .map(({ field, term }) => wrong(field, term)),
};

/** For invoices between two French companies, unless a note (BAR) or the buyer states otherwise. A consumer has none. */
const BUYER_SIREN: EarlyRule = {
  id: 'BR-FR-11',
  source: 'BR-FR',
  term: 'BT-47',
  title: 'The buyer has no SIREN (BT-47); an invoice between French companies requires it',
  fix: "Enter the buyer's SIREN, nine digits, as company id (BT-47), or a French VAT number that ends with it.",
  broken: (invoice) => {
    const { seller, buyer } = invoice;
    const isDomestic = isFrench(seller.address.country) && isFrench(buyer.address.country);
    const treatment = treatmentOf(invoice) ?? (isDomestic && buyer.isConsumer !== true ? 'B2B' : undefined);
    if (treatment !== 'B2B' || looksLikeSiren(buyer.companyId)) return [];
    const blame = buyer.companyId === undefined ? missing : wrong;
    return [blame('buyer.company_id', 'BT-47')];
  },
};

const TREATMENT: EarlyRule = {
  id: 'BR-FR-20',
  source: 'BR-FR',
  term: 'BT-22',
  title: 'The note with subject BAR has a text that France does not allow (BT-22)',
  fix: `Write ${TREATMENTS.join(', ')}, or leave the note out.`,
  broken: ({ invoice: { notes } }) =>
    notes.flatMap((note, index) =>
      subjectOf(note) === 'BAR' && !TREATMENTS.includes(textWithoutSubject(note))
        ? [wrong(noteField(index), 'BT-22')]
        : [],
    ),
};

const BUYER_ADDRESS: EarlyRule = {
  id: 'BR-FR-21',
  source: 'BR-FR',
  term: 'BT-49',
  title: "The buyer's electronic address (BT-49) does not begin with the buyer's SIREN",
  fix: 'Enter an address of scheme 0225 that begins with the SIREN.',
  broken: (invoice) => {
    const { companyId, endpoint } = invoice.buyer;
    const asked = treatmentOf(invoice) === 'B2B' && invoice.invoice.typeCode !== '389';
    const begins = endpoint?.scheme === '0225' && endpoint.id.startsWith(plainNumber(companyId));
    return !asked || begins || endpoint === undefined ? [] : [wrong('buyer.endpoint', 'BT-49')];
  },
};

const ONE_TREATMENT: EarlyRule = {
  id: 'BR-FR-31',
  source: 'BR-FR',
  term: 'BT-22',
  title: 'Several notes have the subject BAR',
  fix: 'Keep one of them.',
  broken: ({ invoice: { notes } }) =>
    notes
      .flatMap((note, index) => (subjectOf(note) === 'BAR' ? [index] : []))
      .slice(1)
      .map((index) => wrong(noteField(index), 'BT-22')),
};

const CREDITED: EarlyRule = {
  id: 'BR-FR-CO-05',
  source: 'BR-FR',
  term: 'BG-3',
  title: 'The credit note names no earlier invoice (BT-25) with its date (BT-26)',
  fix: 'State the number and date of the credited invoice.',
  broken: ({ invoice: { typeCode }, precedingInvoices }) =>
    typeCode === '381' && precedingInvoices.every(({ issueDate }) => issueDate === undefined)
      ? [missing('preceding_invoices', 'BG-3')]
      : [],
};

/** In CII an identifier without a scheme is another element (`ram:ID`), which the rule does not check. */
const SCHEME_MISSING: EarlyRule = {
  id: 'BR-FR-CO-10',
  source: 'BR-FR',
  term: 'BT-29',
  title: 'An identifier of a party has no scheme',
  fix: 'State the scheme, for example 0009 for a SIRET.',
  only: 'ubl',
  broken: (invoice) =>
    identifiers(invoice)
      .filter(({ scheme }) => scheme === undefined)
      .map(({ field, term }) => wrong(field, term)),
};

const SCHEME_REPEATED: EarlyRule = {
  id: 'BR-FR-CO-10',
  source: 'BR-FR',
  term: 'BT-29',
  title: 'An identifier of a party has the same scheme as another one',
  fix: 'Keep one identifier of each scheme.',
  broken: (invoice) => {
    const all = identifiers(invoice).filter(({ scheme }) => scheme !== undefined);
    return all
      .filter(({ scheme, term }, index) =>
        all.slice(0, index).some((one) => one.term === term && one.scheme === scheme),
      )
      .map(({ field, term }) => wrong(field, term));
  },
};

const PAYEE_SCHEME: EarlyRule = {
  id: 'BR-FR-CO-10_BT-60-1',
  source: 'BR-FR',
  term: 'BT-60',
  title: 'The identifier of the payee has no scheme',
  fix: 'State the scheme in payee.id_scheme, for example 0009 for a SIRET, or leave the identifier out.',
  only: 'ubl',
  broken: ({ payee }) =>
    payee?.id !== undefined && payee.idScheme === undefined ? [wrong('payee.id', 'BT-60')] : [],
};

const PAID: EarlyRule = {
  id: 'BR-FR-CO-09',
  source: 'BR-FR',
  term: 'BT-23',
  title:
    'The business process (BT-23) is that of a paid invoice, but the invoice is not fully paid or has no due date',
  fix: 'If the invoice is paid, set payment.prepaid_amount to the total with VAT, and invoice.due_date to the date of payment. Otherwise use another business process.',
  broken: (invoice) =>
    invoice.invoice.businessProcess?.endsWith('2') && !isPaid(invoice)
      ? [wrong('invoice.business_process', 'BT-23')]
      : [],
};

export const CONSUMER: EarlyRule = {
  id: 'EI-FR-CONSUMER',
  source: 'BR-FR',
  term: 'BT-47',
  title: 'The buyer is marked as a consumer and has a SIREN',
  fix: 'Leave buyer.is_consumer out, or leave the SIREN out.',
  broken: ({ buyer }) =>
    buyer.isConsumer === true && looksLikeSiren(buyer.companyId) ? [wrong('buyer.is_consumer', 'BT-47')] : [],
};

/**
 * A sale to a consumer is reported to the administration and not delivered as an invoice (CGI art. 290). Who makes the report is the
 * platform's matter: without it in the client's record the sale is refused.
 */
const CONSUMER_SALE: EarlyRule = {
  id: 'EI-FR-CONSUMER-SALE',
  source: 'BR-FR',
  term: 'BT-49',
  title:
    'A sale to a consumer is reported to the French administration (e-reporting) and not sent as an electronic invoice',
  fix: 'Ask the platform whether it takes reports (FRR) or derives them from invoices with buyer.endpoint. Set fr.reports.',
  broken: ({ buyer }) =>
    buyer.isConsumer === true && buyer.endpoint === undefined && !looksLikeSiren(buyer.companyId)
      ? [{ ...missing('buyer.endpoint', 'BT-49'), explains: true }]
      : [],
};

/** French rules on notes, identifiers and addresses; the others are written as data. */
export const FRENCH_RULES: readonly EarlyRule[] = [
  NOTE_ONCE,
  SIRET,
  BUYER_SIREN,
  TREATMENT,
  BUYER_ADDRESS,
  ONE_TREATMENT,
  CREDITED,
  SCHEME_MISSING,
  SCHEME_REPEATED,
  PAYEE_SCHEME,
  PAID,
  CONSUMER,
  CONSUMER_SALE,
  ...ADVANCE_RULES,
];
