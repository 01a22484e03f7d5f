import { documentKind, reportId } from '../../domain/reports/tax-report.ts';
import { newSubmission } from '../../domain/sending/submission.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Log } from '../../ports/log.ts';
import type { DerivedReport } from '../../ports/rail/report-flows.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import type { TakesDerivedReports } from '../messages/take-message.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import type { AnswerPorts } from '../sending/sending-ports.ts';
import { moveReport } from './report-step.ts';

interface Ports extends AnswerPorts {
  readonly reports: Pick<ReportStore, 'find' | 'commit'>;
  readonly digests: Digests;
  readonly log: Pick<Log, 'warn'>;
}

/** Keeps a report that the platform has derived from our invoices, and has it compared with them. */
export class TakeDerivedReport implements TakesDerivedReports {
  constructor(private readonly ports: Ports) {}

  /** Taking one again changes nothing. @throws CallFailed `busy` */
  async run(
    derived: DerivedReport,
    source: { readonly client: string; readonly route: Route },
  ): Promise<void> {
    const { reports, digests, clock, files, log } = this.ports;
    const { declarant, part, period, bytes } = derived;
    const { client, route } = source;
    const days = { firstDay: period.first, lastDay: period.last };
    const id = reportId({ client, route, declarant, part, ...days, isDerived: true }, digests);
    const sha256 = digests.sha256(bytes);
    await repeatOnConflict(async () => {
      const report = await reports.find(id);
      if (!report) {
        log.warn(
          { client, route, part, ...days },
          'a report of the platform states sales that none of our invoices has',
        );
        return 'unknown';
      }
      if (report.documents.some((one) => one.sha256 === sha256)) return 'known';
      const documentsMade = report.documentsMade + 1;
      const storedFiles = await files.sealReceived(report, [{ kind: documentKind(documentsMade), bytes }]);
      const now = clock.now();
      const taken = {
        ...report,
        documentsMade,
        documentSha256: sha256,
        mayBeHeld: true,
        failures: 0,
        work: 'check' as const,
        documents: storedFiles.documents,
        submission: newSubmission(derived.id, now),
      };
      const step = moveReport(taken, 'submitted', { dueAt: now, files: storedFiles.files }, this.ports);
      const answer = await reports.commit({ ...step, audit: [] });
      return answer === 'committed' ? 'taken' : undefined;
    });
  }
}
