import type { RailWord } from '../../domain/delivery/rail-word.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Consignment, Rail, RailAnswer } from '../../ports/rail.ts';
import type { DeliveryTools } from './delivery-tools.ts';

/** A document with all that its route needs, but for the identity of its submission. */
export type Packed = Omit<Consignment, 'submissionId' | 'startedAt' | 'isResend'>;

/** @returns undefined when no credential fits. */
export async function pack(
  record: InvoiceRecord,
  { credentials, reader, files }: DeliveryTools,
): Promise<Packed | undefined> {
  const { client, route, documentSha256 } = record;
  const held = record.documents.find(({ sha256 }) => sha256 === documentSha256);
  const bytes = held && (await files.read(record, held.kind));
  if (!bytes) throw new Error('the document that is to be sent is not held');
  const read = await reader.readFile(bytes, { client, patience: 'wait' });
  if (read.reading !== 'read')
    throw new Error(`the document that is to be sent cannot be read: ${read.reading}`);
  const { facts, addressing } = read;
  const credential = await credentials.choose(client, route, addressing.seller.ids);
  return credential && { client, bytes, facts, addressing, credential };
}

export function consigned(record: InvoiceRecord, packed: Packed): Consignment {
  const { submission } = record;
  if (!submission) throw new Error(`invoice ${record.id} has no submission`);
  return {
    ...packed,
    submissionId: submission.id,
    startedAt: submission.startedAt,
    isResend: submission.mayBeHeld,
  };
}

export function railOf({ route }: InvoiceRecord, { rails }: Pick<DeliveryTools, 'rails'>): Rail {
  const rail = rails.get(route);
  if (!rail) throw new Error(`the route ${route} has no rail`);
  return rail;
}

/** Makes a call and tells how it went. */
export async function called(
  record: InvoiceRecord,
  call: 'send' | 'ask' | 'poll',
  answer: Promise<RailAnswer>,
  { telemetry, clock }: DeliveryTools,
): Promise<RailAnswer> {
  const began = clock.now();
  const result = await answer;
  const seconds = (clock.now().getTime() - began.getTime()) / 1000;
  telemetry.routeCalled(record.route, call, result.word.sign, seconds);
  return result;
}

export const plain = (word: RailWord): RailAnswer => ({ word });
