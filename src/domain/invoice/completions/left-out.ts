import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../canonical.ts';
import type { Completion } from './completion.ts';

interface LeftOut {
  readonly field: string;
  readonly message: Text;
  readonly isStated: (invoice: CanonicalInvoice) => boolean;
}

/** A remark: the member has no legal effect on this route. */
const leftOut =
  ({ field, message, isStated }: LeftOut): Completion =>
  (invoice) => ({
    invoice,
    remarks: isStated(invoice) ? [remark(field, message)] : [],
  });

const remark = (field: string, message: Text): Finding => ({
  code: 'EI-NOT-WRITTEN',
  severity: 'information',
  source: 'serializer',
  message,
  field,
  fixHint: say('invoice.EI-NOT-WRITTEN.hint-2'),
  whoFixes: 'erp',
});

/** For a route that treats consumers as any other buyer. */
export const consumerLeftOut = leftOut({
  field: 'buyer.is_consumer',
  message: say('invoice.this-route-makes-no-difference-between-consumers-and'),
  isStated: ({ buyer }) => buyer.isConsumer !== undefined,
});

/** For a route that sets its own BT-23, or has no place for it. */
export const processLeftOut = leftOut({
  field: 'invoice.business_process',
  message: say('invoice.route-sets-business-process-itself-only-france-leaves'),
  isStated: ({ invoice }) => invoice.businessProcess !== undefined,
});
