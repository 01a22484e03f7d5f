import type { Finding } from '../../findings/finding.ts';
import type { CanonicalInvoice } from '../canonical.ts';
import type { Completion } from './completion.ts';

interface LeftOut {
  readonly field: string;
  readonly message: string;
  readonly isStated: (invoice: CanonicalInvoice) => boolean;
}

/** A remark: the member has no legal effect on this route. */
const leftOut =
  ({ field, message, isStated }: LeftOut): Completion =>
  (invoice) => ({
    invoice,
    remarks: isStated(invoice) ? [remark(field, message)] : [],
  });

const remark = (field: string, message: string): Finding => ({
  code: 'EI-NOT-WRITTEN',
  severity: 'information',
  source: 'serializer',
  message,
  field,
  fixHint: 'Nothing to change.',
  whoFixes: 'erp',
});

/** For a route that treats consumers as any other buyer. */
export const consumerLeftOut = leftOut({
  field: 'buyer.is_consumer',
  message: 'This route makes no difference between consumers and businesses.',
  isStated: ({ buyer }) => buyer.isConsumer !== undefined,
});

/** For a route that sets its own BT-23, or has no place for it. */
export const processLeftOut = leftOut({
  field: 'invoice.business_process',
  message: 'The route sets the business process (BT-23) itself; only France leaves the choice to the seller.',
  isStated: ({ invoice }) => invoice.businessProcess !== undefined,
});
