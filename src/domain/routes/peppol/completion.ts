import { say } from 'en16931-rules/vocabulary/message.ts';
import { adapt, type Completion, inTurn, withMembers } from '../../invoice/completions/completion.ts';
import { consumerLeftOut, processLeftOut } from '../../invoice/completions/left-out.ts';
import { isSelfBilledCredit } from '../../invoice/self-billed.ts';
import { addressTo, peppolReceiver } from '../../routing/peppol-receiver.ts';

/** A receiver without an electronic address gets the first one that its numbers name (`routes/be-and-identifiers`, 1). */
const receiverAddressed: Completion = (invoice) => {
  const [first] = peppolReceiver(invoice).candidates;
  return { invoice: first === undefined ? invoice : addressTo(invoice, first), remarks: [] };
};

/** BIS Self-Billing takes credit notes of type 261 only (PEPPOL-EN16931-P0101). */
const selfBilledCredit: Completion = (invoice) => {
  if (!isSelfBilledCredit(invoice)) return { invoice, remarks: [] };
  const header = withMembers(invoice.invoice, { typeCode: '261' });
  return { invoice: withMembers(invoice, { invoice: header }), remarks: [REMARK] };
};

const REMARK = adapt(
  'invoice.type_code',
  'BT-3',
  say('routes-peppol.credit-note-of-self-billed-invoice-is-written'),
  say('routes-peppol.nothing-to-change-if-seller-writes-credit-note'),
);

// Type 261 no longer shows which invoice is credited, so the receiver is addressed first.
export const completedForPeppol = inTurn(
  receiverAddressed,
  selfBilledCredit,
  consumerLeftOut,
  processLeftOut,
);
