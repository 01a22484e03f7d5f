import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { namingEarlier } from '../../domain/lifecycle/earlier-invoice.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';

/** The answer with the name of the earlier invoice that the route holds, if it is one of this client here. */
export async function nameEarlier(
  answer: RailAnswer,
  { id, client, route }: Pick<InvoiceRecord, 'id' | 'client' | 'route'>,
  { invoices }: { readonly invoices: Pick<InvoiceReads, 'findSent'> },
): Promise<RailAnswer> {
  const { earlierId: legalId, mapping, message = mapping.message, remarks = [] } = answer;
  if (legalId === undefined) return answer;
  const earlier = (await invoices.findSent({ client, route, legalId })).find((one) => one.id !== id);
  if (!earlier) return answer;
  // An answer that accepts says it in its remark, whose message names the earlier one. Those of a rejection are about other things.
  const [first, ...others] = remarks;
  return first && mapping.meaning !== 'refused'
    ? { ...answer, remarks: [{ ...first, message: namingEarlier(first.message, earlier) }, ...others] }
    : { ...answer, message: namingEarlier(message, earlier) };
}
