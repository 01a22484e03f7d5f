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
import type { AnswerPorts } from '../sending/sending-ports.ts';
import { routeFacts } from '../sending/route-facts.ts';
import { type ReportPorts, flowsOn, reportsOf } from './build-report.ts';
import { handleAll, moveReport, type ReportStep, reschedule } from './report-step.ts';

/** How a report stores the progress of its sending. */
export const reportRecorder = (ports: AnswerPorts): Recorder<TaxReport> => ({
  // As a status: a route that cannot tell whether it has a report never gets it twice.
  outcomesOf: () => OUTCOMES.status,
  note: ({ record: before }, answer, effect) => {
    const record = careWhileSending(before, answer, effect, ports);
    const { legalId, reference } = answer;
    return legalId !== undefined && reference !== undefined ? { ...record, legalId } : record;
  },
  reschedule: (record, at) => reschedule(record, at, ports),
  awaitCall: (record, at) => awaitCall(record, at, ports),
  // The document has the identity in it: it is written again.
  renew: async ({ record, rail }) => {
    const { salesSha256: _stated, ...rest } = record;
    return { record: rest, submissionId: rail.newSubmissionId('') };
  },
  conclude: (sent, conclusion, answer) => conclude(sent, conclusion, answer, ports),
  giveUp: ({ record }, failed) => goOnLater(record, failed, ports),
});

const LATER_MS = 3_600_000;

/** The duty to report does not end with an outage: after the schedule the route is tried each hour, and a care row says so. */
export function goOnLater(
  record: TaxReport,
  { mapping, message }: Failed,
  ports: Pick<AnswerPorts, 'clock' | 'catalogue'>,
): ReportStep {
  const now = ports.clock.now();
  const own = message === undefined ? {} : { message };
  const errors = [findingOf(record, { mapping, ...own }, ports)];
  const care = mergeCareRows(record.care, careRows(errors, now), 'leave');
  const noted = { ...record, errors, care, failures: 0 };
  return awaitCall(noted, new Date(now.getTime() + LATER_MS), ports);
}

/** A report, as the engine sends it. */
export const sendableReport = (ports: ReportPorts): Sendable<TaxReport> => ({
  ...reportRecorder(ports),
  metricPrefix: 'report-',
  carrierOn: (rail) => flowsOn(rail),
  open: (record, rail) => openReport(record, rail, ports),
  accountWaits: ({ pollWaitsMs }) => pollWaitsMs,
  mark: (record) => reschedule({ ...record, state: 'submitting', work: 'inquire' }, ports.clock.now(), ports),
});

function awaitCall(record: TaxReport, at: Date, ports: Pick<AnswerPorts, 'clock'>): ReportStep {
  if (mayHoldDocument(record.submission))
    return reschedule({ ...record, state: 'submitting', work: 'inquire' }, at, ports);
  const work = record.salesSha256 === undefined ? 'check' : 'send';
  return reschedule({ ...record, state: 'queued', work }, at, ports);
}

function openReport(record: TaxReport, rail: Rail, { files }: ReportPorts): OutgoingDocument<TaxReport> {
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
function rejectionOf(record: TaxReport, { mapping, ...own }: RailAnswer, ports: AnswerPorts): Finding {
  const { refusedHint: fixHint, refusedFor } = reportsOf(record).words;
  const message = rowOf(refusedFor, mapping.code ?? '') ?? mapping.message;
  return findingOf(record, { ...own, mapping: { ...mapping, message, fixHint } }, ports);
}

/** The end of a document leads to another look at the sales: some may have come meanwhile. */
function conclude(
  { record, rail, ports: { retryScale } }: SubmittedProgress<TaxReport>,
  conclusion: Conclusion,
  answer: RailAnswer,
  ports: AnswerPorts,
): ReportStep {
  const now = ports.clock.now();
  const route = routeFacts(record, answer, rail);
  const looksAgain = { ...record, work: 'check', failures: 0, crashes: 0 } as const;
  if (conclusion === 'reject') {
    const errors = [rejectionOf(record, answer, ports)];
    const care = closeHealedCare(record.care, rail, now);
    return moveReport({ ...looksAgain, care }, 'rejected', { dueAt: now, errors, route }, ports);
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
    return moveReport(accepted, 'accepted', { dueAt: now, route }, ports);
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
  return moveReport({ ...report, errors: [] }, 'submitted', { dueAt, route }, ports);
}
