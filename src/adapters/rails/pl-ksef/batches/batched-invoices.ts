import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { Newest } from '../../../../domain/newest.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Inquiry } from '../../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { KsefCalls } from '../client/calls.ts';
import type { Caller } from '../client/credential.ts';
import type { Duplicates } from '../sessions/duplicates.ts';
import { answerOf, type InvoiceStatus } from '../sessions/invoice-status.ts';
import type { UpoLinks } from '../sessions/receipts.ts';
import { objectIn } from '../client/ksef.ts';
import type { BatchResumeState } from '../sessions/resume-token.ts';
import { LATER, listSession, oursAmong } from '../sessions/session-list.ts';
import {
  BATCH_CANCELLED,
  DUPLICATE,
  KSEF_STATUS_MAPPINGS as statuses,
  PART_MISSING,
  UNKNOWN_SESSION,
} from '../status-mappings.ts';
import { closeBatch } from './close-batch.ts';

interface Ports {
  readonly calls: KsefCalls;
  readonly duplicates: Duplicates;
  readonly clock: Clock;
  readonly links: UpoLinks;
}

/** The last known state of a batch session. */
interface Look {
  /** The status of the session itself. */
  readonly code: number;
  readonly invoices: readonly InvoiceStatus[];
  readonly isWhole: boolean;
  /** What KSeF answered to another close of a session that was still open. */
  readonly close?: Close;
}

type Close = 'closed' | 'cancelled' | 'part missing' | undefined;

interface Kept {
  readonly look: Look;
  readonly at: number;
  readonly firstAt: number;
}

/**
 * One query serves all invoices of the session for a moment; the longer the session takes, the longer. Lists are limited to 200
 * an hour.
 */
const MIN_MS = 1_000;
const SHARE = 6;
/** A session that has ended without this invoice says nothing more about it. */
const MAX_KEPT = 100;
const PAUSE_S = 30;
/** Each of these looks closes the batch again, of which KSeF allows few. */
const LONG_PAUSE_S = 300;
const CLOCKS_DIFFER_MS = 60_000;
/** A session that is still open after this time is a person's matter. */
const LONG_OPEN_MS = 24 * 3_600_000;

/** Invoices that were sent in a batch. KSeF names them only after it has unpacked the archive, so their hashes identify them. */
export class BatchedInvoices {
  private readonly batches = new Newest<Kept>(MAX_KEPT);
  private readonly looking = new Map<string, Promise<Look | 'unknown session' | RailAnswer>>();

  constructor(private readonly ports: Ports) {}

  /** Whether KSeF holds the invoice, after a batch was interrupted. */
  async ask(inquiry: Inquiry, caller: Caller, resumeToken: BatchResumeState): Promise<RailAnswer> {
    const look = await this.look(inquiry, caller, resumeToken);
    if (look === 'unknown session') return { mapping: statuses.notHeld };
    if ('mapping' in look) return look;
    const status = oursAmong(look.invoices, inquiry);
    if (status?.code === DUPLICATE) return { mapping: statuses.taken, reference: status.reference };
    if (status) return answerOf(status);
    if (!look.isWhole) return { mapping: statuses.notUnderstood };
    if (look.code >= 200) return { mapping: statuses.notHeld, raw: { session: look.code } };
    return look.code === OPEN ? this.open(look, resumeToken) : { mapping: statuses.queued };
  }

  async poll(inquiry: Inquiry, caller: Caller, resumeToken: BatchResumeState): Promise<RailAnswer> {
    const look = await this.look(inquiry, caller, resumeToken);
    if (look === 'unknown session') return { mapping: statuses.unknownReference };
    if ('mapping' in look) return look;
    const status = oursAmong(look.invoices, inquiry);
    if (status?.code === DUPLICATE) return this.ports.duplicates.settle(inquiry, caller, status);
    return statusIn(look, status);
  }

  /** From the last look, if that is recent or the invoice had ended by then. A duplicate has to be settled by calls. */
  pollAtHand(inquiry: Inquiry, { session }: BatchResumeState): RailAnswer | undefined {
    const batch = this.batches.get(session);
    const status = batch && oursAmong(batch.look.invoices, inquiry);
    const isKnown = batch && (this.isGood(batch) || (status && hasEnded(status)));
    return isKnown && status?.code !== DUPLICATE ? statusIn(batch.look, status) : undefined;
  }

  /** The addresses of the session's receipts. One list names all of them, and downloads count against no limit. */
  async listLinks(inquiry: Inquiry, caller: Caller, resumeToken: BatchResumeState): Promise<void> {
    const { legalId } = inquiry;
    if (legalId === null || this.ports.links.get(legalId) !== undefined) return;
    const look = await this.look(inquiry, caller, resumeToken);
    if (look === 'unknown session' || 'mapping' in look) return;
    this.keepLinks(look.invoices);
  }

  /** Only a session that has surely ended without the invoice lets it be sent again: users report sessions at 100 for hours. */
  private open({ close }: Look, { batch }: BatchResumeState): RailAnswer {
    if (close === 'closed') return { mapping: statuses.batchTaken };
    if (close === 'cancelled') return { mapping: statuses.notHeld, raw: { session: OPEN, close } };
    const now = this.now();
    if (now > batch.uploadUntil + LONG_OPEN_MS || (close && now > batch.uploadUntil + CLOCKS_DIFFER_MS))
      return { mapping: statuses.notUnderstood, raw: { session: OPEN, ...(close && { close }) } };
    const retryAfterSeconds = now > batch.uploadUntil ? LONG_PAUSE_S : PAUSE_S;
    return { mapping: statuses.batchOpen, retryAfterSeconds };
  }

  /**
   * Closes a batch again that KSeF still waits for: if all parts were taken and the answer to the close was not clear, or if the time of
   * the batch is over. Before that its sender may be alive (CIRFMF/ksef-api, issues 786, 822 and 831).
   */
  private async closeAgain(
    { acquirePermit: mayCall }: Inquiry,
    caller: Caller,
    { session, batch }: BatchResumeState,
  ): Promise<Close> {
    const isOver = this.now() > batch.uploadUntil + CLOCKS_DIFFER_MS;
    if ((!batch.isUploaded && !isOver) || !(await mayCall())) return undefined;
    const response = await closeBatch(this.ports.calls, caller, session);
    if (response.kind === 'done') return 'closed';
    if (response.kind !== 'refused') return undefined;
    if (response.code === BATCH_CANCELLED) return 'cancelled';
    return response.code === PART_MISSING ? 'part missing' : undefined;
  }

  private async look(inquiry: Inquiry, caller: Caller, resumeToken: BatchResumeState) {
    const { session } = resumeToken;
    const batch = this.batches.get(session);
    if (batch && this.isGood(batch)) return batch.look;
    const looking = this.looking.get(session);
    if (looking) return looking;
    const look = this.see(inquiry, caller, resumeToken).finally(() => this.looking.delete(session));
    this.looking.set(session, look);
    return look;
  }

  private isGood({ look, at, firstAt }: Kept): boolean {
    if (look.isWhole && look.code >= 200 && look.invoices.every(hasEnded)) return true;
    const age = this.now() - at;
    return age >= 0 && age < Math.max(MIN_MS, (at - firstAt) / SHARE);
  }

  /** First the state of the session: the list of an ended session is complete. */
  private async see(
    inquiry: Inquiry,
    caller: Caller,
    resumeToken: BatchResumeState,
  ): Promise<Look | 'unknown session' | RailAnswer> {
    const { calls } = this.ports;
    const { acquirePermit: mayCall } = inquiry;
    const { session } = resumeToken;
    const response = await calls.call(caller, 'session', {
      path: `/sessions/${encodeURIComponent(session)}`,
    });
    if (response.kind === 'failure') return response.failure;
    if (response.kind === 'refused' && response.code === UNKNOWN_SESSION) return 'unknown session';
    const code = response.kind === 'json' ? objectIn(response.json['status'])?.['code'] : undefined;
    if (typeof code !== 'number') return { mapping: statuses.notUnderstood };
    if (!(await mayCall())) return LATER;
    const list = await listSession(calls, caller, session, mayCall);
    if (list === 'unknown session' || 'mapping' in list) return list;
    this.keepLinks(list.invoices);
    const close =
      code === OPEN && list.isWhole ? await this.closeAgain(inquiry, caller, resumeToken) : undefined;
    return this.keep(session, { code, ...list, close });
  }

  private keepLinks(invoices: readonly InvoiceStatus[]): void {
    for (const { ksefNumber, upoUrl } of invoices)
      if (ksefNumber !== undefined && upoUrl !== undefined) this.ports.links.set(ksefNumber, upoUrl);
  }

  private keep(session: string, look: Look): Look {
    const at = this.now();
    const firstAt = this.batches.get(session)?.firstAt ?? at;
    this.batches.set(session, { look, at, firstAt });
    return look;
  }

  private now(): number {
    return this.ports.clock.now().getTime();
  }
}

/** It waits for its archive. */
const OPEN = 100;

const hasEnded = ({ code }: InvoiceStatus): boolean => code >= 200;

/** @param status of the invoice in the look. */
function statusIn(look: Look, status: InvoiceStatus | undefined): RailAnswer {
  if (status) return answerOf(status);
  if (!look.isWhole) return { mapping: statuses.notUnderstood };
  if (look.code < 200 && look.close !== 'cancelled') return { mapping: statuses.inProgress };
  const message = sentences(
    statuses.sessionFailed.message,
    say('networks-pl-ksef.session-ended-with-status', { code: String(look.code) }),
  );
  return { mapping: statuses.sessionFailed, message, raw: { session: look.code } };
}
