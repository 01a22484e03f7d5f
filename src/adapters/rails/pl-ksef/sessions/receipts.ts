import { sentences } from 'en16931-rules/vocabulary/message.ts';
import type { Newest } from '../../../../domain/newest.ts';
import { singleSpaced } from '../../../../domain/vocabulary/text.ts';
import type { Inquiry } from '../../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { KsefCalls } from '../client/calls.ts';
import type { Caller } from '../client/credential.ts';
import { inBase64 } from '../client/encryption.ts';
import { type Ksef, listIn, objectIn, type KsefResponse, textIn } from '../client/ksef.ts';
import { readResumeToken, writeResumeToken } from './resume-token.ts';
import { type Acknowledged, readAcknowledged, remarkOn } from './upo.ts';
import { KSEF_STATUS_MAPPINGS as statuses, NO_RECEIPT } from '../status-mappings.ts';

/** The latest addresses of receipts by KSeF number. Downloads from them count against no limit; they expire. */
export type UpoLinks = Newest<string>;
export const MAX_UPO_LINKS = 10_000;

/** After this many failed readings the receipt is stored as it came. */
const MAX_UNREADABLE = 3;

/**
 * The official receipt (UPO) of an invoice: from the address in its status, else by its own call, else that of its session (CIRFMF/ksef-docs).
 */
export class Receipts {
  constructor(
    private readonly calls: KsefCalls,
    private readonly ksef: Ksef,
    private readonly links: UpoLinks,
  ) {}

  async of(inquiry: Inquiry, caller: Caller, session: string): Promise<RailAnswer> {
    const { legalId } = inquiry;
    if (legalId === null) return { mapping: statuses.noReceipt };
    const link = this.links.get(legalId);
    if (link !== undefined) {
      const answer = receiptIn(await this.download(link, caller), inquiry);
      if (answer.mapping === statuses.receipt) return answer;
    }
    const at = `/sessions/${encodeURIComponent(session)}`;
    const response = await this.fetch(caller, `${at}/invoices/ksef/${encodeURIComponent(legalId)}/upo`);
    if (response.kind === 'refused' && response.code === NO_RECEIPT)
      return this.ofSession(inquiry, caller, at);
    const answer = receiptIn(response, inquiry);
    return answer.mapping === statuses.unreadableReceipt && response.kind === 'xml'
      ? countedUnreadable(answer, response.bytes, inquiry)
      : answer;
  }

  /** It exists once the session has ended. */
  private async ofSession(inquiry: Inquiry, caller: Caller, at: string): Promise<RailAnswer> {
    if (!(await inquiry.acquirePermit())) return { mapping: statuses.tooMany, retryAfterSeconds: 1 };
    const response = await this.calls.call(caller, 'session', { path: at });
    if (response.kind === 'failure') return response.failure;
    const pages = response.kind === 'json' ? listIn(objectIn(response.json['upo'])?.['pages']) : [];
    for (const page of pages) {
      const reference = textIn(page['referenceNumber']);
      const link = textIn(page['downloadUrl']);
      const linked = link === undefined ? undefined : receiptIn(await this.download(link, caller), inquiry);
      if (linked?.mapping === statuses.receipt) return linked;
      if (linked?.mapping === statuses.anothersReceipt || reference === undefined) continue;
      if (!(await inquiry.acquirePermit())) return { mapping: statuses.tooMany, retryAfterSeconds: 1 };
      const upo = await this.fetch(caller, `${at}/upo/${encodeURIComponent(reference)}`);
      const answer = receiptIn(upo, inquiry);
      // One page of them has the invoice.
      if (answer.mapping !== statuses.anothersReceipt) return answer;
    }
    return { mapping: statuses.noReceiptYet };
  }

  private download(link: string, { credential: { calls } }: Caller): Promise<KsefResponse> {
    return this.ksef.download(link, { calls });
  }

  private fetch(caller: Caller, path: string): Promise<KsefResponse> {
    return this.calls.call(caller, 'session', { path, wants: 'xml' });
  }
}

function receiptIn(response: KsefResponse, inquiry: Inquiry): RailAnswer {
  if (response.kind === 'failure') return response.failure;
  if (response.kind === 'refused') return { mapping: statuses.noReceiptYet, raw: { code: response.code } };
  if (response.kind !== 'xml') return { mapping: statuses.notUnderstood };
  const acknowledged = readAcknowledged(response.bytes, response.hash);
  if (!acknowledged?.length) return { mapping: statuses.unreadableReceipt };
  return acknowledged.some((one) => isOf(one, inquiry))
    ? { mapping: statuses.receipt, ...keptUpo(response.bytes) }
    : { mapping: statuses.anothersReceipt };
}

/** The receipt as it came, with a finding about it. */
export function keptUpo(bytes: Uint8Array): Required<Pick<RailAnswer, 'receipt' | 'remarks'>> {
  const remark = remarkOn(bytes);
  const { receiptUnverified } = statuses;
  return {
    receipt: { kind: 'upo', bytes },
    remarks:
      remark === undefined
        ? []
        : [{ ...receiptUnverified, message: sentences(receiptUnverified.message, remark) }],
  };
}

function countedUnreadable(answer: RailAnswer, bytes: Uint8Array, inquiry: Inquiry): RailAnswer {
  const state = readResumeToken(inquiry.resumeToken);
  // HTML pages and the like are not receipts.
  if (!state || !Buffer.from(bytes).includes('Potwierdzenie')) return answer;
  const unreadable = 1 + (state.unreadable ?? 0);
  return unreadable >= MAX_UNREADABLE
    ? { mapping: statuses.receipt, ...keptUpo(bytes) }
    : { ...answer, resumeToken: writeResumeToken({ ...state, unreadable }) };
}

/** Everything that identifies it: the file, the KSeF number with the seller in it, and the number of the issuer. */
function isOf(
  { hash, ksefNumber, sellerNip, invoiceNumber }: Acknowledged,
  { documentSha256, legalId, invoiceNumber: ours }: Inquiry,
): boolean {
  return (
    hash === inBase64(documentSha256) &&
    ksefNumber === legalId &&
    legalId.startsWith(`${sellerNip}-`) &&
    (ours === undefined || invoiceNumber === singleSpaced(ours))
  );
}
