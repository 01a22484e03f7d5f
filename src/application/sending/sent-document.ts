import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { DeliveryTools } from './delivery-tools.ts';

/** The bytes that go to the route. */
export async function readSentDocument(
  record: InvoiceRecord,
  { files }: Pick<DeliveryTools, 'files'>,
): Promise<Uint8Array> {
  const held = record.documents.find(({ sha256 }) => sha256 === record.documentSha256);
  const bytes = held && (await files.read(record, held.kind));
  if (!bytes) throw new Error('the document that is to be sent is not held');
  return bytes;
}
