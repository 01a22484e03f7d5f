import { nextPoll } from '../../domain/sending/retry.ts';
import { isError } from '../../domain/findings/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { NamedFiles } from '../content/invoice-files.ts';
import { careRows } from '../care/care.ts';
import { appendEvent, mergeCareRows, rescheduleSilently, type Step } from '../lifecycle/move.ts';
import { routeFacts } from './consign.ts';
import { railOf, requireSubmission } from './submission-of.ts';
import type { AnswerTools } from './delivery-tools.ts';
import { closeHealedCare, closeReceiptCare, findingOf, openOverdueCare } from './care-while-sending.ts';

// The end stands here: only documents, poll times and care rows change.

/** The record's documents with the receipt that came along. */
export async function withReceipt(
  record: InvoiceRecord,
  { receipt }: RailAnswer,
  { files }: Pick<AnswerTools, 'files'>,
): Promise<NamedFiles> {
  return receipt ? files.sealReceived(record, [receipt]) : { documents: record.documents, files: [] };
}

/** Stores the receipt. An event shows what it says besides: reasons of a refusal, or that it is not verified. */
export async function keepReceipt(
  record: InvoiceRecord,
  answer: RailAnswer,
  tools: AnswerTools,
): Promise<Step> {
  if (!answer.receipt) throw new Error(`${answer.mapping.networkStatus} brings no receipt`);
  const { documents, files } = await withReceipt(record, answer, tools);
  const now = tools.clock.now();
  const findings = (answer.remarks ?? []).map((mapping) => findingOf(record, { mapping }, tools));
  const reasons = findings.filter(isError);
  const healed = closeHealedCare(closeReceiptCare(record.care, now), railOf(record, tools), now);
  const kept: InvoiceRecord = {
    ...record,
    documents,
    care: mergeCareRows(healed, careRows(reasons, now)),
    ...(reasons.length > 0 && { errors: reasons }),
  };
  if (findings.length === 0) return { ...rescheduleSilently(kept, null), files };
  const route = routeFacts(record, answer, tools);
  return { ...appendEvent({ ...kept, dueAt: null }, tools, { errors: findings, route }), files };
}

/** The route has no receipt and will have none. */
export const finishWithoutReceipt = (record: InvoiceRecord, { clock }: AnswerTools): Step =>
  rescheduleSilently({ ...record, care: closeReceiptCare(record.care, clock.now()) }, null);

/** No receipt yet. */
export function fetchAgain(record: InvoiceRecord, tools: AnswerTools): Step {
  const { receiptWaitsMs, pollWaitsMs } = railOf(record, tools);
  const submission = requireSubmission(record);
  const polls = submission.polls + 1;
  const at = nextPoll(receiptWaitsMs ?? pollWaitsMs, polls - 1, tools.clock.now(), tools.retryScale);
  const care = openOverdueCare(record, tools);
  return rescheduleSilently({ ...record, care, submission: { ...submission, polls } }, at);
}
