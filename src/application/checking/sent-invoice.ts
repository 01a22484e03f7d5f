import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { SENT_INVOICE, taskOf, worksIn } from '../../domain/lifecycle/lanes.ts';
import { type InvoiceState, mayMove } from '../../domain/lifecycle/states.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { faultFinding } from '../care/care.ts';
import { closeWorkerCare } from '../lifecycle/worker-care.ts';
import { LeasedBatchMembers } from '../sending/batch-members.ts';
import { unsettledFinding } from '../sending/invoice-outcome.ts';
import { move, type Step, reschedule } from '../lifecycle/move.ts';
import { tellOpened } from '../lifecycle/tell-opened.ts';
import type { RecordKind, Run, StepFailure } from '../work/record-kind.ts';
import { invoiceSteps, type CheckingPorts } from './steps.ts';

export interface SentInvoicePorts extends Omit<CheckingPorts, 'telemetry'> {
  readonly invoices: InvoiceStore;
  readonly jobs: Jobs;
  readonly telemetry: Telemetry;
  readonly log: Log;
}

/** Sent invoices: checked, sent to their route, followed until their end and its proof are stored. */
export function sentInvoices(ports: SentInvoicePorts): RecordKind<InvoiceRecord> {
  const { invoices } = ports;
  const kind: RecordKind<InvoiceRecord> = {
    name: SENT_INVOICE,
    noun: 'an invoice',
    store: invoices,
    steps: {},
    taskOf,
    worksIn,
    logFields: ({ id }) => ({ invoice_id: id }),
    takeUp: (record) => closeWorkerCare(record, ports.clock.now()),
    reschedule: (record, at) => reschedule(record, at, ports),
    // An invoice that the route holds never becomes a dead letter through a failure of ours.
    mayGiveUp: ({ state }) => mayMove(state, 'dead_letter'),
    giveUp: (record, error) => giveUp(record, error, ports),
    isDeadLetter: ({ state }) => state === 'dead_letter',
    report: (before, after, failure) => report(before, after, failure, ports),
    shareOf: ({ route }) => route,
    tidyUp: () => invoices.tidyUp(),
  };
  const membersOf = (run: Run): LeasedBatchMembers => {
    const members = new LeasedBatchMembers(kind, ports);
    run.atEnd(() => members.disband());
    return members;
  };
  return { ...kind, steps: invoiceSteps(ports, membersOf) };
}

function giveUp(record: InvoiceRecord, error: unknown, ports: SentInvoicePorts): Step {
  const finding = unsettledFinding(record, ports) ?? faultFinding(error);
  return move(record, 'dead_letter', ports, { dueAt: null, errors: [finding] });
}

function report(
  before: InvoiceRecord,
  after: InvoiceRecord,
  failure: StepFailure | undefined,
  { telemetry, log }: Pick<SentInvoicePorts, 'telemetry' | 'log'>,
): void {
  const { id, client, route, state, failures, crashes = 0, dueAt, care } = after;
  const opened = tellOpened(before.care, care, { telemetry });
  const fields = { invoice_id: id, client, route };
  // Waiting for a route's verdict or receipt is no failure.
  const hasFailed = failures > before.failures || crashes > (before.crashes ?? 0);
  if (hasFailed && dueAt) {
    const counts = { failures, ...(crashes > 0 && { crashes }) };
    log.warn({ ...fields, state, ...counts, due_at: dueAt, ...failure }, 'retry scheduled');
  }
  const codes = opened.length > 0 && { codes: opened.map(({ code }) => code) };
  for (const reached of movesBetween(before, after)) {
    telemetry.invoiceMoved(route, reached);
    log.info({ ...fields, state: reached, ...codes }, 'moved');
  }
}

/** The check and the hand-over that follows it are one commit. */
function movesBetween(before: InvoiceRecord, { state, work }: InvoiceRecord): readonly InvoiceState[] {
  const isChecked = before.state === 'queued' && before.work === 'check';
  if (isChecked && (state === 'ready' || work === 'send')) return ['validated', state];
  return state === before.state ? [] : [state];
}
