import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { STATUS_INQUIRY } from '../../domain/routes/route-caps.ts';
import { move, type Step, reschedule } from '../lifecycle/move.ts';
import { requireSubmission } from './submission-of.ts';
import type { DeliveryTools } from './delivery-tools.ts';

/** Marks that a call is about to be made; if the process dies during the call, the next worker finds the mark. */
export function markCall(record: InvoiceRecord, tools: DeliveryTools): Step {
  const now = tools.clock.now();
  const marked: InvoiceRecord = {
    ...record,
    // The work of a worker that finds the mark.
    work: STATUS_INQUIRY,
    reachedRail: true,
    submission: { ...requireSubmission(record), calledAt: now, isCalling: true },
  };
  return record.state === 'submitting'
    ? reschedule(marked, now, tools)
    : move(marked, 'submitting', tools, { dueAt: now });
}
