import { Decimal, sum } from '../../domain/vocabulary/decimal.ts';
import type { Money } from '../../domain/vocabulary/addressing.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RouteMessage } from '../../ports/rail.ts';
import type { SentFact, SentFacts } from './sent-facts.ts';

/** Those of the invoices under a number that a message can be about: of its day, and of the seller that it names. */
export async function meantBy(
  { about }: RouteMessage,
  found: readonly InvoiceRecord[],
  facts: SentFacts,
): Promise<readonly InvoiceRecord[]> {
  if ('submissionId' in about) return found;
  const { issueDate, sellerId } = about;
  const ofItsDay = found.filter(
    (record) => issueDate === undefined || (record.issueDate ?? issueDate) === issueDate,
  );
  if (sellerId === undefined) return ofItsDay;
  const meant: InvoiceRecord[] = [];
  for (const record of ofItsDay) if (await isFrom(record, sellerId, facts)) meant.push(record);
  return meant;
}

/** What never had a document was never sent. */
async function isFrom(record: InvoiceRecord, sellerId: string, facts: SentFacts): Promise<boolean> {
  if (sellerId === '' || !record.submission || record.documentSha256 === undefined) return false;
  const { sellerIds } = await facts.of(record);
  return sellerIds.some((id) => plain(id).endsWith(plain(sellerId)));
}

const plain = (id: string): string => id.replaceAll(/[^0-9A-Za-z]/g, '').toUpperCase();

/** The message, or one that changes nothing where less than the invoice's total was paid (decisions, "buyer_status"). */
export async function weighed(
  message: RouteMessage,
  record: InvoiceRecord,
  facts: SentFacts,
): Promise<RouteMessage> {
  const { says } = message;
  if (says.what !== 'status' || !says.paid) return message;
  const isWhole = coversTotal(says.paid, (await facts.of(record)).total);
  return isWhole ? message : { ...message, says: { what: 'nothing' } };
}

/** In another currency, or where an amount is none, nobody can tell: then it is not said to be paid. */
function coversTotal(paid: readonly Money[], total: SentFact['total']): boolean {
  const isComparable = paid.every(
    ({ amount, currency }) => currency === total?.currency && /^-?\d{1,18}(\.\d{1,8})?$/.test(amount),
  );
  if (!total || !isComparable) return false;
  return sum(paid.map(({ amount }) => new Decimal(amount)))
    .abs()
    .gte(new Decimal(total.amount).abs());
}
