import { choice, say } from 'en16931-rules/vocabulary/message.ts';
import { ADVANCE_RULES } from './advances.ts';
import { isPaid, looksLikeSiren, plainNumber } from './completion.ts';
import { PROCESSES_OF_SEVERAL_SELLERS } from '../../invoice/codes/french-processes.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { isTopGroup } from '../../invoice/sub-invoices.ts';
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
  title: say('routes-fr-pa.two-notes-have-this-subject'),
  fix: say('routes-fr-pa.keep-one-of-them'),
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
  title: say('routes-fr-pa.siret-is-not-14-digits-that-begin-with'),
  fix: say('routes-fr-pa.correct-siret-or-siren-in-company-id'),
  broken: (invoice) =>
    identifiers(invoice)
      .filter(({ scheme }) => scheme === '0009')
      .filter(({ id, siren }) => !/^\d{14}$/.test(id) || id.slice(0, 9) !== plainNumber(siren))
      .map(({ field, term }) => wrong(field, term)),
};

/** Without rate and total BR-53 is reported already. */
const SUB_INVOICE_VAT: EarlyRule = {
  id: 'BR-FR-MV-03_EXT-FR-FE-182',
  source: 'BR-FR',
  term: 'EXT-FR-FE-182',
  title: say('routes-fr-pa.vat-of-sub-invoices-in-vat-currency-needs-rate'),
  fix: say('routes-fr-pa.state-invoice-vat-exchange-rate-total-may-stay'),
  broken: ({ invoice, lines }) =>
    PROCESSES_OF_SEVERAL_SELLERS.has(invoice.businessProcess ?? '') &&
    invoice.vatCurrency !== undefined &&
    invoice.vatCurrency !== invoice.currency &&
    invoice.vatTotalInVatCurrency !== undefined &&
    invoice.vatExchangeRate === undefined &&
    lines.some(isTopGroup)
      ? [missing('invoice.vat_exchange_rate', 'EXT-FR-FE-182')]
      : [],
};

/** UBL has the code in the period of the line (`cac:InvoicePeriod/cbc:DescriptionCode`). */
const LINE_VAT_DATE: EarlyRule = {
  id: 'BR-CO-20',
  source: 'EN16931',
  term: 'BG-26',
  title: say('routes-fr-pa.line-has-vat-date-code-and-no-period'),
  fix: say('routes-fr-pa.state-period-of-line-or-leave-its-vat'),
  only: 'ubl',
  broken: ({ lines }) =>
    lines.flatMap(({ vatDateCode, period }, index) =>
      vatDateCode !== undefined && period?.start === undefined && period?.end === undefined
        ? [missing(`lines[${index}].period`, 'BG-26')]
        : [],
    ),
};

/** For invoices between two French companies, unless a note (BAR) or the buyer states otherwise. A consumer has none. */
const BUYER_SIREN: EarlyRule = {
  id: 'BR-FR-11',
  source: 'BR-FR',
  term: 'BT-47',
  title: say('routes-fr-pa.buyer-has-no-siren-invoice-between-french-companies'),
  fix: say('routes-fr-pa.enter-buyer-s-siren-nine-digits-as-company'),
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
  title: say('routes-fr-pa.note-with-subject-bar-has-text-that-france'),
  fix: say('routes-fr-pa.write-or-leave-note-out', { codes: choice(TREATMENTS) }),
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
  title: say('routes-fr-pa.buyer-s-electronic-address-does-not-begin-with'),
  fix: say('routes-fr-pa.enter-address-of-scheme-0225-that-begins-with'),
  broken: (invoice) => {
    const { companyId, endpoint } = invoice.buyer;
    const isRequired = treatmentOf(invoice) === 'B2B' && invoice.invoice.typeCode !== '389';
    const begins = endpoint?.scheme === '0225' && endpoint.id.startsWith(plainNumber(companyId));
    return !isRequired || begins || endpoint === undefined ? [] : [wrong('buyer.endpoint', 'BT-49')];
  },
};

const ONE_TREATMENT: EarlyRule = {
  id: 'BR-FR-31',
  source: 'BR-FR',
  term: 'BT-22',
  title: say('routes-fr-pa.several-notes-have-subject-bar'),
  fix: say('routes-fr-pa.keep-one-of-them'),
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
  title: say('routes-fr-pa.credit-note-names-no-earlier-invoice-with-its'),
  fix: say('routes-fr-pa.state-number-and-date-of-credited-invoice'),
  broken: ({ invoice: { typeCode }, precedingInvoices, lines }) =>
    typeCode === '381' &&
    precedingInvoices.every(({ issueDate }) => issueDate === undefined) &&
    lines.some(({ precedingInvoice }) => precedingInvoice?.issueDate === undefined)
      ? [missing('preceding_invoices', 'BG-3')]
      : [],
};

/** In CII an identifier without a scheme is another element (`ram:ID`), which the rule does not check. */
const SCHEME_MISSING: EarlyRule = {
  id: 'BR-FR-CO-10',
  source: 'BR-FR',
  term: 'BT-29',
  title: say('routes-fr-pa.identifier-of-party-has-no-scheme'),
  fix: say('routes-fr-pa.state-scheme-for-example-0009-for-siret'),
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
  title: say('routes-fr-pa.identifier-of-party-has-same-scheme-as-another'),
  fix: say('routes-fr-pa.keep-one-identifier-of-each-scheme'),
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
  title: say('routes-fr-pa.identifier-of-payee-has-no-scheme'),
  fix: say('routes-fr-pa.state-scheme-in-payee-id-scheme-for-example'),
  only: 'ubl',
  broken: ({ payee }) =>
    payee?.id !== undefined && payee.idScheme === undefined ? [wrong('payee.id', 'BT-60')] : [],
};

const PAID: EarlyRule = {
  id: 'BR-FR-CO-09',
  source: 'BR-FR',
  term: 'BT-23',
  title: say('routes-fr-pa.business-process-is-that-of-paid-invoice-but'),
  fix: say('routes-fr-pa.if-invoice-is-paid-set-payment-prepaid-amount'),
  broken: (invoice) =>
    invoice.invoice.businessProcess?.endsWith('2') && !isPaid(invoice)
      ? [wrong('invoice.business_process', 'BT-23')]
      : [],
};

export const CONSUMER: EarlyRule = {
  id: 'EI-FR-CONSUMER',
  source: 'BR-FR',
  term: 'BT-47',
  title: say('routes-fr-pa.buyer-is-marked-as-consumer-and-has-siren'),
  fix: say('routes-fr-pa.leave-buyer-is-consumer-out-or-leave-siren'),
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
  title: say('routes-fr-pa.sale-to-consumer-is-reported-to-french-administration'),
  fix: say('routes-fr-pa.ask-platform-whether-it-takes-reports-or-derives'),
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
  SUB_INVOICE_VAT,
  LINE_VAT_DATE,
  PAID,
  CONSUMER,
  CONSUMER_SALE,
  ...ADVANCE_RULES,
];
