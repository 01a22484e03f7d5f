import { answerKind, type TaxReport } from '../../domain/reports/tax-report.ts';
import type { RouteMessage } from '../../ports/rail/route-messages.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import type { SubmissionQuery } from '../../ports/status-store.ts';
import { type CareTelemetry, tellOpened } from '../lifecycle/tell-opened.ts';
import type { TakesStatusMessages } from '../messages/take-message.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { applyAnswer } from '../sending/apply-answer.ts';
import { progressOn } from '../sending/attempt.ts';
import type { AnswerPorts } from '../sending/sending-ports.ts';
import { reportRecorder } from './sendable-report.ts';

interface Ports extends AnswerPorts, CareTelemetry {
  readonly reports: Pick<ReportStore, 'ofSubmission' | 'commit'>;
}

/** Applies the administration's verdict on a report, as if the route had been asked for it. */
export class TakeReportMessage implements TakesStatusMessages {
  constructor(
    private readonly ports: Ports,
    /** Messages about other submissions. */
    private readonly others: TakesStatusMessages,
  ) {}

  /** Applying a message again changes nothing: the report has its document already. */
  async run(message: RouteMessage, query: SubmissionQuery) {
    const { ports } = this;
    const take = async () => {
      const report = await ports.reports.ofSubmission(query);
      if (!report) return this.others.run(message, query);
      if (report.documents.some(({ kind }) => kind === answerKind(report.documentsMade))) return 'known';
      // The route's own answer to the call is still to come.
      if (report.state === 'queued' || report.state === 'submitting') return 'retry-later';
      if (report.state !== 'submitted') return 'known';
      return (await this.apply(report, message)) ? 'taken' : undefined;
    };
    return repeatOnConflict(take, () => 'retry-later' as const);
  }

  private async apply(report: TaxReport, { bytes, effect, raw }: RouteMessage): Promise<boolean> {
    if (effect.kind !== 'answer') return true;
    const { ports } = this;
    const kind = answerKind(report.documentsMade);
    const { documents, files } = await ports.files.sealReceived(report, [{ kind, bytes }]);
    const progress = progressOn({ ...report, documents }, reportRecorder(ports), ports);
    const step = await applyAnswer(progress, 'poll', { mapping: effect.mapping, raw });
    const answer = await ports.reports.commit({ ...step, audit: [], files: [...step.files, ...files] });
    if (answer === 'conflict') return false;
    tellOpened(report.care, step.record.care, ports);
    return true;
  }
}
