import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { moved, type Step, waiting } from '../lifecycle/move.ts';
import { known } from './consign.ts';
import type { DeliveryTools } from './delivery-tools.ts';

/** The mark that a call is about to be made; of a process that dies over it whoever comes next finds it. */
export function calling(record: InvoiceRecord, tools: DeliveryTools): Step {
  const now = tools.clock.now();
  const marked: InvoiceRecord = {
    ...record,
    // Of whoever finds it with the mark.
    work: 'settle',
    reachedRail: true,
    submission: { ...known(record), isCalling: true },
  };
  return record.state === 'submitting'
    ? waiting(marked, now, tools)
    : moved(marked, 'submitting', tools, { dueAt: now });
}
