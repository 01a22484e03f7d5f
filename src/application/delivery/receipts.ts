import { nextPoll } from '../../domain/delivery/decisions.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RailAnswer } from '../../ports/rail.ts';
import type { NamedFiles } from '../content/invoice-files.ts';
import { rested, type Step } from '../lifecycle/move.ts';
import { known, railOf } from './consign.ts';
import type { AnswerTools } from './delivery-tools.ts';
import { overdueCare, receiptSettled } from './trouble.ts';

// The end stands, whatever is said here: only documents, pace and care rows change.

/** The record's documents with the receipt that came along. */
export async function withReceipt(
  record: InvoiceRecord,
  { receipt }: RailAnswer,
  { files }: Pick<AnswerTools, 'files'>,
): Promise<NamedFiles> {
  return receipt ? files.sealReceived(record, [receipt]) : { documents: record.documents, files: [] };
}

/** It came. */
export async function proven(record: InvoiceRecord, answer: RailAnswer, tools: AnswerTools): Promise<Step> {
  if (!answer.receipt) throw new Error(`${answer.word.sign} brings no receipt`);
  const { documents, files } = await withReceipt(record, answer, tools);
  const care = receiptSettled(record.care, tools.clock.now());
  return { ...rested({ ...record, documents, care }, null), files };
}

/** There is none, and there will be none. */
export const goWithout = (record: InvoiceRecord, { clock }: AnswerTools): Step =>
  rested({ ...record, care: receiptSettled(record.care, clock.now()) }, null);

/** Not yet. */
export function fetchAgain(record: InvoiceRecord, tools: AnswerTools): Step {
  const { receiptWaitsMs, pollWaitsMs } = railOf(record, tools);
  const submission = known(record);
  const polls = submission.polls + 1;
  const at = nextPoll(receiptWaitsMs ?? pollWaitsMs, polls - 1, tools.clock.now(), tools.retryScale);
  const care = overdueCare(record, tools);
  return rested({ ...record, care, submission: { ...submission, polls } }, at);
}
