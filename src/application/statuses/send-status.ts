import type { Caller } from '../../domain/access/caller.ts';
import type { BuyerStatus } from '../../domain/vocabulary/buyer-status.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { newSubmission } from '../../domain/lifecycle/submission.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { SendableStatus } from '../../domain/routes/profile.ts';
import { type OutgoingStatus, outgoingTask } from '../../domain/statuses/outgoing-status.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore, TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { HeldClaim } from '../../ports/idempotency-store.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Rails, StatusMessages, StatusOrder } from '../../ports/rail.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import { heldBytes } from '../content/held-bytes.ts';
import { badRequest } from '../refusals/request-finding.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import { messageText } from './sealed-message.ts';

/** A status as a caller wants it sent. */
export interface StatusRequest {
  readonly status: BuyerStatus;
  readonly reasonCode?: string;
  /** For people, beside the reason. */
  readonly note?: string;
  /** What was paid, by VAT rate. */
  readonly amounts?: readonly { readonly amount: string; readonly vatRate: string }[];
}

export interface StatusCall {
  readonly caller: Caller;
  readonly id: string;
  readonly request: StatusRequest;
  readonly claim: HeldClaim;
  readonly requestId: string;
}

interface Tools {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly received: Pick<ReceivedStore, 'find'>;
  readonly statuses: Pick<StatusStore, 'takeIn'>;
  readonly content: Pick<ContentStore, 'get'> & TextSealer;
  readonly reader: Pick<FileReader, 'readFile'>;
  readonly rails: Rails;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly digests: Digests;
  readonly log: Pick<Log, 'warn'>;
}

type Side = 'seller' | 'buyer';
type About = Pick<InvoiceRecord, 'id' | 'client' | 'route' | 'createdAt'>;

/**
 * Takes in a status that a client sends to the other party: the seller about a sent invoice, the buyer about a received one. The message
 * is written here, so that what the route does not carry is refused at once; the worker sends it.
 */
export class SendStatus {
  constructor(private readonly tools: Tools) {}

  /** @throws CallFailed `not-found`, `status-not-supported`, `bad-request`, `busy`, `no-master-key` */
  async ofSent(call: StatusCall): Promise<OutgoingStatus> {
    const invoice = await ownInvoice(this.tools.invoices, call.caller, call.id);
    const row = sendableRow('seller', invoice, call.request);
    if (!HELD.has(invoice.state))
      throw notSupported(`The route does not hold the invoice: its state is ${invoice.state}.`);
    const document = invoice.documents.find(({ sha256 }) => sha256 === invoice.documentSha256);
    return this.take(call, 'seller', invoice, row, document);
  }

  /** @throws CallFailed as `ofSent` */
  async ofReceived(call: StatusCall): Promise<OutgoingStatus> {
    const invoice: ReceivedRecord = await ownInvoice(this.tools.received, call.caller, call.id);
    return this.take(
      call,
      'buyer',
      invoice,
      sendableRow('buyer', invoice, call.request),
      invoice.documents[0],
    );
  }

  private async take(
    call: StatusCall,
    side: Side,
    invoice: About,
    row: SendableStatus,
    document: DocumentRef | undefined,
  ): Promise<OutgoingStatus> {
    const rail = this.tools.rails.get(invoice.route);
    if (!rail?.statusMessages || !document) throw noneOver(invoice.route);
    const { content, statuses, clock, digests } = this.tools;
    const bytes = await heldBytes(content, invoice, document);
    const { message, partyIds } = await this.written(rail.statusMessages, bytes, {
      call,
      side,
      invoice,
      row,
    });
    const now = clock.now();
    const status: OutgoingStatus = {
      id: `sts_${digests.sha256(call.claim.claimId).slice(0, 32)}`,
      client: invoice.client,
      state: 'queued',
      work: 'send',
      route: invoice.route,
      invoiceId: invoice.id,
      status: call.request.status,
      sealedMessage: await content.sealText(invoice.client, messageText({ message, partyIds })),
      submission: newSubmission(rail.newSubmissionId(digests.sha256(message)), now),
      failures: 0,
      dueAt: now,
      version: 1,
      lease: null,
      createdAt: now,
      updatedAt: now,
    };
    const taken = await statuses.takeIn(status, auditOf(call, status));
    this.schedule(taken);
    return taken;
  }

  private async written(
    messages: StatusMessages,
    bytes: Uint8Array,
    { call, side, invoice, row }: { call: StatusCall; side: Side; invoice: About; row: SendableStatus },
  ): Promise<{ readonly message: Uint8Array; readonly partyIds: readonly string[] }> {
    const read = await this.tools.reader.readFile(bytes, { client: invoice.client, whenBusy: 'refuse' });
    if (read.reading !== 'read') throw notSupported('The service cannot read the stored invoice.');
    const { facts, addressing } = read;
    const { statuses } = profileOf(invoice.route);
    if (statuses?.selfBilledTypes.includes(addressing.typeCode ?? ''))
      throw notSupported('The buyer issued the invoice itself (self-billing).');
    const { reasonCode, note, amounts } = call.request;
    const order: StatusOrder = {
      ...{ code: row.code, by: side, facts, addressing },
      at: this.tools.clock.now(),
      ...(reasonCode !== undefined && { reason: { code: reasonCode, ...(note !== undefined && { note }) } }),
      ...(amounts && { amounts }),
    };
    const message = messages.write(order);
    if (!message)
      throw notSupported(
        'The invoice does not identify both parties as the route needs it: see the page of the route.',
      );
    return { message, partyIds: (side === 'seller' ? addressing.seller : addressing.buyer).ids };
  }

  /** Not waited for: the status is safe. If this fails, also by a crash, the sweep finds it. */
  private schedule(status: OutgoingStatus): void {
    const { jobs, log } = this.tools;
    if (!status.dueAt) return;
    jobs
      .schedule(outgoingTask(status), status.dueAt)
      .catch((cause: unknown) => log.warn({ status_id: status.id, cause }, 'left to the sweep'));
  }
}

const auditOf = (
  { caller, requestId }: StatusCall,
  { client, invoiceId, status, createdAt: at }: OutgoingStatus,
): AuditEntry => ({
  ...{ at, action: 'status_sent', actor: caller.keyId, client, subject: invoiceId, requestId },
  details: { status },
});

/** The route holds the invoice, so its buyer can be told. */
const HELD: ReadonlySet<string> = new Set(['accepted', 'delivered']);

const notSupported = (detail: string): CallFailed => new CallFailed({ kind: 'status-not-supported', detail });
const noneOver = (route: Route): CallFailed => notSupported(`The service sends no statuses over ${route}.`);

/** The route's row for the status. @throws CallFailed `status-not-supported`, `bad-request` */
function sendableRow(side: Side, { route }: About, request: StatusRequest): SendableStatus {
  const rows = profileOf(route).statuses?.[side];
  if (!rows) throw noneOver(route);
  const row = rows.find(({ status }) => status === request.status);
  if (!row) {
    const known = rows.map(({ status }) => status).join(', ');
    throw notSupported(`Over ${route} the ${side} sends ${known}, not ${request.status}.`);
  }
  refuseReason(row, request);
  if (row.takesAmounts && !request.amounts)
    throw badRequest(
      'amounts',
      `${request.status} needs amounts: what was paid, VAT included, for each VAT rate.`,
    );
  if (!row.takesAmounts && request.amounts)
    throw badRequest('amounts', `${request.status} takes no amounts; leave them out.`);
  return row;
}

function refuseReason({ reasons, status }: SendableStatus, { reasonCode, note }: StatusRequest): void {
  if (!reasons) {
    if (reasonCode !== undefined) throw badRequest('reason_code', `${status} takes no reason; leave it out.`);
    if (note !== undefined)
      throw badRequest('note', `A note goes with a reason, and ${status} takes none; leave it out.`);
    return;
  }
  if (reasonCode === undefined || !reasons.includes(reasonCode))
    throw badRequest('reason_code', `${status} needs a reason, one of ${reasons.join(', ')}.`);
  if (reasonCode === OTHER && note === undefined)
    throw badRequest('note', `The reason ${OTHER} needs a note that explains it.`);
}

/** "Other, explained in text" (`routes/fr-pa`, section 5). */
const OTHER = 'AUTRE';
