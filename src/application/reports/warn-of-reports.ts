import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { TaxReport } from '../../domain/reports/tax-report.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import { careRows } from '../care/care.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { type CareTelemetry, tellOpened } from '../lifecycle/tell-opened.ts';
import { bringOn } from '../each-apart.ts';

interface Ports extends CareTelemetry {
  readonly reports: Pick<ReportStore, 'nearDeadline' | 'commit'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

const TWO_DAYS_MS = 2 * 86_400_000;
/** Keeps one run short; the next run finds the rest. */
const MAX_AT_ONCE = 200;

/** Puts a report on the care list that is not accepted two days before its deadline, once. */
export class WarnOfReports {
  constructor(private readonly ports: Ports) {}

  /** If a worker is faster, the next run sees the report again. */
  async run(): Promise<void> {
    const { reports, clock } = this.ports;
    const now = clock.now();
    const before = new Date(now.getTime() + TWO_DAYS_MS);
    const list = (limit: number) => reports.nearDeadline(before, limit);
    await bringOn({ list, nameOf: ({ id }) => id, atOnce: MAX_AT_ONCE }, (report) => this.warn(report, now));
  }

  private async warn(report: TaxReport, now: Date): Promise<boolean> {
    const { id, client, route, deadlineAt } = report;
    const care = mergeCareRows(report.care, careRows([finding(report)], now));
    const record = { ...report, care, warnedAt: now, version: report.version + 1 };
    const answer = await this.ports.reports.commit({ record, events: [], audit: [], files: [] });
    if (answer !== 'committed') return false;
    tellOpened(report.care, care, this.ports);
    this.ports.log.warn({ report_id: id, client, route, deadline_at: deadlineAt }, 'a tax report is due');
    return true;
  }
}

const finding = (report: TaxReport): Finding => ({
  code: 'EI-REPORT-DUE',
  severity: 'error',
  source: 'service',
  message: say('reports.EI-REPORT-DUE.message', { time: report.deadlineAt.toISOString() }),
  fixHint: hintOf(report),
  whoFixes: 'us',
});

function hintOf({ isDerived, heldSince }: TaxReport): Text {
  if (isDerived) return say('reports.platform-derives-it-from-invoices-ask-platform-whether');
  return heldSince
    ? say('reports.it-is-held-since-store-was-restored-decide')
    : say('reports.read-report-its-errors-say-what-keeps-it');
}
