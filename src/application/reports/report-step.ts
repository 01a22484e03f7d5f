import { handleRows } from '../../domain/lifecycle/care-rows.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CareRow } from '../../domain/lifecycle/invoice-record.ts';
import type { EventFacts } from '../../domain/lifecycle/status-event.ts';
import type { ReportState, TaxReport } from '../../domain/reports/tax-report.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SealedFile } from '../../ports/content-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import { careRows } from '../care/care.ts';
import { buildEvent } from '../lifecycle/build-event.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import type { WorkStep } from '../work/record-kind.ts';

export type ReportStep = WorkStep<TaxReport>;

interface Ports {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly reportWriter: Pick<ReportWriter, 'event'>;
}

/** Leaves the state and is due again, or has nothing left to do. */
export const reschedule = (
  record: TaxReport,
  dueAt: Date | null,
  { clock }: Pick<Ports, 'clock'>,
  files: readonly SealedFile[] = [],
): ReportStep => ({
  record: { ...record, dueAt, version: record.version + 1, updatedAt: clock.now() },
  events: [],
  files,
});

interface MoveFacts {
  readonly dueAt: Date | null;
  readonly errors?: readonly Finding[];
  readonly route?: EventFacts['route'];
  readonly files?: readonly SealedFile[];
}

/** Moves a report to another state, with its event. Errors open care rows. */
export function moveReport(
  before: TaxReport,
  state: ReportState,
  { dueAt, errors = [], route, files = [] }: MoveFacts,
  { clock, ids, reportWriter }: Ports,
): ReportStep {
  const now = clock.now();
  const sequence = before.lastSequence + 1;
  const care = mergeCareRows(before.care, careRows(errors, now));
  const record = { ...before, state, dueAt, errors, care, lastSequence: sequence, updatedAt: now };
  const facts: EventFacts = {
    eventId: ids.next('evt'),
    sequence,
    occurredAt: now,
    status: state,
    direction: 'out',
    ...(errors.length > 0 && { errors }),
    ...(route && { route }),
  };
  const event = buildEvent({ ...record, buyerStatus: null }, facts, reportWriter);
  return { record: { ...record, version: before.version + 1 }, events: [event], files };
}

/** The platform's report and our invoices differ. */
export const DIFFERS = 'EI-REPORT-DIFFERS';

/** All rows of an accepted report are over, except for a difference: the administration does not see it. */
export const handleAll = (care: readonly CareRow[], now: Date): readonly CareRow[] =>
  handleRows(care, now, ({ code }) => code !== DIFFERS);
