import { COMMON_WORDS } from '../../domain/delivery/rail-word.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Step } from '../lifecycle/move.ts';
import { answered, failed } from './answered.ts';
import { called, consigned, pack, railOf } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';

/** Asks the route whether it holds a document whose answer was lost, or over which a process died. */
export async function settle(record: InvoiceRecord, tools: DeliveryTools): Promise<Step> {
  const open = leftOpen(record);
  const packed = await pack(open, tools);
  if (!packed) return failed(open, COMMON_WORDS.credentialMissing, tools);
  const answer = await called(open, 'ask', railOf(open, tools).ask(consigned(open, packed)), tools);
  return answered(open, 'ask', answer, tools);
}

/** Whether a call that was under way reached the route, nobody knows. */
function leftOpen(record: InvoiceRecord): InvoiceRecord {
  const { submission } = record;
  if (!submission) throw new Error(`invoice ${record.id} is being submitted as nothing`);
  if (!submission.isCalling) return record;
  return {
    ...record,
    submission: { ...submission, isCalling: false, mayBeHeld: true, answerLost: true },
  };
}
