import { COMMON_STATUSES } from '../../domain/sending/status-mapping.ts';
import { STATUS_INQUIRY } from '../../domain/routes/route-caps.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Inquiry } from '../../ports/rail/inquiry.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { Step } from '../lifecycle/move.ts';
import { applyAnswer } from './apply-answer.ts';
import { callRail, prepareInquiry } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { waitInQueue, RateLimitPermits } from './rate-limit-permits.ts';
import { waitForAccount } from './retry.ts';
import { railOf, requireSubmission } from './submission-of.ts';

/** Asks the route whether it holds a document whose answer was lost, or over which a process died. */
export async function inquireStatus(record: InvoiceRecord, tools: DeliveryTools): Promise<Step> {
  const open = markOutcomeUnknown(record);
  const permits = new RateLimitPermits(open, STATUS_INQUIRY, tools);
  const inquiry = await prepareInquiry(open, permits, tools);
  if (!inquiry) return waitForAccount(open, tools);
  const permit = await permits.acquire();
  if (permit !== 'free') return waitInQueue(open, permit, tools);
  const answer = await callRail(open, 'ask', permits, railOf(open, tools).ask(inquiry), tools);
  return applyAnswer(open, 'ask', answer, tools);
}

/** A call was under way: whether it reached the route is unknown. */
function markOutcomeUnknown(record: InvoiceRecord): InvoiceRecord {
  const submission = requireSubmission(record);
  if (!submission.isCalling) return record;
  const { notHeld: _before, ...kept } = submission;
  return {
    ...record,
    submission: { ...kept, isCalling: false, outcomeUnknown: true, answerLost: true },
  };
}

/** Asks the route what became of a document that it holds. */
export const poll = (record: InvoiceRecord, tools: DeliveryTools): Promise<Step> =>
  askAbout(record, 'poll', (rail, inquiry) => rail.poll(inquiry), tools);

/** Fetches the proof of an end that was told without it. */
export const fetchReceipt = (record: InvoiceRecord, tools: DeliveryTools): Promise<Step> =>
  askAbout(record, 'receipt', askForReceipt, tools);

function askForReceipt(rail: Rail, inquiry: Inquiry): Promise<RailAnswer> {
  if (!rail.receipt) throw new Error(`the rail of ${rail.route} is not asked for receipts`);
  return rail.receipt(inquiry);
}

/** The route can be asked about what it holds for as long as it takes. A missing credential counts as a route that did not answer. */
async function askAbout(
  record: InvoiceRecord,
  question: 'poll' | 'receipt',
  ask: (rail: Rail, inquiry: Inquiry) => Promise<RailAnswer>,
  tools: DeliveryTools,
): Promise<Step> {
  const permits = new RateLimitPermits(record, question, tools);
  const inquiry = await prepareInquiry(record, permits, tools);
  if (!inquiry) return applyAnswer(record, question, { mapping: COMMON_STATUSES.credentialMissing }, tools);
  const permit = await permits.acquire();
  if (permit !== 'free') return waitInQueue(record, permit, tools);
  const answer = await callRail(record, question, permits, ask(railOf(record, tools), inquiry), tools);
  return applyAnswer(record, question, answer, tools);
}
