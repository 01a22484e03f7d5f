import { dayOfFiling } from '../../domain/lifecycle/deadlines.ts';
import { fileFingerprintText } from '../../domain/invoice/fingerprint.ts';
import type { OfflineIssue } from '../../domain/lifecycle/offline.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import { warningsAmong } from '../care/care.ts';
import { explainFailure, explainFindings } from '../catalogue/explain-findings.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import { sellerIdsIn } from '../checking/sign-codes.ts';
import { type ExaminedDocument, statedTotal } from '../checking/subject.ts';
import type { FindDoubts } from '../doubts/find-doubts.ts';
import { assertKindIsOffline, issueOffline, type OfflineIssuePorts, QUERY } from './offline-issue.ts';
import { refuseAny } from './refuse-any.ts';
import type { Handover, Submitted, TakeIn } from './take-in.ts';
import type { UsualTotals } from '../doubts/usual-totals.ts';

interface FileSubmission extends Handover {
  readonly route: Route;
  readonly invoiceRef: string;
  /** The file as it came; the route gets it unchanged. */
  readonly bytes: Uint8Array;
  /** Present if the buyer gets the page before the route gets the file. */
  readonly offline?: { readonly isTechnicalCorrection: boolean } | undefined;
}

interface Ports extends OfflineIssuePorts {
  readonly examine: Pick<ExamineDocument, 'atOnce' | 'missingPacks'>;
  readonly takeIn: Pick<TakeIn, 'seal' | 'run'>;
  readonly findDoubts: Pick<FindDoubts, 'besideOthers' | 'atIntake'>;
  readonly usualTotals: Pick<UsualTotals, 'note'>;
  readonly digests: Digests;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
}

/** Takes in a finished file. A file that is unreadable, that the route does not accept, or whose rules are not installed is refused here. */
export class SubmitFile {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `validation-failed`, `no-master-key`, `busy` */
  async run(submission: FileSubmission): Promise<Submitted> {
    const read: { summary?: InvoiceSummary | undefined } = {};
    try {
      return await this.submit(submission, read);
    } catch (error) {
      throw explainFailure(error, this.ports.catalogue, 'file', read.summary);
    }
  }

  private async submit(
    submission: FileSubmission,
    read: { summary?: InvoiceSummary | undefined },
  ): Promise<Submitted> {
    const { examine, takeIn, findDoubts, usualTotals, digests, catalogue, clock } = this.ports;
    const { client, route, invoiceRef, bytes } = submission;
    const access = { client, whenBusy: 'refuse' } as const;
    const day = dayOfFiling(route, clock.now());
    const subject = { route, source: { form: 'file', bytes, access, arrival: { day } } } as const;
    const { findings, progress } = await examine.atOnce(subject);
    read.summary = progress.summary;
    refuseAny(findings);
    const document = progress.document!;
    refuseAny(await examine.missingPacks(subject, document));
    const { kind, number, issueDate } = document;
    const offline = await this.issueOffline(submission, document);
    const file = await takeIn.seal(submission, bytes, progress.summary);
    const fingerprint = digests.sha256(fileFingerprintText(route, file.sha256));
    const total = statedTotal(document);
    const deliveredSha256 = () => file.sha256;
    const compared = { client, route, number, total, fingerprint: () => fingerprint, deliveredSha256 };
    const beside = await findDoubts.besideOthers(compared);
    const intake = { client, intakeKey: submission.claim.claimId, fingerprint };
    const doubts = await findDoubts.atIntake(intake, [...findings, ...beside]);
    refuseAny(doubts);
    const submitted = await takeIn.run(submission, {
      route,
      invoiceRef,
      number,
      issueDate,
      format: kind,
      fingerprint,
      kind,
      file,
      isFinished: true,
      offline,
      warnings: warningsAmong(explainFindings(doubts, catalogue, 'file')),
    });
    if (!submitted.duplicate) void usualTotals.note({ client, route }, total);
    return submitted;
  }

  /** The seller is the one that the file names. */
  private async issueOffline(
    { client, route, invoiceRef, offline }: FileSubmission,
    { addressing, kind }: Pick<ExaminedDocument, 'addressing' | 'kind'>,
  ): Promise<OfflineIssue | undefined> {
    if (!offline || !addressing) return undefined;
    assertKindIsOffline(route, kind);
    const wish = { ...offline, sellerIds: sellerIdsIn(addressing) };
    return issueOffline({ client, route, invoiceRef, wish, fields: QUERY }, this.ports);
  }
}
