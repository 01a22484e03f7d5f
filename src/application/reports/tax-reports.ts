import { COMMON_STATUSES } from '../../domain/sending/status-mapping.ts';
import { reportTask, TAX_REPORT, type TaxReport } from '../../domain/reports/tax-report.ts';
import type { Log } from '../../ports/log.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import { type CareTelemetry, tellOpened } from '../lifecycle/tell-opened.ts';
import { sendingSteps } from '../sending/sending-steps.ts';
import type { RecordKind, StepFailure, StepTable } from '../work/record-kind.ts';
import { buildReport } from './build-report.ts';
import { compareReport, type ComparisonPorts } from './compare-report.ts';
import { goOnLater, sendableReport } from './sendable-report.ts';

interface Ports extends ComparisonPorts {
  readonly reports: ReportStore;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly telemetry: ComparisonPorts['telemetry'] & CareTelemetry['telemetry'];
}

/** Collects the sales of each period, and sends its report once. */
export function taxReports(ports: Ports): RecordKind<TaxReport> {
  const sendable = sendableReport(ports);
  const { prepare, send, ask, poll } = sendingSteps(sendable, ports);
  const build = (record: TaxReport) =>
    record.isDerived ? compareReport(record, ports) : buildReport(record, ports);
  const steps: StepTable<TaxReport> = {
    'queued check': build,
    'submitted check': build,
    'accepted check': build,
    'rejected check': build,
    'queued send': { mark: prepare, afterMark: send },
    'submitting send': { mark: prepare, afterMark: send },
    'submitting inquire': ask,
    'submitted poll': poll,
  };
  return {
    name: TAX_REPORT,
    noun: 'a tax report',
    store: ports.reports,
    steps,
    taskOf: reportTask,
    reschedule: (record, at) => sendable.reschedule(record, at),
    mayGiveUp: () => false,
    giveUp: (record) => goOnLater(record, { mapping: COMMON_STATUSES.outOfOrder }, ports),
    isDeadLetter: () => false,
    shareOf: ({ route }) => route,
    logFields: ({ id }) => ({ report_id: id }),
    report: (before, after, failure) => report(before, after, failure, ports),
  };
}

function report(
  before: TaxReport,
  { id, client, route, state, failures, dueAt, care }: TaxReport,
  failure: StepFailure | undefined,
  { log, telemetry }: Pick<Ports, 'log' | 'telemetry'>,
): void {
  tellOpened(before.care, care, { telemetry });
  const fields = { report_id: id, client, route, state };
  if (failures > before.failures)
    log.warn({ ...fields, failures, due_at: dueAt, ...failure }, 'a tax report is tried again');
  else if (state !== before.state) log.info(fields, 'a tax report has moved');
}
