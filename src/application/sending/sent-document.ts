import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Addressee } from '../../domain/mail/letter.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { type Addressing, E_MAIL, type ElectronicAddress } from '../../domain/vocabulary/addressing.ts';
import type { DocumentFacts } from '../../domain/vocabulary/document-facts.ts';
import type { DocumentInTransit } from '../../ports/rail/inquiry.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { InvoiceSendingPorts } from './sending-ports.ts';

/** The parts of a sent document that a network asks for. */
export interface SentReading {
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
}

/** As it is sealed with the invoice. */
interface KeptReading extends SentReading {
  /** Of the bytes that were read. */
  readonly sha256: string;
}

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
  const receiver = await receiverOf(record, ports);
  return { bytes, facts, addressing, ...(receiver !== undefined && { receiver }) };
}

/** The receiver found when the route was chosen. */
export async function receiverOf(
  { client, sealedReceiver }: Sealed,
  { content }: OpeningPorts,
): Promise<string | undefined> {
  return sealedReceiver === undefined ? undefined : content.openText(client, sealedReceiver);
}

interface OpeningPorts {
  readonly content: Pick<TextSealer, 'openText'>;
}

type Sealed = Partial<Pick<InvoiceRecord, 'sealedReading' | 'sealedReceiver' | 'documentSha256'>> &
  Pick<InvoiceRecord, 'client'>;

/** What a record says of the address; a tax report has none. */
export type AddressedRecord = Sealed &
  Pick<InvoiceRecord, 'route'> &
  Partial<Pick<InvoiceRecord, 'submission' | 'sealedAddressee' | 'processingRule'>>;

/** The address that the document went to, as the send takes it; undefined before the send, and if the route addresses no one. */
export async function addressedTo(
  record: AddressedRecord,
  ports: OpeningPorts,
): Promise<ElectronicAddress | undefined> {
  const { client, route, submission, sealedAddressee, processingRule } = record;
  // A sale that is reported reaches the tax administration alone.
  if (!submission || processingRule !== undefined) return undefined;
  if (sealedAddressee !== undefined) {
    const { to } = JSON.parse(await ports.content.openText(client, sealedAddressee)) as Addressee;
    return { scheme: E_MAIL, id: to };
  }
  const read = profileOf(route).receiver;
  const sent = await keptReading(record, ports);
  return read && sent ? read(sent.addressing, await receiverOf(record, ports)) : undefined;
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

/** @returns undefined if nothing was sealed, or it is of other bytes. */
async function keptReading(
  { client, sealedReading, documentSha256 }: Sealed,
  { content }: OpeningPorts,
): Promise<SentReading | undefined> {
  if (sealedReading === undefined) return undefined;
  const reading = JSON.parse(await content.openText(client, sealedReading)) as KeptReading;
  return reading.sha256 === documentSha256 ? reading : undefined;
}

async function readDocument(record: InvoiceRecord, ports: SentDocumentPorts): Promise<SentReading> {
  const bytes = await readSentDocument(record, ports);
  const read = await ports.reader.readFile(bytes, { client: record.client, whenBusy: 'wait' });
  if (read.reading !== 'read')
    throw new Error(`the document that is to be sent cannot be read: ${read.reading}`);
  return read;
}
