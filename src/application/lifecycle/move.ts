import type { Finding } from '../../domain/findings/finding.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { type InvoiceState, mayMove, needsCare, writesEvent } from '../../domain/lifecycle/states.ts';
import { type StoredEvent, storedEvent } from '../../domain/lifecycle/status-event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SealedFile } from '../../ports/content-store.ts';
import type { Ids } from '../../ports/ids.ts';
import { careRows } from '../care/care.ts';

/** The next version of a record and the events that come with it: one commit. */
export interface Step {
  readonly record: InvoiceRecord;
  readonly events: readonly StoredEvent[];
  /** Sealed files that the record names anew. */
  readonly files: readonly SealedFile[];
}

interface Tools {
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Moves an invoice to another state, with its event and care rows. */
export function moved(
  record: InvoiceRecord,
  state: InvoiceState,
  { clock, ids }: Tools,
  { dueAt, errors }: { readonly dueAt: Date | null; readonly errors?: readonly Finding[] },
): Step {
  if (!mayMove(record.state, state)) throw new Error(`no move from ${record.state} to ${state}`);
  const now = clock.now();
  const next = { ...record, state, dueAt, errors: errors ?? record.errors, version: record.version + 1 };
  const care = needsCare(state) ? withCare(record.care, careRows(next.errors, now)) : record.care;
  if (!writesEvent(state)) return { record: { ...next, care, updatedAt: now }, events: [], files: [] };
  const sequence = record.lastSequence + 1;
  const event = storedEvent(next, {
    eventId: ids.next('evt'),
    sequence,
    occurredAt: now,
    status: state,
    direction: 'out',
    ...(errors && { errors }),
  });
  return { record: { ...next, care, lastSequence: sequence, updatedAt: now }, events: [event], files: [] };
}

/** Leaves the state as it is and comes back later. */
export function waiting(record: InvoiceRecord, dueAt: Date, { clock }: Tools): Step {
  return {
    record: { ...record, dueAt, version: record.version + 1, updatedAt: clock.now() },
    events: [],
    files: [],
  };
}

/** One row per code; a code that has one keeps it. */
function withCare(rows: readonly CareRow[], more: readonly CareRow[]): readonly CareRow[] {
  const known = new Set(rows.map((row) => row.code));
  return [...rows, ...more.filter((row) => !known.has(row.code))];
}
