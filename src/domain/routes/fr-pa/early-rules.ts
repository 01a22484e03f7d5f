import { choice, say } from 'en16931-rules/vocabulary/message.ts';
import { ADVANCE_RULES } from './advances.ts';
import { RULES_OF_SEVERAL_SELLERS } from './several-sellers.ts';
import { isPaid, looksLikeSiren, plainNumber, SCHEME } from './completion.ts';
import { PROCESSES_OF_SEVERAL_SELLERS } from '../../invoice/codes/french-processes.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { companyId } from '../../invoice/company-ids.ts';
import { isCounted } from '../../invoice/line-types.ts';
import { isTopGroup } from '../../invoice/sub-invoices.ts';
import { subjectOf, textWithoutSubject } from '../../invoice/note-subject.ts';
import type { Breach, EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { IGIC_RATES } from '../../checks/early-rules/igic-rates.ts';
import { isFrench } from '../../vocabulary/territory.ts';
import { isLongerThan } from '../../vocabulary/text.ts';

/** Subjects of notes that may occur once (BR-FR-06). */
const ONCE: readonly string[] = ['PMT', 'PMD', 'AAB', 'TXD'];
const BAR = 'BAR';
/** Texts of a note with subject BAR (BR-FR-20). */
const TREATMENTS = ['B2B', 'B2BINT', 'B2C', 'B2CINT', 'OUTOFSCOPE', 'ARCHIVEONLY'];

const GROUP_ID = '0231';
/** Subject and text of the note of a member. */
const GROUP_SUBJECT = 'TXD';
const GROUP_MEMBER = 'MEMBRE_ASSUJETTI_UNIQUE';

const wrong = (field: string, term: string): Breach => ({ field, term, fault: 'wrong' });
const missing = (field: string, term: string): Breach => ({ field, term, fault: 'missing' });

const noteField = (index: number): string => `invoice.notes[${index}]`;

type Party = CanonicalInvoice['seller' | 'buyer'];

/** As the rules look for it in the document: of scheme 0002, which a number has by its country or states. */
const statesSiren = ({ companyId: id, companyIdScheme, address }: Party): boolean =>
  looksLikeSiren(id) && companyId(id, companyIdScheme, address.country)?.scheme === SCHEME.siren;

/** How the rules for a syntax read the notes. Places are indexes of notes. */
interface NoteReader {
  /** The text behind BAR. */
  treatment(invoice: CanonicalInvoice): string | undefined;
  wrongTreatments(invoice: CanonicalInvoice): readonly number[];
  otherTreatments(invoice: CanonicalInvoice): readonly number[];
  repeated(invoice: CanonicalInvoice): readonly number[];
  /** The note with subject TXD that the rule reads, and whether it has the text that France requires. */
  membership(invoice: CanonicalInvoice): { readonly index?: number | undefined; readonly isStated: boolean };
}

const isTreatment = (text: string): boolean => TREATMENTS.includes(text);

/** CII has the subject of a note apart from its text. */
const IN_CII: NoteReader = {
  treatment: ({ invoice }) => {
    const note = invoice.notes.find((one) => subjectOf(one) === BAR);
    return note && textWithoutSubject(note);
  },
  wrongTreatments: ({ invoice: { notes } }) =>
    notes.flatMap((note, index) =>
      subjectOf(note) === BAR && !isTreatment(textWithoutSubject(note)) ? [index] : [],
    ),
  otherTreatments: ({ invoice: { notes } }) =>
    notes.flatMap((note, index) => (subjectOf(note) === BAR ? [index] : [])).slice(1),
  repeated: ({ invoice: { notes } }) => {
    const subjects = notes.map(subjectOf);
    return subjects.flatMap((subject = '', index) =>
      ONCE.includes(subject) && subjects.indexOf(subject) < index ? [index] : [],
    );
  },
  membership: ({ invoice: { notes } }) => {
    const ofSubject = notes.flatMap((note, index) =>
      subjectOf(note) === GROUP_SUBJECT ? [{ note, index }] : [],
    );
    const isStated = ofSubject.some(({ note }) => textWithoutSubject(note) === GROUP_MEMBER);
    return { index: ofSubject[0]?.index, isStated };
  },
};

const ublNotes = ({ invoice: { notes } }: CanonicalInvoice): readonly string[] =>
  notes.map(({ subjectCode, text }) => (subjectCode === undefined ? text : `#${subjectCode}#${text}`));

/** BR-FR Flux 2 1.4.0.03, for invoices of these days, joins the notes without a character between them. */
const UNSEPARATED = { from: '2026-08-04', until: '2026-09-03' };

/** In UBL the rules join the notes with `#` and search the whole for a subject: it counts within a text, too. */
function placesOf(subject: string, invoice: CanonicalInvoice) {
  const { issueDate } = invoice.invoice;
  const separator = issueDate >= UNSEPARATED.from && issueDate < UNSEPARATED.until ? '' : '#';
  const texts = ublNotes(invoice);
  let length = -separator.length;
  const ends = texts.map((text) => (length += text.length + separator.length));
  const joined = texts.join(separator);
  const mark = `#${subject}#`;
  const places: { readonly note: number; readonly opens: boolean; readonly text: string }[] = [];
  for (let at = joined.indexOf(mark); at !== -1; at = joined.indexOf(mark, at + mark.length)) {
    const note = ends.findIndex((end) => at < end);
    const opens = at === ends[note]! - texts[note]!.length;
    const start = at + mark.length;
    const next = joined.indexOf('#', start);
    places.push({ note, opens, text: joined.slice(start, next === -1 ? undefined : next) });
  }
  return places;
}

const IN_UBL: NoteReader = {
  treatment: (invoice) => placesOf(BAR, invoice)[0]?.text,
  wrongTreatments: (invoice) =>
    placesOf(BAR, invoice)
      .slice(0, 1)
      .flatMap(({ text, note }) => (text === '' || isTreatment(text) ? [] : [note])),
  otherTreatments: (invoice) => {
    const notes = ublNotes(invoice);
    const barred = notes.flatMap((note, index) => (note.includes(`#${BAR}#`) ? [index] : []));
    const joined = `${barred.map((index) => notes[index]).join('')}#`;
    const count = TREATMENTS.reduce((sum, text) => sum + joined.split(`${BAR}#${text}#`).length - 1, 0);
    return count > 1 ? barred.slice(-1) : [];
  },
  repeated: (invoice) =>
    ONCE.flatMap((subject) => {
      const [first, ...others] = placesOf(subject, invoice);
      if (!first || others.length === 0) return [];
      // A text that has the subject within is the one to change: the other note may be one that the service adds.
      const within = [first, ...others].filter(({ opens }) => !opens);
      return [...new Set((within.length > 0 ? within : others).map(({ note }) => note))];
    }),
  membership: (invoice) => {
    const [first] = placesOf(GROUP_SUBJECT, invoice);
    return { index: first?.note, isStated: first?.text === GROUP_MEMBER };
  },
};

const inEachSyntax = (rule: (notes: NoteReader) => EarlyRule): readonly EarlyRule[] => [
  { ...rule(IN_UBL), only: 'ubl' },
  { ...rule(IN_CII), only: 'cii' },
];

/** Identifiers of a party with their members: BT-29 of a seller, BT-46 of a buyer. */
function identifiers({ seller, buyer }: CanonicalInvoice) {
  const { reference: id, referenceScheme: scheme, companyId } = buyer;
  return [
    ...seller.ids.map((one, index) => ({
      ...one,
      siren: plainNumber(seller.companyId),
      field: `seller.ids[${index}]`,
      term: 'BT-29',
    })),
    ...(id === undefined
      ? []
      : [{ id, scheme, siren: plainNumber(companyId), field: 'buyer.reference', term: 'BT-46' }]),
  ];
}

interface Identified {
  readonly id: string;
  readonly scheme?: string | undefined;
  /** What a SIRET begins with; undefined if anything may, empty if it is missing. */
  readonly siren?: string | undefined;
  readonly field: string;
  readonly term: string;
}

/** The published rule for UBL on a SIRET looks for the place of a line where none can be. */
const PLACE_OF_LINE = 'EXT-FR-FE-146';

/** Each further party with the term of its identifier. */
const FURTHER_PARTIES = [
  ['buyerAgent', 'buyer_agent', 'EXT-FR-FE-06'],
  ['payer', 'payer', 'EXT-FR-FE-46'],
  ['sellerAgent', 'seller_agent', 'EXT-FR-FE-69'],
  ['invoicee', 'invoicee', 'EXT-FR-FE-92'],
  ['invoicer', 'invoicer', 'EXT-FR-FE-115'],
] as const;

/** One of each: of further parties and places of delivery. */
function furtherIdentifiers(invoice: CanonicalInvoice): readonly Identified[] {
  const parties = FURTHER_PARTIES.flatMap(([name, member, term]) => {
    const { id, companyId: company } = invoice[name] ?? {};
    const siren = company?.scheme === SCHEME.siren ? company.id : undefined;
    return id ? [{ ...id, siren, field: `${member}.id`, term }] : [];
  });
  const places = [
    { delivery: invoice.delivery, field: 'delivery', term: 'BT-71' },
    ...invoice.lines.map(({ delivery }, index) => ({
      delivery,
      field: `lines[${index}].delivery`,
      term: PLACE_OF_LINE,
    })),
  ].flatMap(({ delivery, field, term }) =>
    delivery?.locationId ? [{ ...delivery.locationId, field: `${field}.location_id`, term }] : [],
  );
  return [...parties, ...places];
}

/** The number of a payee has no scheme by its country. */
function payeeIdentifier({ payee }: CanonicalInvoice): readonly Identified[] {
  if (payee?.id === undefined) return [];
  const siren = payee.companyIdScheme === SCHEME.siren ? payee.companyId : undefined;
  return [{ id: payee.id, scheme: payee.idScheme, siren, field: 'payee.id', term: 'BT-60' }];
}

const NOTE_ONCE = inEachSyntax(({ repeated }) => ({
  id: 'BR-FR-06',
  source: 'BR-FR',
  term: 'BT-21',
  title: say('routes-fr-pa.two-notes-have-this-subject'),
  fix: say('routes-fr-pa.keep-one-of-them'),
  broken: (invoice) => repeated(invoice).map((index) => wrong(noteField(index), 'BT-21')),
}));

const notSiret = ({ id, scheme, siren }: Identified): boolean =>
  scheme === SCHEME.siret && (!/^\p{Nd}{14}$/u.test(id) || siren === '' || !id.startsWith(siren ?? ''));

const siretRule = (of: (invoice: CanonicalInvoice) => readonly Identified[]): Omit<EarlyRule, 'only'> => ({
  id: 'BR-FR-09',
  source: 'BR-FR',
  term: 'BT-29',
  title: say('routes-fr-pa.siret-is-not-14-digits-that-begin-with'),
  fix: say('routes-fr-pa.correct-siret-or-siren-in-company-id'),
  broken: (invoice) =>
    of(invoice)
      .filter(notSiret)
      .map(({ field, term }) => wrong(field, term)),
});

const SIRET: readonly EarlyRule[] = [
  siretRule((invoice) => [
    ...identifiers(invoice),
    ...payeeIdentifier(invoice),
    ...furtherIdentifiers(invoice).filter(({ term }) => term !== PLACE_OF_LINE),
  ]),
  {
    ...siretRule((invoice) => furtherIdentifiers(invoice).filter(({ term }) => term === PLACE_OF_LINE)),
    only: 'cii',
  },
];

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

/** The rule that looks at the number alone is among the others. */
const SELLER_SCHEME: EarlyRule = {
  id: 'BR-FR-10',
  source: 'BR-FR',
  term: 'BT-30',
  title: say('routes-fr-pa.seller-s-number-is-not-marked-as-siren'),
  fix: say('routes-fr-pa.state-0002-as-scheme-of-seller-s-number'),
  broken: ({ seller }) =>
    looksLikeSiren(seller.companyId) && !statesSiren(seller)
      ? [
          wrong(
            seller.companyIdScheme === undefined ? 'seller.company_id' : 'seller.company_id_scheme',
            'BT-30',
          ),
        ]
      : [],
};

/** For invoices between two French companies, unless a note (BAR) or the buyer states otherwise. A consumer has none. */
const BUYER_SIREN = inEachSyntax(({ treatment }) => ({
  id: 'BR-FR-11',
  source: 'BR-FR',
  term: 'BT-47',
  title: say('routes-fr-pa.buyer-has-no-siren-invoice-between-french-companies'),
  fix: say('routes-fr-pa.enter-buyer-s-siren-nine-digits-as-company'),
  broken: (invoice) => {
    const { seller, buyer } = invoice;
    const stated = treatment(invoice);
    const isDomestic = isFrench(seller.address.country) && isFrench(buyer.address.country);
    const isAssumed = stated === undefined && isDomestic && buyer.isConsumer !== true;
    const isBroken =
      (stated === 'B2B' && !statesSiren(buyer)) || (isAssumed && !looksLikeSiren(buyer.companyId));
    const blame = buyer.companyId === undefined ? missing : wrong;
    return isBroken ? [blame('buyer.company_id', 'BT-47')] : [];
  },
}));

const TREATMENT = inEachSyntax(({ wrongTreatments }) => ({
  id: 'BR-FR-20',
  source: 'BR-FR',
  term: 'BT-22',
  title: say('routes-fr-pa.note-with-subject-bar-has-text-that-france'),
  fix: say('routes-fr-pa.write-or-leave-note-out', { codes: choice(TREATMENTS) }),
  broken: (invoice) => wrongTreatments(invoice).map((index) => wrong(noteField(index), 'BT-22')),
}));

const BUYER_ADDRESS = inEachSyntax(({ treatment }) => ({
  id: 'BR-FR-21',
  source: 'BR-FR',
  term: 'BT-49',
  title: say('routes-fr-pa.buyer-s-electronic-address-does-not-begin-with'),
  fix: say('routes-fr-pa.enter-address-of-scheme-0225-that-begins-with'),
  broken: (invoice) => {
    const { companyId: siren, endpoint } = invoice.buyer;
    const isRequired = treatment(invoice) === 'B2B' && invoice.invoice.typeCode !== '389';
    const begins = endpoint?.scheme === '0225' && endpoint.id.startsWith(plainNumber(siren));
    return !isRequired || begins || endpoint === undefined ? [] : [wrong('buyer.endpoint', 'BT-49')];
  },
}));

const ONE_TREATMENT = inEachSyntax(({ otherTreatments }) => ({
  id: 'BR-FR-31',
  source: 'BR-FR',
  term: 'BT-22',
  title: say('routes-fr-pa.several-notes-have-subject-bar'),
  fix: say('routes-fr-pa.keep-one-of-them'),
  broken: (invoice) => otherTreatments(invoice).map((index) => wrong(noteField(index), 'BT-22')),
}));

const MEMBERSHIP = inEachSyntax(({ membership }) => ({
  id: 'BR-FR-CO-14',
  source: 'BR-FR',
  term: 'BT-22',
  title: say('routes-fr-pa.seller-is-member-of-group-and-no-note-says-so'),
  fix: say('routes-fr-pa.add-note-of-group-member', { text: GROUP_MEMBER, code: GROUP_SUBJECT }),
  broken: (invoice) => {
    if (!invoice.seller.ids.some(({ scheme }) => scheme === GROUP_ID)) return [];
    const { index, isStated } = membership(invoice);
    if (isStated) return [];
    return [index === undefined ? missing('invoice.notes', 'BT-22') : wrong(noteField(index), 'BT-22')];
  },
}));

const CREDITED: EarlyRule = {
  id: 'BR-FR-CO-05',
  source: 'BR-FR',
  term: 'BG-3',
  title: say('routes-fr-pa.credit-note-names-no-earlier-invoice-with-its'),
  fix: say('routes-fr-pa.state-number-and-date-of-credited-invoice'),
  broken: ({ invoice: { typeCode }, precedingInvoices, lines }) =>
    typeCode === '381' &&
    precedingInvoices.every(({ issueDate }) => issueDate === undefined) &&
    lines.filter(isCounted).some(({ precedingInvoice }) => precedingInvoice?.issueDate === undefined)
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
    [...identifiers(invoice), ...furtherIdentifiers(invoice)]
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

const MAX_ROUTING_CODE_LENGTH = 100;

const routingRule = (
  rule: Pick<EarlyRule, 'id' | 'title' | 'fix'>,
  keeps: (id: string) => boolean,
): EarlyRule => ({
  ...rule,
  source: 'BR-FR',
  term: 'BT-29',
  broken: (invoice) =>
    identifiers(invoice)
      .filter(({ id, scheme }) => scheme === '0224' && !keeps(id))
      .map(({ field, term }) => wrong(field, term)),
});

const ROUTING_CODES = [
  routingRule(
    {
      id: 'BR-FR-24',
      title: say('routes-fr-pa.routing-code-has-characters-that-france-does-not-allow'),
      fix: say('routes-fr-pa.use-letters-digits-and-marks-of-routing-codes'),
    },
    (id) => /^[A-Za-z0-9+\-_.][A-Za-z0-9+\-_.]*$/.test(id),
  ),
  routingRule(
    {
      id: 'BR-FR-26',
      title: say('routes-fr-pa.routing-code-is-too-long', { n: MAX_ROUTING_CODE_LENGTH }),
      fix: say('routes-fr-pa.use-code-of-directory'),
    },
    (id) => !isLongerThan(id, MAX_ROUTING_CODE_LENGTH),
  ),
];

/** BT-123 of the attachment that a person reads. */
const READABLE_COPY = 'LISIBLE';

const ONE_READABLE_COPY: EarlyRule = {
  id: 'BR-FR-18',
  source: 'BR-FR',
  term: 'BT-123',
  title: say('routes-fr-pa.two-attachments-are-readable-copy', { code: READABLE_COPY }),
  fix: say('routes-fr-pa.keep-one-readable-copy'),
  broken: ({ attachments }) =>
    attachments
      .flatMap(({ description }, index) => (description === READABLE_COPY ? [index] : []))
      .slice(1)
      .map((index) => wrong(`attachments[${index}].description`, 'BT-123')),
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
  ...NOTE_ONCE,
  ...SIRET,
  SELLER_SCHEME,
  ...BUYER_SIREN,
  ...TREATMENT,
  ...BUYER_ADDRESS,
  ...ONE_TREATMENT,
  ...MEMBERSHIP,
  CREDITED,
  SCHEME_MISSING,
  SCHEME_REPEATED,
  PAYEE_SCHEME,
  ...ROUTING_CODES,
  ONE_READABLE_COPY,
  SUB_INVOICE_VAT,
  ...RULES_OF_SEVERAL_SELLERS,
  LINE_VAT_DATE,
  PAID,
  CONSUMER,
  CONSUMER_SALE,
  ...ADVANCE_RULES,
  ...IGIC_RATES,
];
