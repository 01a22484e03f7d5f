import { isOverdue } from '../../domain/delivery/decisions.ts';
import { COMMON_WORDS, HEALING, type Meaning, type RailWord } from '../../domain/delivery/rail-word.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RailAnswer } from '../../ports/rail.ts';
import { careRows } from '../care/care.ts';
import { withCare } from '../lifecycle/move.ts';

interface Tools {
  readonly clock: Clock;
}

/** The row that somebody can act on while the invoice waits; of the same trouble one that was handled stays so. */
export function caredFor(record: InvoiceRecord, word: RailWord, { clock }: Tools): InvoiceRecord {
  if (!word.caredForAtOnce) return record;
  const finding = findingOf(record, { word });
  const isNew = !record.errors.some(({ code }) => code === finding.code);
  return {
    ...record,
    errors: [finding],
    care: withCare(record.care, careRows([finding], clock.now()), isNew ? 'reopen' : 'leave'),
  };
}

/** Asked with the credential, the route has said something about the document: what was wrong with the one is over. */
const SAYS_SOMETHING: ReadonlySet<Meaning> = new Set([
  'held',
  'accepted',
  'accepted-so-far',
  'delivered',
  'refused',
  'not-held',
  'dropped',
  'dropped-once',
  'receipt',
]);

export function recovered(record: InvoiceRecord, word: RailWord, { clock }: Tools): InvoiceRecord {
  if (word.caredForAtOnce || !SAYS_SOMETHING.has(word.meaning)) return record;
  const isTrouble = ({ code }: Finding): boolean => HEALING.has(code);
  if (!record.errors.some(isTrouble)) return record;
  const care = record.care.map((row) =>
    row.code === COMMON_WORDS.overdue.code ? row : healedRow(row, clock.now()),
  );
  return { ...record, care, errors: record.errors.filter((finding) => !isTrouble(finding)) };
}

/** Rows of troubles that are over once the route has given an end. */
export const healed = (care: readonly CareRow[], now: Date): readonly CareRow[] =>
  care.map((row) => healedRow(row, now));

const healedRow = (row: CareRow, now: Date): CareRow =>
  HEALING.has(row.code) && row.handledAt === undefined ? { ...row, handledAt: now } : row;

/** After a day without any end somebody is told, once of each submission. */
export function overdueCare(record: InvoiceRecord, { clock }: Tools): readonly CareRow[] {
  const { care, submission, state } = record;
  const now = clock.now();
  if (state !== 'submitted' || !submission || !isOverdue(submission, now)) return care;
  const rows = careRows([findingOf(record, { word: COMMON_WORDS.overdue })], now);
  const wasTold = care.some(
    ({ code, openedAt }) => code === rows[0]?.code && openedAt >= submission.heldSince!,
  );
  return withCare(care, rows, wasTold ? 'leave' : 'reopen');
}

export function findingOf({ route }: InvoiceRecord, { word, message }: RailAnswer): Finding {
  const { code, owner, fixHint } = word;
  if (code === undefined || owner === undefined) throw new Error(`${word.sign} is no failure`);
  return {
    code,
    severity: 'error',
    source: route,
    message: message ?? word.message,
    ...(fixHint !== undefined && { fixHint }),
    whoFixes: owner,
  };
}
