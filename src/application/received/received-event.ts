import type { BuyerStatus } from '../../domain/vocabulary/buyer-status.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { ReceivedRecord, ReceivedState } from '../../domain/lifecycle/received-record.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import { buildEvent } from '../lifecycle/build-event.ts';
import type { WorkStep } from '../work/record-kind.ts';

export interface ReceivedEventPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
}

/** The first event of a received invoice. */
export const receivedEvent = (record: ReceivedRecord, ports: ReceivedEventPorts): StoredEvent =>
  eventOf(record, record.createdAt, ports);

/** The next state, with its event. */
export function moveReceived(
  record: ReceivedRecord,
  state: ReceivedState,
  errors: readonly Finding[],
  ports: ReceivedEventPorts,
): WorkStep<ReceivedRecord> {
  const now = ports.clock.now();
  const next: ReceivedRecord = {
    ...record,
    state,
    errors,
    dueAt: null,
    lastSequence: record.lastSequence + 1,
    version: record.version + 1,
    updatedAt: now,
  };
  return { record: next, events: [eventOf(next, now, ports)], files: [] };
}

/** Writes an event without a change of state: the outcome of a status that the client sent. */
export function tellReceived(
  record: ReceivedRecord,
  { errors, buyerStatus, raw }: StatusOutcome,
  ports: ReceivedEventPorts,
): WorkStep<ReceivedRecord> {
  const now = ports.clock.now();
  const next: ReceivedRecord = {
    ...record,
    lastSequence: record.lastSequence + 1,
    version: record.version + 1,
    updatedAt: now,
  };
  const { railId = null, state: status, lastSequence: sequence } = next;
  const eventId = ports.ids.next('evt');
  const event = buildEvent(
    { ...next, legalId: railId, buyerStatus: buyerStatus ?? null },
    {
      ...({ eventId, sequence, occurredAt: now, status, direction: 'in' } as const),
      ...(errors && { errors }),
      ...(raw !== undefined && { route: { raw } }),
    },
    ports.reportWriter,
  );
  return { record: next, events: [event], files: [] };
}

interface StatusOutcome {
  readonly errors?: readonly Finding[];
  readonly buyerStatus?: BuyerStatus;
  /** Without content of the invoice. */
  readonly raw?: unknown;
}

function eventOf(
  record: ReceivedRecord,
  occurredAt: Date,
  { ids, reportWriter }: Pick<ReceivedEventPorts, 'ids' | 'reportWriter'>,
): StoredEvent {
  const { railId = null, state: status, errors, warnings = [], lastSequence: sequence } = record;
  const subject = { ...record, legalId: railId, buyerStatus: null };
  const facts = { eventId: ids.next('evt'), sequence, occurredAt, status, direction: 'in' } as const;
  const findings = { ...(errors.length > 0 && { errors }), ...(warnings.length > 0 && { warnings }) };
  return buildEvent(subject, { ...facts, ...findings }, reportWriter);
}
