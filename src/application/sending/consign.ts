import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { mayHoldDocument } from '../../domain/sending/submission.ts';
import type { DocumentInTransit, Consignment, Inquiry } from '../../ports/rail/inquiry.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import type { RateLimitPermits } from './rate-limit-permits.ts';
import { readSentDocument } from './sent-document.ts';
import { type ReadingTools, readingOf } from './sent-reading.ts';
import { railOf, requireSubmission } from './submission-of.ts';
import { senderOf } from './sending-account.ts';

/** A document with the credential that it is sent under. */
export interface Packed {
  readonly inTransit: DocumentInTransit;
  readonly credential: OpenedCredential;
}

/**
 * Finds the credential: a document that the route may hold is sent again under the same account only.
 * @returns undefined if no credential fits.
 */
export async function pack(record: InvoiceRecord, tools: DeliveryTools): Promise<Packed | undefined> {
  const { client, route } = record;
  const inTransit = await readInTransit(record, tools);
  const credential = mayHoldDocument(record.submission)
    ? await senderOf(record, async () => inTransit.addressing.seller.ids, tools)
    : await tools.credentials.choose(client, route, inTransit.addressing.seller.ids);
  return credential && { inTransit, credential };
}

/** The document that goes to the route, with what was read from it. */
async function readInTransit(record: InvoiceRecord, tools: ReadingTools): Promise<DocumentInTransit> {
  const { facts, addressing } = await readingOf(record, tools);
  const bytes = await readSentDocument(record, tools);
  const receiver = await receiverOf(record, tools);
  return { bytes, facts, addressing, ...(receiver !== undefined && { receiver }) };
}

/** The receiver found when the route was chosen. */
export async function receiverOf(
  { client, sealedReceiver }: InvoiceRecord,
  { content }: Pick<DeliveryTools, 'content'>,
): Promise<string | undefined> {
  return sealedReceiver === undefined ? undefined : content.openText(client, sealedReceiver);
}

/** @returns undefined if the client has no credential of the account that the document was sent under. */
export async function prepareInquiry(
  record: InvoiceRecord,
  permits: RateLimitPermits,
  tools: DeliveryTools,
): Promise<Inquiry | undefined> {
  const sellerIds = async () => (await readingOf(record, tools)).addressing.seller.ids;
  const credential = await senderOf(record, sellerIds, tools);
  return credential && inquiryUnder(credential, record, permits, tools);
}

export const prepareConsignment = (
  record: InvoiceRecord,
  { inTransit, credential }: Packed,
  permits: RateLimitPermits,
  tools: DeliveryTools,
): Consignment => ({ ...inquiryUnder(credential, record, permits, tools), ...inTransit });

export function inquiryUnder(
  credential: OpenedCredential,
  record: InvoiceRecord,
  permits: RateLimitPermits,
  tools: DeliveryTools,
): Inquiry {
  const { client, invoiceNumber, issueDate, documentSha256, legalId } = record;
  const { id, startedAt, calledAt, reference, resumeToken, outcomeUnknown } = requireSubmission(record);
  if (documentSha256 === undefined) throw new Error(`invoice ${record.id} has no document to be sent`);
  let document: Promise<DocumentInTransit> | undefined;
  return {
    client,
    ...(invoiceNumber !== undefined && { invoiceNumber }),
    ...(issueDate !== undefined && { issueDate }),
    documentSha256,
    submissionId: id,
    startedAt,
    ...(calledAt && { calledAt }),
    ...(reference !== undefined && { reference }),
    ...(resumeToken !== undefined && { resumeToken }),
    legalId,
    isResend: outcomeUnknown,
    credential,
    document: () => (document ??= readInTransit(record, tools)),
    acquirePermit: () => permits.acquireAnother(),
  };
}

/** The name by which the route knows a submission; undefined until the route has given one. */
function referenceOf(record: InvoiceRecord, tools: Pick<DeliveryTools, 'rails'>): string | undefined {
  const { submission } = record;
  if (!submission) return undefined;
  return submission.reference ?? (railOf(record, tools).namesSubmissions ? undefined : submission.id);
}

/** What an event shows of the route. */
export function routeFacts(
  record: InvoiceRecord,
  { raw }: Pick<RailAnswer, 'raw'>,
  tools: Pick<DeliveryTools, 'rails'>,
) {
  const submissionId = referenceOf(record, tools);
  return { ...(submissionId !== undefined && { submissionId }), ...(raw !== undefined && { raw }) };
}

/** Makes a call and records its result. */
export async function callRail<T extends RailAnswer | { readonly resumeToken: string }>(
  record: InvoiceRecord,
  call: 'prepare' | 'open-batch' | 'batch' | 'send' | 'ask' | 'poll' | 'receipt',
  permits: RateLimitPermits,
  answer: Promise<T>,
  { telemetry, clock }: DeliveryTools,
): Promise<T> {
  const began = clock.now();
  const answered = await answer.finally(() => permits.release());
  const result = permits.wasRefused && 'mapping' in answered ? { ...answered, isOwnPause: true } : answered;
  const seconds = (clock.now().getTime() - began.getTime()) / 1000;
  telemetry.routeCalled(
    record.route,
    call,
    'mapping' in result ? result.mapping.networkStatus : 'prepared',
    seconds,
  );
  return result;
}
