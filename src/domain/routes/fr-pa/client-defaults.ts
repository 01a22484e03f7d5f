import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { FRENCH_PROCESSES } from '../../invoice/codes/french-processes.ts';
import {
  adapt,
  type ClientDefaults,
  type Completion,
  inTurn,
  type StatedDefaults,
  withMembers,
} from '../../invoice/completions/completion.ts';
import { boolean, code, group, type Member, text } from '../../invoice/members.ts';
import { withNotes, writtenSubjects } from '../../invoice/note-subject.ts';
import { SchemaReader } from '../../invoice/read-member.ts';
import { schemaFinding } from '../../findings/schema-finding.ts';
import { isObject } from '../../json/json-object.ts';
import { REPORT_WAYS } from '../route-reports.ts';
import { ADVANCE } from './advances.ts';
import { kindOfBilling, COMPULSORY_NOTES, isPaid, letterOf } from './completion.ts';
import { VAT_REGIMES } from './reports/calendar.ts';
import { PURCHASE_SCOPES } from './reports/purchase.ts';
import { treatmentOf } from './reports/treatment.ts';

const PROCESS = code('BT-23', FRENCH_PROCESSES, say('invoice.business-processes-of-france'), {
  examples: say('routes-fr-pa.b1-s1-m1'),
});
/** `openapi.yaml` has the same limit. */
const NOTE = text('BT-22', { maxLength: 1024 });

const SUBJECTS = Object.keys(COMPULSORY_NOTES) as readonly (keyof typeof COMPULSORY_NOTES)[];

const NOTES: Member = {
  ...group('BG-1', {}),
  members: new Map(SUBJECTS.map((subject) => [subject, { property: subject, member: NOTE }])),
};
const REGIME = code(undefined, new Set(VAT_REGIMES), say('routes-fr-pa.vat-regimes'));
const REPORTS = code(undefined, new Set(REPORT_WAYS), say('routes-fr-pa.ways-of-reporting'));
const PURCHASES = code(undefined, new Set(PURCHASE_SCOPES), say('routes-fr-pa.scopes-of-purchases'));
const SETTINGS: Member = group(undefined, {
  businessProcess: PROCESS,
  notes: NOTES,
  vatRegime: REGIME,
  vatOnDebits: boolean(),
  reports: REPORTS,
  purchases: PURCHASES,
});

function check(sent: unknown): readonly Finding[] {
  const reader = new SchemaReader();
  reader.read(SETTINGS, sent, 'fr');
  const { reports, vat_regime: regime, purchases } = isObject(sent) ? sent : {};
  return [
    ...reader.findings,
    ...(reports !== undefined && regime === undefined
      ? [schemaFinding('fr.vat_regime', say('routes-fr-pa.reports-need-vat-regime-of-client'))]
      : []),
    // A platform knows no invoice that came over another network.
    ...(purchases !== undefined && reports !== 'own'
      ? [
          schemaFinding(
            'fr.purchases',
            say('routes-fr-pa.service-reports-purchases-only-if-it-sends-reports'),
          ),
        ]
      : []),
  ];
}

/** Undefined if it is left out or wrong. */
function readAs(member: Member, value: unknown): string | undefined {
  const read = new SchemaReader().read(member, value, 'fr');
  return typeof read === 'string' ? read : undefined;
}

/** Notes of the record, each one only if the invoice has none with its subject. */
const notesOf =
  ({ notes }: StatedDefaults): Completion =>
  (invoice) => {
    const { notes: stated } = invoice.invoice;
    const present = writtenSubjects(stated);
    const own = Object.entries(typeof notes === 'object' && notes !== null ? notes : {}).flatMap(
      ([subjectCode, value]) => {
        const written = readAs(NOTE, value);
        const opening = `#${subjectCode}#`;
        const words = written?.startsWith(opening) ? written.slice(opening.length).trim() : written;
        const isTaken = words && SUBJECTS.some((known) => known === subjectCode) && !present.has(subjectCode);
        return isTaken ? [{ subjectCode, text: words }] : [];
      },
    );
    if (own.length === 0) return { invoice, remarks: [] };
    const header = withMembers(invoice.invoice, { notes: withNotes(stated, own) });
    return {
      invoice: withMembers(invoice, { invoice: header }),
      remarks: own.map(({ subjectCode }) =>
        adapt(
          'invoice.notes',
          'BT-22',
          say('routes-fr-pa.note-that-law-requires-was-written-as-in', {
            code: subjectCode,
            name: subjectCode,
          }),
          say('routes-fr-pa.nothing-to-change-if-other-terms-were-agreed', { code: subjectCode }),
        ),
      ),
    };
  };

/** Contradictions between the digit of BT-23 and the invoice (BR-FR-CO-09, BR-FR-CO-08; routes/fr-pa.md, 6.1). */
const NOT_SO: readonly {
  readonly digit: string;
  readonly when: (invoice: CanonicalInvoice) => boolean;
  /** The digit in its place. */
  readonly instead: '1' | '4';
  readonly message: Text;
}[] = [
  {
    digit: '2',
    when: (invoice) => !isPaid(invoice),
    instead: '1',
    message: say('routes-fr-pa.business-process-was-taken-from-record-invoice-is-not-paid'),
  },
  {
    digit: '4',
    when: ({ invoice }) => invoice.typeCode === ADVANCE,
    instead: '1',
    message: say('routes-fr-pa.business-process-was-taken-from-record-it-is-advance-invoice'),
  },
  {
    digit: '1',
    when: (invoice) => kindOfBilling(invoice) === 4,
    instead: '4',
    message: say('routes-fr-pa.business-process-was-taken-from-record-invoice-settles-advance'),
  },
];

const remark = (message: Text, fixHint: Text) => adapt('invoice.business_process', 'BT-23', message, fixHint);

/** BT-23 of the record. The lines' own goods and services win over its letter. */
const processOf =
  ({ business_process: set }: StatedDefaults): Completion =>
  (invoice) => {
    const process = readAs(PROCESS, set);
    if (process === undefined || invoice.invoice.businessProcess !== undefined)
      return { invoice, remarks: [] };
    const letter = letterOf(invoice);
    if (letter !== undefined && !process.startsWith(letter)) return { invoice, remarks: [OTHER_KINDS] };
    const row = NOT_SO.find(({ digit, when }) => process.endsWith(digit) && when(invoice));
    const businessProcess = row ? `${process.charAt(0)}${row.instead}` : process;
    return {
      invoice: withMembers(invoice, { invoice: withMembers(invoice.invoice, { businessProcess }) }),
      remarks: [
        remark(
          row?.message ?? say('routes-fr-pa.business-process-was-taken-from-record'),
          say('routes-fr-pa.nothing-to-change-another-process-can-be-stated'),
        ),
      ],
    };
  };

const OTHER_KINDS = remark(
  say('routes-fr-pa.business-process-of-record-was-not-used-because-lines'),
  say('routes-fr-pa.nothing-to-change-if-kinds-of-items-are'),
);

/** A note (BAR) marks a sale to a business abroad whose report the platform derives. A consumer has one in any case. */
const abroad =
  ({ reports }: StatedDefaults): Completion =>
  (invoice) => {
    const { notes: stated } = invoice.invoice;
    const isMarked = writtenSubjects(stated).has('BAR');
    if (reports !== 'platform' || isMarked || treatmentOf(invoice) !== '10.1')
      return { invoice, remarks: [] };
    const notes = withNotes(stated, [{ subjectCode: 'BAR', text: 'B2BINT' }]);
    return {
      invoice: withMembers(invoice, { invoice: withMembers(invoice.invoice, { notes }) }),
      remarks: [],
    };
  };

/** Decisions, "France". */
export const FRENCH_DEFAULTS: ClientDefaults = {
  member: 'fr',
  check,
  completion: (stated) => inTurn(notesOf(stated), abroad(stated), processOf(stated)),
};
