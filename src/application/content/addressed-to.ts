import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Addressee } from '../../domain/mail/letter.ts';
import { profileOf } from '../../domain/routes/all.ts';
import { type Addressing, E_MAIL, type ElectronicAddress } from '../../domain/vocabulary/addressing.ts';
import type { DocumentFacts } from '../../domain/vocabulary/document-facts.ts';
import { ContentUnreadable, type TextSealer } from '../../ports/content-store.ts';

/** The parts of a sent document that a network asks for. */
export interface SentReading {
  readonly facts: DocumentFacts;
  readonly addressing: Addressing;
}

/** As it is sealed with the invoice. */
export interface KeptReading extends SentReading {
  /** Of the bytes that were read. */
  readonly sha256: string;
}

/** The receiver found when the route was chosen. */
export async function openReceiver(
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

/**
 * The address that the document went to, as the send takes it; undefined before the send, if the
 * route addresses no one, and if what was sealed is damaged: the record is shown without it.
 */
export async function addressedTo(
  record: AddressedRecord,
  ports: OpeningPorts,
): Promise<ElectronicAddress | undefined> {
  // A sale that is reported reaches the tax administration alone.
  if (!record.submission || record.processingRule !== undefined) return undefined;
  try {
    return await openAddress(record, ports);
  } catch (error) {
    if (error instanceof ContentUnreadable) return undefined;
    throw error;
  }
}

async function openAddress(
  record: AddressedRecord,
  ports: OpeningPorts,
): Promise<ElectronicAddress | undefined> {
  const { client, route, sealedAddressee } = record;
  if (sealedAddressee !== undefined) {
    const { to } = JSON.parse(await ports.content.openText(client, sealedAddressee)) as Addressee;
    return { scheme: E_MAIL, id: to };
  }
  const { receiver } = profileOf(route);
  const sent = receiver ? await keptReading(record, ports) : undefined;
  return receiver && sent ? receiver(sent.addressing, await openReceiver(record, ports)) : undefined;
}

/** @returns undefined if nothing was sealed, or it is of other bytes. */
export async function keptReading(
  { client, sealedReading, documentSha256 }: Sealed,
  { content }: OpeningPorts,
): Promise<SentReading | undefined> {
  if (sealedReading === undefined) return undefined;
  const reading = JSON.parse(await content.openText(client, sealedReading)) as KeptReading;
  return reading.sha256 === documentSha256 ? reading : undefined;
}
