import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { DocumentInTransit } from '../../ports/rail/inquiry.ts';
import { type KeptReading, keptReading, openReceiver, type SentReading } from '../content/addressed-to.ts';
import type { InvoiceSendingPorts } from './sending-ports.ts';

/** The ports that read a held document. */
export type SentDocumentPorts = Pick<InvoiceSendingPorts, 'reader' | 'files' | 'content'>;

/** The bytes that go to the route. */
export async function readSentDocument(
  record: InvoiceRecord,
  { files }: Pick<SentDocumentPorts, 'files'>,
): Promise<Uint8Array> {
  const file = record.documents.find(({ sha256 }) => sha256 === record.documentSha256);
  const bytes = file && (await files.read(record, file.kind));
  if (!bytes) throw new Error('the document that is to be sent is not held');
  return bytes;
}

/** The document that goes to the route, with what was read from it. */
export async function readInTransit(
  record: InvoiceRecord,
  ports: SentDocumentPorts,
): Promise<DocumentInTransit> {
  const { facts, addressing } = await readingOf(record, ports);
  const bytes = await readSentDocument(record, ports);
  const receiver = await openReceiver(record, ports);
  return { bytes, facts, addressing, ...(receiver !== undefined && { receiver }) };
}

/** What the check has sealed; parsed again if it was not read then. */
export async function readingOf(record: InvoiceRecord, ports: SentDocumentPorts): Promise<SentReading> {
  return (await keptReading(record, ports)) ?? readDocument(record, ports);
}

/** The invoice with the sealed reading of its document, for later calls. */
export async function withReading(
  record: InvoiceRecord,
  read: SentReading | undefined,
  ports: Pick<SentDocumentPorts, 'content'>,
): Promise<InvoiceRecord> {
  const { client, documentSha256: sha256 } = record;
  if (!read || sha256 === undefined || (await keptReading(record, ports))) return record;
  const { facts, addressing } = read;
  const reading: KeptReading = { sha256, facts, addressing };
  return { ...record, sealedReading: await ports.content.sealText(client, JSON.stringify(reading)) };
}

async function readDocument(record: InvoiceRecord, ports: SentDocumentPorts): Promise<SentReading> {
  const bytes = await readSentDocument(record, ports);
  const read = await ports.reader.readFile(bytes, { client: record.client, whenBusy: 'wait' });
  if (read.reading !== 'read')
    throw new Error(`the document that is to be sent cannot be read: ${read.reading}`);
  return read;
}
