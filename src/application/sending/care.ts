import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import { isOverdue } from '../../domain/sending/retry.ts';
import { COMMON_STATUSES, type Meaning, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { Words } from '../../ports/rail/route-messages.ts';
import { careRows } from '../care/care.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import type { Effect } from './sendable.ts';

interface Ports {
  readonly catalogue: Catalogue;
  readonly clock: Clock;
}

/** The record waits after such an answer, so a person may help it on. */
const WAITING: ReadonlySet<Effect['course']> = new Set(['fail', 'wait', 'poll-again', 'fetch-again']);
/** The route has the document, and gives no end or no receipt. */
const UNENDED: ReadonlySet<Effect['course']> = new Set(['wait', 'poll-again', 'fetch-again']);

/** What care reads of a record that is sent. */
type Cared = Pick<InvoiceRecord, 'route' | 'errors' | 'care' | 'state' | 'work' | 'submission'>;

/** The record with the care rows that an answer opens or closes while it is sent. */
export function careWhileSending<R extends Cared>(
  before: R,
  answer: Answered,
  { course, isBehindClock }: Effect,
  ports: Ports,
): R {
  const closed = closeCredentialCare(before, answer.mapping, ports);
  const record = WAITING.has(course) ? openCareAtOnce(closed, answer, ports) : closed;
  if (isBehindClock) return openClockCare(record, ports);
  return UNENDED.has(course) ? { ...record, care: openOverdueCare(record, ports) } : record;
}

type Answered = Pick<RailAnswer, 'mapping' | 'message'>;

/** Opens the care row that helps while the invoice waits; a handled row about the same trouble stays handled. */
function openCareAtOnce<R extends Cared>(record: R, answer: Answered, ports: Ports): R {
  if (!answer.mapping.opensCareAtOnce) return record;
  const finding = findingOf(record, answer, ports);
  const isNew = !record.errors.some(({ code }) => code === finding.code);
  const rows = careRows([finding], ports.clock.now());
  const care = mergeCareRows(record.care, rows, isNew ? 'reopen' : 'leave');
  return { ...record, errors: [finding], care: withHints(care, [finding]) };
}

/** Opens the row of a clock that was set back behind the last call. The finding is none of the invoice, so its errors stay. */
function openClockCare<R extends Cared>(record: R, ports: Ports): R {
  const finding = findingOf(record, { mapping: COMMON_STATUSES.clockSetBack }, ports);
  const care = mergeCareRows(record.care, careRows([finding], ports.clock.now()), 'leave');
  return { ...record, care };
}

/** Open rows with the hint of the newest answer: the network may give another reason, or the wait may be over. */
export const withHints = (care: readonly CareRow[], errors: readonly Finding[]): readonly CareRow[] =>
  care.map((row) => {
    const hint = errors.find(({ code }) => code === row.code)?.fixHint;
    return hint === undefined || row.handledAt ? row : { ...row, fixHint: hint };
  });

/** With such an answer the route has accepted the credential: troubles with the credential are over. */
export const CREDENTIAL_ACCEPTED: ReadonlySet<Meaning> = new Set([
  'held',
  'accepted',
  'accepted-so-far',
  'delivered',
  'delivered-so-far',
  'refused-since',
  'refused',
  'not-held',
  'dropped',
  'dropped-once',
  'receipt',
]);

function closeCredentialCare<R extends Cared>(
  record: R,
  mapping: StatusMapping,
  { clock }: Pick<Ports, 'clock'>,
): R {
  if (mapping.opensCareAtOnce || !CREDENTIAL_ACCEPTED.has(mapping.meaning)) return record;
  const isTrouble = ({ code }: Finding): boolean => CREDENTIAL_CODES.has(code);
  if (!record.errors.some(isTrouble)) return record;
  const care = handleRows(record.care, clock.now(), ofCodes(CREDENTIAL_CODES));
  return { ...record, care, errors: record.errors.filter((finding) => !isTrouble(finding)) };
}

const CREDENTIAL_CODES: ReadonlySet<string> = new Set([
  COMMON_STATUSES.credentialMissing.code,
  COMMON_STATUSES.credentialRefused.code,
]);

/** Rows of troubles that are over once the route has gone on. */
export const closeHealedCare = (
  care: readonly CareRow[],
  { statusMappings }: Pick<Rail, 'statusMappings'>,
  now: Date,
): readonly CareRow[] => {
  const healing = new Set(
    statusMappings.flatMap(({ code, heals }) => (heals && code !== undefined ? [code] : [])),
  );
  return handleRows(care, now, ofCodes(healing));
};

/** After a day without an end or a receipt a care row opens, once for each submission. */
export function openOverdueCare(record: Cared, ports: Ports): readonly CareRow[] {
  const { care } = record;
  const [mapping, since] = findMissingAnswer(record);
  const now = ports.clock.now();
  if (!mapping || !since || !isOverdue(since, now)) return care;
  const rows = careRows([findingOf(record, { mapping }, ports)], now);
  const wasReported = care.some(({ code, openedAt }) => code === rows[0]?.code && openedAt >= since);
  return mergeCareRows(care, rows, wasReported ? 'leave' : 'reopen');
}

/** The missing answer, and since when it is missing. */
function findMissingAnswer({ state, work, submission }: Cared): readonly [StatusMapping?, Date?] {
  if (work === 'receipt') return [COMMON_STATUSES.receiptOverdue, submission?.endedAt];
  return state === 'submitted' ? [COMMON_STATUSES.overdue, submission?.heldSince] : [];
}

/** The receipt has come, or there is none. */
export const closeReceiptCare = (care: readonly CareRow[], now: Date): readonly CareRow[] =>
  handleRows(care, now, ofCodes([COMMON_STATUSES.receiptOverdue.code]));

/** A finding of an event that refuses nothing. */
export const remarkOf = (
  record: InvoiceRecord,
  mapping: StatusMapping,
  ports: Pick<Ports, 'catalogue'>,
): Finding => ({
  ...findingOf(record, { mapping }, ports),
  severity: mapping.severity ?? 'warning',
});

/** The hint is the catalogue's if the rail has none, or names a rule: readers of the care list need not look the code up. */
export function findingOf(
  { route }: Pick<InvoiceRecord, 'route'>,
  { mapping, message, term = mapping.term }: Pick<RailAnswer, 'mapping'> & Words,
  { catalogue }: Pick<Ports, 'catalogue'>,
): Finding {
  const { code, owner, senderCanFix } = mapping;
  if (code === undefined || owner === undefined) throw new Error(`${mapping.networkStatus} is no failure`);
  const [ofRow, ofCode] = [mapping.fixHint, catalogue.find(code)?.fixHint];
  const fixHint = mapping.namesRule ? (ofCode ?? ofRow) : (ofRow ?? ofCode);
  return {
    code,
    severity: mapping.severity ?? 'error',
    source: route,
    message: message ?? mapping.message,
    ...(fixHint !== undefined && { fixHint }),
    whoFixes: owner,
    ...(senderCanFix && { senderCanFix }),
    ...(term !== undefined && { term }),
  };
}
