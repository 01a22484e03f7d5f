import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { mayReach, type Conclusion, OUTCOMES } from '../../domain/sending/outcomes.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { nextPoll } from '../../domain/sending/retry.ts';
import { mayHoldDocument } from '../../domain/sending/submission.ts';
import { documentKind, type TaxReport } from '../../domain/reports/tax-report.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import { careRows } from '../care/care.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { careWhileSending, closeHealedCare, findingOf } from '../sending/care.ts';
import type { Failed, OutgoingDocument, Recorder, Sendable, SubmittedProgress } from '../sending/sendable.ts';
import type { AnswerTools } from '../sending/sending-tools.ts';
import { routeFacts } from '../sending/route-facts.ts';
import { type BuildTools, flowsOn, reportsOf } from './build-report.ts';
import { handleAll, moveReport, type ReportStep, reschedule } from './report-step.ts';

/** How a report stores the progress of its sending. */
export const reportRecorder = (tools: AnswerTools): Recorder<TaxReport> => ({
  // As a status: a route that cannot tell whether it has a report never gets it twice.
  outcomesOf: () => OUTCOMES.status,
  note: ({ record: before }, answer, effect) => {
    const record = careWhileSending(before, answer, effect, tools);
    const { legalId, reference } = answer;
    return legalId !== undefined && reference !== undefined ? { ...record, legalId } : record;
  },
  reschedule: (record, at) => reschedule(record, at, tools),
  awaitCall: (record, at) => awaitCall(record, at, tools),
  // The document has the identity in it: it is written again.
  renew: async ({ record, rail }) => {
    const { salesSha256: _stated, ...rest } = record;
    return { record: rest, submissionId: rail.newSubmissionId('') };
  },
  conclude: (sent, conclusion, answer) => conclude(sent, conclusion, answer, tools),
  giveUp: ({ record }, failed) => goOnLater(record, failed, tools),
});

const LATER_MS = 3_600_000;

/** The duty to report does not end with an outage: after the schedule the route is tried each hour, and a care row says so. */
export function goOnLater(
  record: TaxReport,
  { mapping, message }: Failed,
  tools: Pick<AnswerTools, 'clock' | 'catalogue'>,
): ReportStep {
  const now = tools.clock.now();
  const own = message === undefined ? {} : { message };
  const errors = [findingOf(record, { mapping, ...own }, tools)];
  const care = mergeCareRows(record.care, careRows(errors, now), 'leave');
  const noted = { ...record, errors, care, failures: 0 };
  return awaitCall(noted, new Date(now.getTime() + LATER_MS), tools);
}

/** A report, as the engine sends it. */
export const sendableReport = (tools: BuildTools): Sendable<TaxReport> => ({
  ...reportRecorder(tools),
  metricPrefix: 'report-',
  carrierOn: (rail) => flowsOn(rail),
  open: (record, rail) => openReport(record, rail, tools),
  accountWaits: ({ pollWaitsMs }) => pollWaitsMs,
  mark: (record) => reschedule({ ...record, state: 'submitting', work: 'inquire' }, tools.clock.now(), tools),
});

function awaitCall(record: TaxReport, at: Date, tools: Pick<AnswerTools, 'clock'>): ReportStep {
  if (mayHoldDocument(record.submission))
    return reschedule({ ...record, state: 'submitting', work: 'inquire' }, at, tools);
  const work = record.salesSha256 === undefined ? 'check' : 'send';
  return reschedule({ ...record, state: 'queued', work }, at, tools);
}

function openReport(record: TaxReport, rail: Rail, { files }: BuildTools): OutgoingDocument<TaxReport> {
  const { documentSha256, declarant, legalId, documentsMade } = record;
  if (documentSha256 === undefined) throw new Error(`report ${record.id} has no document to be sent`);
  const bytes = async (): Promise<Uint8Array> => {
    const document = await files.read(record, documentKind(documentsMade));
    if (!document) throw new Error(`the document of ${record.id} is not held`);
    return document;
  };
  return {
    about: {
      documentSha256,
      legalId,
      document: () => Promise.reject(new Error('a report is no invoice')),
    },
    partyIds: async () => [declarant],
    bytes,
    load: async () => {
      const read = await bytes();
      return { bytes: read, record, send: (inquiry) => flowsOn(rail).send({ ...inquiry, bytes: read }) };
    },
  };
}

/** The catalogue explains the reasons of a route for invoices. */
function refusalOf(record: TaxReport, { mapping, ...own }: RailAnswer, tools: AnswerTools): Finding {
  const { refusedHint: fixHint, refusedFor } = reportsOf(record).words;
  const message = rowOf(refusedFor, mapping.code ?? '') ?? mapping.message;
  return findingOf(record, { ...own, mapping: { ...mapping, message, fixHint } }, tools);
}

/** The end of a document leads to another look at the sales: some may have come meanwhile. */
function conclude(
  { record, rail, tools: { retryScale } }: SubmittedProgress<TaxReport>,
  conclusion: Conclusion,
  answer: RailAnswer,
  tools: AnswerTools,
): ReportStep {
  const now = tools.clock.now();
  const route = routeFacts(record, answer, rail);
  const looksAgain = { ...record, work: 'check', failures: 0, crashes: 0 } as const;
  if (conclusion === 'reject') {
    const errors = [refusalOf(record, answer, tools)];
    const care = closeHealedCare(record.care, rail, now);
    return moveReport({ ...looksAgain, care }, 'rejected', { dueAt: now, errors, route }, tools);
  }
  if (!mayReach(conclusion)) throw new Error(`no report ends by ${String(conclusion)}`);
  if (conclusion.then === 'end') {
    const { salesSha256 } = record;
    const { heldSince: _known, ...decided } = looksAgain;
    const accepted = {
      ...decided,
      care: handleAll(record.care, now),
      mayBeHeld: true,
      ...(salesSha256 !== undefined && { acceptedSales: salesSha256 }),
    };
    return moveReport(accepted, 'accepted', { dueAt: now, route }, tools);
  }
  const { submission } = record;
  const report = {
    ...record,
    work: 'poll' as const,
    failures: 0,
    care: closeHealedCare(record.care, rail, now),
    submission: { ...submission, heldSince: submission.heldSince ?? now, polls: 0 },
    legalId: answer.legalId ?? record.legalId,
  };
  const dueAt = nextPoll(rail.pollWaitsMs, 0, now, retryScale);
  return moveReport({ ...report, errors: [] }, 'submitted', { dueAt, route }, tools);
}
