import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { taskOf } from '../../domain/lifecycle/lanes.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { newlyOpened, type Step } from '../lifecycle/move.ts';

export interface CommitTools {
  readonly invoices: InvoiceStore;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly log: Log;
}

/** `next`: more is to be done at once, under the same lease; else the invoice is handed back, or is somebody else's. */
export type CommitResult = 'done' | 'retried' | 'dead-letter' | 'conflict' | 'next';

/** A crash after the commit leaves the invoice due without a job; the sweep schedules one. */
export async function commitStep(
  before: InvoiceRecord,
  { record, events, files }: Step,
  token: string,
  tools: CommitTools,
): Promise<CommitResult> {
  const { invoices, jobs, clock } = tools;
  const isDueAtOnce = record.dueAt !== null && record.dueAt <= clock.now();
  // What is due in another lane waits for its turn there.
  const goesOn = isDueAtOnce && taskOf(record).lane === taskOf(before).lane;
  // Without more to do the commit hands the invoice back; a cancel in between makes it a conflict.
  const written = goesOn ? record : { ...record, lease: null };
  if ((await invoices.commit({ record: written, events, audit: [], files, lease: token })) === 'conflict')
    return 'conflict';
  tell(before, record, tools);
  if (goesOn) return 'next';
  if (record.dueAt) await jobs.schedule(taskOf(record), record.dueAt);
  if (record.dueAt && !isDueAtOnce) return 'retried';
  return record.state === 'dead_letter' ? 'dead-letter' : 'done';
}

function tell(
  before: InvoiceRecord,
  { id, client, route, state, failures, dueAt, care }: InvoiceRecord,
  { telemetry, log }: CommitTools,
): void {
  const opened = newlyOpened(before.care, care);
  for (const row of opened) telemetry.careOpened(row.code, row.whoActs);
  const fields = { invoice_id: id, client, route, state };
  if (state === before.state) {
    // What only waits, for a route's verdict or its receipt, is no trouble.
    if (failures > before.failures) log.warn({ ...fields, failures, due_at: dueAt }, 'to be tried again');
    return;
  }
  telemetry.invoiceMoved(route, state);
  log.info({ ...fields, ...(opened.length > 0 && { codes: opened.map(({ code }) => code) }) }, 'moved');
}
