import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { ReportState, TaxReport } from '../../domain/reports/tax-report.ts';
import type { Clock } from '../../ports/clock.ts';
import { reportCursor, type ReportStore } from '../../ports/report-store.ts';
import { careRows } from '../care/care.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { RESTORED } from '../../domain/lifecycle/wait.ts';
import type { Chosen } from '../operation/hold-unsent.ts';

/** Not accepted at the time of the backup: the lost store may have sent these since, as a first report. */
const NOT_YET_ACCEPTED: readonly ReportState[] = ['queued', 'submitting', 'submitted', 'rejected'];

const PAGE_SIZE = 200;

interface Ports {
  readonly reports: Pick<ReportStore, 'list' | 'commit' | 'noteRestore'>;
  readonly clock: Clock;
}

type Kept = Omit<TaxReport, 'version' | 'updatedAt'>;

/**
 * After a restore no tax report is sent as a first one until an operator has looked whether its platform holds it: a second one would be
 * refused, or counted twice. A report whose time has not come was not sent by the lost store either, and goes on.
 */
export class HoldRestoredReports {
  constructor(private readonly ports: Ports) {}

  /**
   * Also notes the restore: a report whose first sale the backup does not have begins as a held one (`beginReport`).
   * @param takenAt of the backup.
   * @returns how many this call holds, without those that were held before.
   */
  async hold(takenAt: Date): Promise<number> {
    const now = this.ports.clock.now();
    await this.ports.reports.noteRestore(now);
    return this.changeEach({}, (report) => {
      const isCollecting = report.state === 'queued' && report.sendAt > now;
      if (report.heldSince || report.isDerived || isCollecting) return undefined;
      const care = mergeCareRows(report.care, careRows([restoredFinding(takenAt)], now));
      // A report that the route had goes on being followed: its acceptance decides.
      const dueAt = report.state === 'submitted' ? report.dueAt : null;
      return { ...report, care, heldSince: now, dueAt };
    });
  }

  /** For reports that the platform does not have: they go on from their state. @returns how many. */
  release(chosen: Chosen): Promise<number> {
    const now = this.ports.clock.now();
    return this.changeEach(chosen, (report) => {
      if (!report.heldSince) return undefined;
      const { heldSince: _, ...released } = report;
      return { ...released, care: handleRows(report.care, now, ofCodes(CODES)), dueAt: report.dueAt ?? now };
    });
  }

  /**
   * For reports that the platform has, perhaps with sales that this store lost: another document of the sales that are stated now replaces
   * each. @returns how many.
   */
  replace(chosen: Chosen): Promise<number> {
    const now = this.ports.clock.now();
    return this.changeEach(chosen, (report) => {
      if (!report.heldSince) return undefined;
      const care = handleRows(report.care, now, ofCodes(CODES));
      if (report.state === 'submitted') return { ...withoutHold(report), care, mayBeHeld: true };
      // The earlier document is not sent again: it would be a first one.
      const { salesSha256: _, submission: _1, ...begun } = withoutHold(report);
      return { ...begun, care, mayBeHeld: true, state: 'queued', work: 'check', failures: 0, dueAt: now };
    });
  }

  private async changeEach(
    { id, route }: Chosen,
    change: (report: TaxReport) => Kept | undefined,
  ): Promise<number> {
    let count = 0;
    for (const report of await this.unaccepted()) {
      if ((id !== undefined && report.id !== id) || (route !== undefined && report.route !== route)) continue;
      const changed = change(report);
      if (!changed) continue;
      await this.commit(report, changed);
      count += 1;
    }
    return count;
  }

  /** The whole list is read before any change. */
  private async unaccepted(): Promise<readonly TaxReport[]> {
    const reports: TaxReport[] = [];
    for (let after: string | undefined; ;) {
      const page = await this.ports.reports.list({
        states: NOT_YET_ACCEPTED,
        limit: PAGE_SIZE,
        ...(after !== undefined && { after }),
      });
      reports.push(...page);
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return reports;
      after = reportCursor(last);
    }
  }

  private async commit(before: TaxReport, changed: Kept): Promise<void> {
    const { reports, clock } = this.ports;
    const at = clock.now();
    const action = before.heldSince
      ? changed.mayBeHeld
        ? 'report_given_up'
        : 'report_released'
      : 'report_held';
    const { id, client, state } = before;
    const audit = { at, action, actor: 'system', client, subject: id, details: { state } } as const;
    const record = { ...changed, version: before.version + 1, updatedAt: at };
    const answer = await reports.commit({ record, events: [], files: [], audit: [audit] });
    if (answer === 'conflict')
      throw new Error(`report ${id} is being worked on; stop the service and repeat the command`);
  }
}

const CODES: ReadonlySet<string> = new Set([RESTORED]);

const withoutHold = ({ heldSince: _, ...report }: TaxReport): TaxReport => report;

const restoredFinding = (takenAt: Date): Finding =>
  heldFinding(say('reports.store-was-restored-from-backup-of-tax-report', { time: takenAt.toISOString() }));

/** Of a report whose first sale came after a restore. */
export const lostFinding = (restoredAt: Date): Finding =>
  heldFinding(
    say('reports.store-was-restored-from-backup-on-lost-store', { time: restoredAt.toISOString() }),
  );

const heldFinding = (message: Text): Finding => ({
  code: RESTORED,
  severity: 'error',
  source: 'service',
  message,
  fixHint: say('reports.operator-has-sales-since-backup-stated-again-looks'),
  whoFixes: 'us',
});
