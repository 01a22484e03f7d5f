import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { milestonesAt } from '../../domain/lifecycle/activity.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { type InvoiceState, mayMove, needsCare, writesEvent } from '../../domain/lifecycle/states.ts';
import type { EventFacts } from '../../domain/lifecycle/status-event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import { careRows } from '../care/care.ts';
import type { WorkStep } from '../work/record-kind.ts';
import { buildEvent } from './build-event.ts';
import { careForRepeatedNumber, OVER_ONCE_REFUSED } from './number-care.ts';

export type Step = WorkStep<InvoiceRecord>;

export interface EventPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
}

interface MoveFacts {
  readonly dueAt: Date | null;
  readonly errors?: readonly Finding[];
  /** For the event only. */
  readonly remarks?: readonly Finding[];
  /** The route's reference and answer, for the event. */
  readonly route?: EventFacts['route'];
}

/** Moves an invoice to another state, with its event and care rows. */
export function move(
  record: InvoiceRecord,
  state: InvoiceState,
  { clock, ids, reportWriter }: EventPorts,
  { dueAt, errors, remarks = [], route }: MoveFacts,
): Step {
  if (!mayMove(record.state, state)) throw new Error(`no move from ${record.state} to ${state}`);
  const now = clock.now();
  const next = {
    ...record,
    state,
    dueAt,
    errors: errors ?? record.errors,
    version: record.version + 1,
    ...milestonesAt(record, state, now),
    ...(state === 'ready' && { toFetchSince: now }),
  };
  const care = careAfter(next, now);
  if (!writesEvent(state)) return { record: { ...next, care, updatedAt: now }, events: [], files: [] };
  const sequence = record.lastSequence + 1;
  const facts: EventFacts = {
    eventId: ids.next('evt'),
    sequence,
    occurredAt: now,
    status: state,
    direction: 'out',
    ...((errors || remarks.length > 0) && { errors: [...(errors ?? []), ...remarks] }),
    ...(route && { route }),
  };
  const event = buildEvent(next, facts, reportWriter);
  return { record: { ...next, care, lastSequence: sequence, updatedAt: now }, events: [event], files: [] };
}

function careAfter(record: InvoiceRecord, now: Date): readonly CareRow[] {
  const { state, care, errors } = record;
  const settled = state === 'rejected' ? handleRows(care, now, ofCodes(OVER_ONCE_REFUSED)) : care;
  const rows = needsCare(state) ? mergeCareRows(settled, careRows(errors, now)) : settled;
  return mergeCareRows(rows, careForRepeatedNumber(record, now), 'leave');
}

/** Moves through several states at once: an event for each, and one commit. */
export function moveThrough(
  record: InvoiceRecord,
  states: readonly InvoiceState[],
  ports: EventPorts,
  facts: MoveFacts,
): Step {
  let step: Step = { record, events: [], files: [] };
  for (const state of states) {
    const next = move(step.record, state, ports, facts);
    step = { ...next, events: [...step.events, ...next.events] };
  }
  return { ...step, record: { ...step.record, version: record.version + 1 } };
}

/** Keeps the state; an event reports the answer. */
export function appendEvent(
  record: InvoiceRecord,
  { clock, ids, reportWriter }: EventPorts,
  { errors, route, event: what }: Omit<MoveFacts, 'dueAt'> & Pick<EventFacts, 'event'>,
): Step {
  const now = clock.now();
  const sequence = record.lastSequence + 1;
  const facts: EventFacts = {
    eventId: ids.next('evt'),
    sequence,
    occurredAt: now,
    status: record.state,
    direction: 'out',
    ...(what && { event: what }),
    ...(errors && { errors }),
    ...(route && { route }),
  };
  const event = buildEvent(record, facts, reportWriter);
  const next = { ...record, lastSequence: sequence, version: record.version + 1, updatedAt: now };
  return { record: next, events: [event], files: [] };
}

/** Leaves the state and is due again later. */
export function reschedule(record: InvoiceRecord, dueAt: Date, { clock }: EventPorts): Step {
  return {
    record: { ...record, dueAt, version: record.version + 1, updatedAt: clock.now() },
    events: [],
    files: [],
  };
}

/** As `reschedule`, without a change that callers see. */
export const rescheduleSilently = (record: InvoiceRecord, dueAt: Date | null): Step => ({
  record: { ...record, dueAt, version: record.version + 1 },
  events: [],
  files: [],
});

/**
 * One row per code. An open row of the code stays. A handled row stays handled with `leave`, for the same trouble, and opens again if the
 * trouble has come back.
 */
export function mergeCareRows(
  rows: readonly CareRow[],
  more: readonly CareRow[],
  handled: 'reopen' | 'leave' = 'reopen',
): readonly CareRow[] {
  const fresh = new Map(more.map((row) => [row.code, row]));
  const opened = (row: CareRow): CareRow => {
    const again = fresh.get(row.code);
    return again ? { ...again, ...noteOf(row) } : row;
  };
  const codes = new Set(rows.map((row) => row.code));
  return [
    ...rows.map((row) => (row.handledAt && handled === 'reopen' ? opened(row) : row)),
    ...more.filter((row) => !codes.has(row.code)),
  ];
}

/** What people know of a trouble still helps if it comes back. */
const noteOf = ({ sealedNote, notedAt, notedBy }: CareRow): Partial<CareRow> => ({
  ...(sealedNote !== undefined && { sealedNote }),
  ...(notedAt && { notedAt }),
  ...(notedBy !== undefined && { notedBy }),
});
