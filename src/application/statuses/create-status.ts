import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { newSubmission } from '../../domain/sending/submission.ts';
import type { SendableStatus } from '../../domain/routes/profile.ts';
import { barAtEnd } from '../../domain/statuses/answer.ts';
import { type OutgoingStatus, outgoingTask } from '../../domain/statuses/outgoing-status.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore, TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { HeldClaim } from '../../ports/idempotency-store.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { StatusLetter, StatusMessages, StatusOrder } from '../../ports/rail/status-messages.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import type { CredentialChoice } from '../sending/sending-ports.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import { barBefore } from '../received/answer-bar.ts';
import { scheduleStored, type SchedulingPorts } from '../work/schedule-stored.ts';
import { noteUnderWay } from './note-under-way.ts';
import { sealAnswerWords } from '../received/answer-words.ts';
import { messageText, type StatusMessage } from './sendable-status.ts';
import {
  holds,
  noneOver,
  notSupported,
  refuseStepBack,
  sendableRow,
  type Side,
  type StatusRequest,
  tellsBuyer,
} from './status-request.ts';

export interface StatusCall {
  readonly caller: Caller;
  readonly id: string;
  readonly request: StatusRequest;
  readonly claim: HeldClaim;
  readonly requestId: string;
}

interface Ports extends SchedulingPorts {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly received: Pick<ReceivedStore, 'find' | 'commit'>;
  readonly statuses: Pick<StatusStore, 'takeIn' | 'find' | 'ofInvoice'>;
  readonly credentials: Pick<CredentialChoice, 'choose'>;
  readonly content: Pick<ContentStore, 'get'> & TextSealer;
  readonly reader: Pick<FileReader, 'readFile'>;
  readonly rails: Rails;
  readonly clock: Clock;
  readonly digests: Digests;
}

interface Writing {
  readonly request: StatusRequest;
  readonly side: Side;
  readonly invoice: About;
  readonly row: SendableStatus;
  readonly now: Date;
}

type About = Pick<InvoiceRecord, 'id' | 'client' | 'route' | 'createdAt' | 'processingRule'> &
  Pick<ReceivedRecord, 'railId' | 'presentStatus'>;

/**
 * Takes in a status that a client sends to the other party: the seller about a sent invoice, the buyer about a received one. The message
 * is written here, so that what the route does not carry is refused at once; the worker sends it.
 */
export class CreateStatus {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, `status-not-supported`, `bad-request`, `busy`, `no-master-key` */
  async ofSent(call: StatusCall): Promise<OutgoingStatus> {
    const invoice = await ownInvoice(this.ports.invoices, call.caller, call.id);
    const row = sendableRow('seller', invoice.route, call.request);
    if (!holds(invoice))
      throw notSupported(say('statuses.route-does-not-hold-invoice-its-state-is', { value: invoice.state }));
    if (!tellsBuyer(invoice, row))
      throw notSupported(say('statuses.platform-reports-sale-and-delivers-no-invoice-it'));
    const document = invoice.documents.find(({ sha256 }) => sha256 === invoice.documentSha256);
    return this.takeIn(call, 'seller', invoice, row, document);
  }

  /** @throws CallFailed as `ofSent` */
  async ofReceived(call: StatusCall): Promise<OutgoingStatus> {
    const invoice: ReceivedRecord = await ownInvoice(this.ports.received, call.caller, call.id);
    return this.takeIn(
      call,
      'buyer',
      invoice,
      sendableRow('buyer', invoice.route, call.request),
      invoice.documents[0],
    );
  }

  private async takeIn(
    call: StatusCall,
    side: Side,
    invoice: About,
    row: SendableStatus,
    document: DocumentRef | undefined,
  ): Promise<OutgoingStatus> {
    const rail = this.ports.rails.get(invoice.route);
    if (!rail?.statusMessages || !document) throw noneOver(invoice.route);
    const { content, statuses, clock, digests } = this.ports;
    const id = `sts_${digests.sha256(call.claim.claimId).slice(0, 32)}`;
    const earlier = await statuses.find(id);
    if (earlier) return earlier;
    const end = barAtEnd(invoice);
    if (end !== undefined) throw notSupported(end);
    refuseStepBack(side, invoice.route, call.request, await statuses.ofInvoice(invoice.id));
    const bytes = await readHeldBytes(content, invoice, document);
    const now = clock.now();
    const writing = { request: call.request, side, invoice, row, now };
    const { submissionId, ...message } = await this.writeMessage(rail.statusMessages, bytes, writing);
    const sealedAnswer =
      side === 'buyer' ? await sealAnswerWords(invoice.client, call.request, content) : undefined;
    const status: OutgoingStatus = {
      id,
      client: invoice.client,
      state: 'queued',
      work: 'send',
      route: invoice.route,
      invoiceId: invoice.id,
      status: call.request.status,
      sealedMessage: await content.sealText(invoice.client, messageText(message)),
      ...(sealedAnswer !== undefined && { sealedAnswer }),
      submission: newSubmission(submissionId, now),
      failures: 0,
      dueAt: now,
      version: 1,
      lease: null,
      createdAt: now,
      updatedAt: now,
    };
    const stored = await statuses.takeIn(status, auditOf(call, status));
    await this.note(stored);
    scheduleStored(this.ports, outgoingTask(stored), stored.dueAt, { status_id: stored.id });
    return stored;
  }

  private async writeMessage(
    messages: StatusMessages,
    bytes: Uint8Array,
    { request, side, invoice, row, now }: Writing,
  ): Promise<StatusMessage & StatusLetter> {
    const { client, route, railId, processingRule } = invoice;
    const read = await this.ports.reader.readFile(bytes, { client, whenBusy: 'refuse' });
    if (read.reading !== 'read') throw notSupported(say('statuses.service-cannot-read-stored-invoice'));
    const { facts, addressing } = read;
    const { reasonCode, wishCode, note, amounts } = request;
    const order: StatusOrder = {
      code: row.code,
      by: side,
      facts,
      addressing,
      at: now,
      ...(railId !== undefined && { railId }),
      ...(reasonCode !== undefined && { reasonCode }),
      ...(wishCode !== undefined && { wishCode }),
      ...(note !== undefined && { note }),
      ...(amounts && { amounts }),
    };
    const { credentials } = this.ports;
    const bar = await barBefore({ order, client, route, messages, credentials });
    if (bar !== undefined) throw notSupported(bar);
    const letter = messages.write(order);
    if ('unfit' in letter) {
      // The platform builds the report of payments, too (`routes/fr-reports`).
      const elsewhere =
        processingRule === undefined ? undefined : say('statuses.state-payment-at-platform-which-reports-it');
      throw notSupported(sentences(letter.unfit, elsewhere));
    }
    return { ...letter, partyIds: addressing[side].ids };
  }

  /** If this fails, also by a crash, the worker notes it before it sends the status. */
  private async note(status: OutgoingStatus): Promise<void> {
    await noteUnderWay(status, this.ports).catch((cause: unknown) =>
      this.ports.log.warn({ status_id: status.id, cause }, 'left to the worker'),
    );
  }
}

const auditOf = (
  { caller, requestId }: StatusCall,
  { client, invoiceId, status, createdAt: at }: OutgoingStatus,
): AuditEntry => ({
  at,
  action: 'status_sent',
  actor: caller.keyId,
  client,
  subject: invoiceId,
  requestId,
  details: { status },
});
