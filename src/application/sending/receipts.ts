import { nextPoll } from '../../domain/sending/retry.ts';
import { isError } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { NamedFiles } from '../content/invoice-files.ts';
import { careRows } from '../care/care.ts';
import { appendEvent, mergeCareRows, rescheduleSilently, type Step } from '../lifecycle/move.ts';
import { closeHealedCare, closeReceiptCare, findingOf } from './care.ts';
import { routeFacts } from './route-facts.ts';
import type { SubmittedProgress } from './sendable.ts';
import type { AnswerPorts } from './sending-ports.ts';

// The end stands here: only documents, poll times and care rows change.

/** The record's documents with the receipt that came along. */
export async function withReceipt(
  record: InvoiceRecord,
  { receipt }: RailAnswer,
  { files }: Pick<AnswerPorts, 'files'>,
): Promise<NamedFiles> {
  return receipt ? files.sealReceived(record, [receipt]) : { documents: record.documents, files: [] };
}

/** Stores the receipt. An event shows what it says besides: reasons of a rejection, or that it is not verified. */
export async function keepReceipt(
  { record, rail }: SubmittedProgress<InvoiceRecord>,
  answer: RailAnswer,
  ports: AnswerPorts,
): Promise<Step> {
  if (!answer.receipt) throw new Error(`${answer.mapping.networkStatus} brings no receipt`);
  const { documents, files } = await withReceipt(record, answer, ports);
  const now = ports.clock.now();
  const findings = (answer.remarks ?? []).map((mapping) => findingOf(record, { mapping }, ports));
  const reasons = findings.filter(isError);
  const healed = closeHealedCare(closeReceiptCare(record.care, now), rail, now);
  const invoice: InvoiceRecord = {
    ...record,
    documents,
    care: mergeCareRows(healed, careRows(reasons, now)),
    ...(reasons.length > 0 && { errors: reasons }),
  };
  if (findings.length === 0) return { ...rescheduleSilently(invoice, null), files };
  const route = routeFacts(record, answer, rail);
  return { ...appendEvent({ ...invoice, dueAt: null }, ports, { errors: findings, route }), files };
}

/** The route has no receipt and will have none. */
export const finishWithoutReceipt = (record: InvoiceRecord, { clock }: AnswerPorts): Step =>
  rescheduleSilently({ ...record, care: closeReceiptCare(record.care, clock.now()) }, null);

/** No receipt yet. */
export function fetchAgain({ record, rail, ports }: SubmittedProgress<InvoiceRecord>): Step {
  const { submission } = record;
  const polls = submission.polls + 1;
  const waits = rail.receiptWaitsMs ?? rail.pollWaitsMs;
  const at = nextPoll(waits, polls - 1, ports.clock.now(), ports.retryScale);
  return rescheduleSilently({ ...record, submission: { ...submission, polls } }, at);
}
