import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RouteMessage } from '../../ports/rail.ts';
import type { SentFacts } from './sent-facts.ts';

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
