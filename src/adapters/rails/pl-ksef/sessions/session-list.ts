import type { Inquiry } from '../../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { KsefCalls } from '../client/calls.ts';
import type { Caller } from '../client/credential.ts';
import { inBase64 } from '../client/encryption.ts';
import { type InvoiceStatus, invoiceStatus } from './invoice-status.ts';
import { listIn, textIn } from '../client/ksef.ts';
import { DUPLICATE, KSEF_STATUS_MAPPINGS as statuses, UNKNOWN_SESSION } from '../status-mappings.ts';

const MINUTE = 60_000;
/** A thousand per page; a session takes ten thousand. */
const MAX_PAGES = 10;

export const LATER: RailAnswer = { mapping: statuses.tooMany, retryAfterSeconds: 1 };

/** Invoices of a session. */
interface SessionList {
  readonly invoices: readonly InvoiceStatus[];
  /** Every entry was read. What an incomplete list does not show may be held. */
  readonly isWhole: boolean;
}

/** All invoices of a session, page by page. */
export async function listSession(
  calls: KsefCalls,
  caller: Caller,
  session: string,
  mayCall: Inquiry['acquirePermit'],
): Promise<SessionList | 'unknown session' | RailAnswer> {
  const path = `/sessions/${encodeURIComponent(session)}/invoices?pageSize=1000`;
  const all: InvoiceStatus[] = [];
  let entries = 0;
  let continuation: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    if (pages > 0 && !(await mayCall())) return LATER;
    const response = await calls.call(caller, 'list', { path, ...(continuation && { continuation }) });
    if (response.kind === 'failure') return response.failure;
    if (response.kind === 'refused' && response.code === UNKNOWN_SESSION) return 'unknown session';
    if (response.kind !== 'json' || !Array.isArray(response.json['invoices']))
      return { mapping: statuses.notUnderstood };
    entries += response.json['invoices'].length;
    all.push(...listIn(response.json['invoices']).flatMap((row) => invoiceStatus(row) ?? []));
    continuation = textIn(response.json['continuationToken']);
    if (continuation === undefined) break;
  }
  return { invoices: all, isWhole: continuation === undefined && all.length === entries };
}

/** The entry of the invoice. The same file may be in the list more than once. */
export function oursAmong(all: readonly InvoiceStatus[], inquiry: Inquiry): InvoiceStatus | undefined {
  const hash = inBase64(inquiry.documentSha256);
  const ours = all.filter((one) => one.hash === hash && !isOfAnEarlierTry(one, inquiry));
  return ours.sort(byWeight)[0];
}

const CLOCKS_DIFFER_MS = 5 * MINUTE;
const isOver = ({ code }: InvoiceStatus): boolean => code >= 400 && code !== DUPLICATE;

/** The same file, refused before this submission began: the outcome of an earlier invoice of the client. */
const isOfAnEarlierTry = (status: InvoiceStatus, { startedAt }: Inquiry): boolean =>
  isOver(status) &&
  status.takenAt !== undefined &&
  status.takenAt.getTime() < startedAt.getTime() - CLOCKS_DIFFER_MS;

/** An accepted entry goes before one under way, and that before a duplicate of either. */
const weightOf = (status: InvoiceStatus): number =>
  status.code === 200 ? 0 : status.code < 400 ? 1 : status.code === DUPLICATE ? 2 : 3;
const byWeight = (one: InvoiceStatus, other: InvoiceStatus): number => weightOf(one) - weightOf(other);
