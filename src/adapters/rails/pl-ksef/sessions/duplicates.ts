import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import type { Inquiry } from '../../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { KsefCalls } from '../client/calls.ts';
import type { Caller } from '../client/credential.ts';
import { sellerNipOf } from '../client/nip.ts';
import { inBase64 } from '../client/encryption.ts';
import { type InvoiceStatus, messageOf, rawOf } from './invoice-status.ts';
import { type Json, listIn, objectIn } from '../client/ksef.ts';
import { isRefusedCredential } from '../client/log-in-errors.ts';
import { keptUpo } from './receipts.ts';
import { readResumeToken, withForm, writeResumeToken } from './resume-token.ts';
import { readAcknowledged } from './upo.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

/** The invoice that KSeF holds under the number. */
type Found =
  | { readonly hash: string; readonly ksefNumber: string; readonly receipt?: Uint8Array }
  /** KSeF does not say which invoice it is. */
  | 'unseen'
  | { readonly failed: RailAnswer };

const DAY_MS = 86_400_000;

/**
 * KSeF holds an invoice under this number (440). Only its hash shows whether it is ours, from an earlier try, or another with
 * the same number (CIRFMF/ksef-docs): first by its receipt, which is available at once, then by its metadata.
 */
export class Duplicates {
  constructor(private readonly calls: KsefCalls) {}

  async settle(inquiry: Inquiry, caller: Caller, status: InvoiceStatus): Promise<RailAnswer> {
    const known = { reference: status.reference, raw: rawOf(status) };
    const original = await this.findOriginal(inquiry, caller, status);
    if (original === 'unseen') return { ...known, mapping: statuses.duplicateUnseen };
    if ('failed' in original) return { ...original.failed, ...known };
    const { ksefNumber, hash, receipt } = original;
    if (hash !== inBase64(inquiry.documentSha256)) {
      // Before KSeF's own words, which may be cut.
      const ours = sentences(
        statuses.duplicate.message,
        say('networks-pl-ksef.its-ksef-number-is', { ksef_number: ksefNumber }),
      );
      const message = messageOf(ours, status);
      return { ...known, mapping: statuses.duplicate, message, earlierId: ksefNumber };
    }
    const { session } = status.original;
    return {
      ...known,
      ...acceptedBefore(ksefNumber, receipt),
      resumeToken: writeResumeToken({
        nip: caller.nip,
        ...formOfToken(inquiry),
        ...(session !== undefined && { session }),
      }),
    };
  }

  /**
   * KSeF has accepted a technical correction of the same document (21166). It is ours if an earlier send arrived and its answer was lost.
   * KSeF names no number, so the invoices under this one are compared.
   */
  async settleCorrection(inquiry: Inquiry, caller: Caller): Promise<RailAnswer> {
    const original = await this.byMetadata(inquiry, caller, undefined);
    if (original === 'unseen') return { mapping: statuses.correctedUnseen };
    if ('failed' in original) return original.failed;
    return original.hash === inBase64(inquiry.documentSha256)
      ? {
          ...acceptedBefore(original.ksefNumber),
          resumeToken: writeResumeToken({ nip: caller.nip, ...formOfToken(inquiry) }),
        }
      : { mapping: statuses.correctedBefore };
  }

  private async findOriginal(inquiry: Inquiry, caller: Caller, status: InvoiceStatus): Promise<Found> {
    const byReceipt = await this.byReceipt(inquiry, caller, status);
    return byReceipt === 'unseen' ? this.byMetadata(inquiry, caller, status.original.ksefNumber) : byReceipt;
  }

  private async byReceipt(inquiry: Inquiry, caller: Caller, { original }: InvoiceStatus): Promise<Found> {
    const { ksefNumber, session } = original;
    if (ksefNumber === undefined || session === undefined) return 'unseen';
    if (!(await inquiry.acquirePermit())) return LATER;
    const path = `/sessions/${encodeURIComponent(session)}/invoices/ksef/${ksefNumber}/upo`;
    const response = await this.calls.call(caller, 'session', { path, wants: 'xml' });
    if (response.kind === 'failure' && response.failure.mapping === statuses.tooMany)
      return { failed: response.failure };
    if (response.kind !== 'xml') return 'unseen';
    const document = readAcknowledged(response.bytes, response.hash)?.find(
      (one) => one.ksefNumber === ksefNumber,
    );
    return document ? { hash: document.hash, ksefNumber, receipt: response.bytes } : 'unseen';
  }

  private async byMetadata(inquiry: Inquiry, caller: Caller, ksefNumber: string | undefined): Promise<Found> {
    const { addressing } = await inquiry.document();
    const seller = sellerNipOf(addressing) ?? caller.nip;
    const subjectType = seller === caller.nip ? 'Subject1' : 'Subject2';
    const body = queryFor(inquiry, { seller, subjectType }, ksefNumber);
    if (!body) return 'unseen';
    if (!(await inquiry.acquirePermit())) return LATER;
    const path = '/invoices/query/metadata?pageOffset=0&pageSize=10';
    const response = await this.calls.call(caller, 'metadata', { path, body });
    if (response.kind === 'failure') {
      const isForbidden = isRefusedCredential(response.failure.mapping);
      return { failed: isForbidden ? { mapping: statuses.mayNotCompare } : response.failure };
    }
    if (response.kind !== 'json') return 'unseen';
    const rows = listIn(response.json['invoices']).filter((row) =>
      isAskedFor(row, inquiry, seller, ksefNumber),
    );
    const ours = inBase64(inquiry.documentSha256);
    const row = rows.find(({ invoiceHash }) => invoiceHash === ours) ?? rows[0];
    return row ? { hash: String(row['invoiceHash']), ksefNumber: String(row['ksefNumber']) } : 'unseen';
  }
}

/** The document is held once, under the number that its first copy was given. */
function acceptedBefore(ksefNumber: string, receipt?: Uint8Array): RailAnswer {
  const stored = receipt && keptUpo(receipt);
  const message = say('networks-pl-ksef.sent-before.message', { ksef_number: ksefNumber });
  return {
    mapping: statuses.acceptedBefore,
    legalId: ksefNumber,
    earlierId: ksefNumber,
    ...stored,
    remarks: [{ ...statuses.sentBefore, message }, ...(stored?.remarks ?? [])],
  };
}

const formOfToken = ({ resumeToken }: Inquiry) => withForm(readResumeToken(resumeToken)?.form);

const LATER: Found = { failed: { mapping: statuses.tooMany, retryAfterSeconds: 1 } };

/** The context is the seller, or the buyer who issues the invoice. The search covers at most three months: around the day in the KSeF number, else around the day of issue. */
function queryFor(
  { invoiceNumber, issueDate }: Inquiry,
  { seller, subjectType }: { readonly seller: string; readonly subjectType: 'Subject1' | 'Subject2' },
  ksefNumber: string | undefined,
): Json | undefined {
  const [, year, month, day] = /^\d{10}-(\d{4})(\d\d)(\d\d)-/.exec(ksefNumber ?? '') ?? [];
  const middle = Date.parse(ksefNumber === undefined ? String(issueDate) : `${year}-${month}-${day}`);
  if (Number.isNaN(middle) || (ksefNumber === undefined && invoiceNumber === undefined)) return undefined;
  const days = ksefNumber === undefined ? 40 : 3;
  const at = (shift: number): string => new Date(middle + shift * DAY_MS).toISOString();
  const dateType = ksefNumber === undefined ? 'Issue' : 'Invoicing';
  return {
    subjectType,
    dateRange: { dateType, from: at(-days), to: at(days) },
    ...(ksefNumber === undefined ? { sellerNip: seller, invoiceNumber } : { ksefNumber }),
  };
}

function isAskedFor(
  row: Json,
  { invoiceNumber }: Inquiry,
  seller: string,
  ksefNumber: string | undefined,
): boolean {
  if (typeof row['invoiceHash'] !== 'string' || typeof row['ksefNumber'] !== 'string') return false;
  if (ksefNumber !== undefined) return row['ksefNumber'] === ksefNumber;
  return row['invoiceNumber'] === invoiceNumber && objectIn(row['seller'])?.['nip'] === seller;
}
