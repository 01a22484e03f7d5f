import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Addressing } from '../../domain/vocabulary/addressing.ts';
import type { DocumentFacts } from '../../domain/vocabulary/document-facts.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { readSentDocument } from './sent-document.ts';

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

/** The tools that read a held document. */
export type ReadingTools = Pick<DeliveryTools, 'reader' | 'files' | 'content'>;

/** Parses a document before its first call; later calls take what was sealed then. */
export async function readingOf(record: InvoiceRecord, tools: ReadingTools): Promise<SentReading> {
  return (await keptReading(record, tools)) ?? readDocument(record, tools);
}

/** The invoice with the sealed reading of its document, for later calls. */
export async function withReading(
  record: InvoiceRecord,
  { facts, addressing }: SentReading,
  tools: ReadingTools,
): Promise<InvoiceRecord> {
  const { client, documentSha256: sha256 } = record;
  if (sha256 === undefined || (await keptReading(record, tools))) return record;
  const reading: KeptReading = { sha256, facts, addressing };
  return { ...record, sealedReading: await tools.content.sealText(client, JSON.stringify(reading)) };
}

/** @returns undefined if nothing was sealed, or it is of other bytes. */
async function keptReading(
  { client, sealedReading, documentSha256 }: InvoiceRecord,
  { content }: ReadingTools,
): Promise<SentReading | undefined> {
  if (sealedReading === undefined) return undefined;
  const kept = JSON.parse(await content.openText(client, sealedReading)) as KeptReading;
  return kept.sha256 === documentSha256 ? kept : undefined;
}

async function readDocument(record: InvoiceRecord, tools: ReadingTools): Promise<SentReading> {
  const bytes = await readSentDocument(record, tools);
  const read = await tools.reader.readFile(bytes, { client: record.client, whenBusy: 'wait' });
  if (read.reading !== 'read')
    throw new Error(`the document that is to be sent cannot be read: ${read.reading}`);
  return read;
}
