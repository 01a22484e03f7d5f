import { COMMON_WORDS } from '../../domain/delivery/rail-word.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Inquiry, Rail, RailAnswer } from '../../ports/rail.ts';
import type { Step } from '../lifecycle/move.ts';
import { answered } from './answered.ts';
import { called, inquired, known, railOf } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { inLine, Places } from './places.ts';
import { failed } from './tried-again.ts';

/** Asks the route whether it holds a document whose answer was lost, or over which a process died. */
export async function settle(record: InvoiceRecord, tools: DeliveryTools): Promise<Step> {
  const open = leftOpen(record);
  const places = new Places(open, 'settle', tools);
  const inquiry = await inquired(open, places, tools);
  if (!inquiry) return failed(open, COMMON_WORDS.credentialMissing, tools, 'ask');
  const place = await places.take();
  if (place !== 'free') return inLine(open, place, tools);
  const answer = await called(open, 'ask', places, railOf(open, tools).ask(inquiry), tools);
  return answered(open, 'ask', answer, tools);
}

/** Whether a call that was under way reached the route, nobody knows. */
function leftOpen(record: InvoiceRecord): InvoiceRecord {
  const submission = known(record);
  if (!submission.isCalling) return record;
  return {
    ...record,
    submission: { ...submission, isCalling: false, mayBeHeld: true, answerLost: true },
  };
}

/** Asks the route what became of a document that it holds. */
export const poll = (record: InvoiceRecord, tools: DeliveryTools): Promise<Step> =>
  asked(record, 'poll', (rail, inquiry) => rail.poll(inquiry), tools);

/** Fetches the proof of an end that was told without it. */
export const fetchReceipt = (record: InvoiceRecord, tools: DeliveryTools): Promise<Step> =>
  asked(record, 'receipt', askedForReceipt, tools);

function askedForReceipt(rail: Rail, inquiry: Inquiry): Promise<RailAnswer> {
  if (!rail.receipt) throw new Error(`the rail of ${rail.route} is not asked for receipts`);
  return rail.receipt(inquiry);
}

/** What the route holds can be asked about for as long as it takes; without a credential it is as if the route did not answer. */
async function asked(
  record: InvoiceRecord,
  question: 'poll' | 'receipt',
  ask: (rail: Rail, inquiry: Inquiry) => Promise<RailAnswer>,
  tools: DeliveryTools,
): Promise<Step> {
  const places = new Places(record, question, tools);
  const inquiry = await inquired(record, places, tools);
  if (!inquiry) return answered(record, question, { word: COMMON_WORDS.credentialMissing }, tools);
  const place = await places.take();
  if (place !== 'free') return inLine(record, place, tools);
  const answer = await called(record, question, places, ask(railOf(record, tools), inquiry), tools);
  return answered(record, question, answer, tools);
}
