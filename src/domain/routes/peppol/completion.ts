import { adapt, type Completion, inTurn, withMembers } from '../../invoice/completions/completion.ts';
import { consumerLeftOut, processLeftOut } from '../../invoice/completions/left-out.ts';
import { isSelfBilledCredit } from '../../invoice/self-billed.ts';

/** BIS Self-Billing takes credit notes of type 261 only (PEPPOL-EN16931-P0101). */
const selfBilledCredit: Completion = (invoice) => {
  if (!isSelfBilledCredit(invoice)) return { invoice, remarks: [] };
  const header = withMembers(invoice.invoice, { typeCode: '261' });
  return { invoice: withMembers(invoice, { invoice: header }), remarks: [REMARK] };
};

const REMARK = adapt(
  'invoice.type_code',
  'BT-3',
  'The credit note of a self-billed invoice is written as a self-billed credit note (261) and goes to the seller.',
  'Nothing to change. If the seller writes the credit note, leave preceding_invoices[].type_code out.',
);

export const completedForPeppol = inTurn(selfBilledCredit, consumerLeftOut, processLeftOut);
