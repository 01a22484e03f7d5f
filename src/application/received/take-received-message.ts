import { say } from 'en16931-rules/vocabulary/message.ts';
import { type ReceivedStatus, changesReceived, isEnded } from '../../domain/vocabulary/buyer-status.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { Addressing } from '../../domain/vocabulary/addressing.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { collects } from '../../domain/clients/client-record.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import { type CollectionCursors, collectionName } from '../../ports/collection-cursors.ts';
import type { Feed } from '../../ports/feeds.ts';
import type { NamedInvoice, RouteMessage } from '../../ports/rail/route-messages.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { ReportPurchase } from '../reports/report-purchase.ts';
import { careRows } from '../care/care.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { paysWhole } from '../messages/payments.ts';
import { isCredit } from '../messages/sent-facts.ts';
import { type CareTelemetry, tellOpened } from '../lifecycle/tell-opened.ts';
import { isSameCompanyNumber } from '../messages/about-invoice.ts';
import type { TakesReceivedMessages } from '../messages/take-message.ts';
import { findingOf } from '../sending/care.ts';
import type { AnswerPorts } from '../sending/sending-ports.ts';
import type { WorkStep } from '../work/record-kind.ts';
import { tellReceived } from './received-event.ts';

interface Ports extends AnswerPorts, CareTelemetry {
  readonly received: Pick<ReceivedStore, 'findNumbered' | 'commit'>;
  readonly reader: Pick<FileReader, 'readFile'>;
  readonly content: Pick<ContentStore, 'get'>;
  readonly purchases: Pick<ReportPurchase, 'withdraw'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly collectionCursors: Pick<CollectionCursors, 'find'>;
}

type Step = WorkStep<ReceivedRecord>;

/** Invoices of one number whose files are read, the newest first: many sellers may have the same. */
const MAX_NUMBERED = 500;

/** A network may list a message by this time before the file of its invoice, which is collected apart. */
const MAX_AHEAD_MS = 3_600_000;
/** A weekend in which nothing could be collected. */
const MAX_UNCOLLECTED_MS = 3 * 86_400_000;

/** Applies what the network says about a received invoice: its rejection, its cancellation, statuses of either party. */
export class TakeReceivedMessage implements TakesReceivedMessages {
  constructor(private readonly ports: Ports) {}

  /** Applying a message again changes nothing: the invoice has its document already. @returns undefined if a worker was faster. */
  async run(message: RouteMessage, source: Pick<Feed, 'client' | 'route' | 'credentialId'>) {
    const { about } = message;
    // Without the seller's number, the number of an invoice is not enough: each seller has a 1.
    if (!('invoiceNumber' in about) || !about.sellerId) return 'unknown';
    const { client, route } = source;
    const { invoiceNumber } = about;
    const receivedInvoices = await this.ports.received.findNumbered({
      client,
      route,
      invoiceNumber,
      limit: MAX_NUMBERED,
    });
    for (const record of receivedInvoices) {
      const addressing = await this.addressingOf(record, about);
      if (addressing) return this.take(record, message, addressing);
    }
    return (await this.mayComeLater(message, source)) ? 'retry-later' : 'unknown';
  }

  private async take(record: ReceivedRecord, message: RouteMessage, addressing: Addressing) {
    const step = await this.stepOf(record, message, addressing);
    if (!step) return 'known';
    if (isEnded(step.record.presentStatus)) await this.ports.purchases.withdraw(record);
    const answer = await this.ports.received.commit({ ...step, audit: [] });
    if (answer !== 'committed') return undefined;
    tellOpened(record.care, step.record.care, this.ports);
    return 'taken';
  }

  /** After a pause the messages of hours come at once, maybe before the files. */
  private async mayComeLater(
    { setAt }: RouteMessage,
    source: Pick<Feed, 'client' | 'route' | 'credentialId'>,
  ): Promise<boolean> {
    if (!setAt) return false;
    const age = this.ports.clock.now().getTime() - setAt.getTime();
    if (age < MAX_AHEAD_MS) return true;
    if (age >= MAX_UNCOLLECTED_MS) return false;
    const { clients, collectionCursors } = this.ports;
    const list = await collectionCursors.find(collectionName(source));
    if (!list || !collects(await clients.find(source.client), source.route)) return false;
    return !list.readAt || list.readAt.getTime() - setAt.getTime() < MAX_AHEAD_MS;
  }

  /** Undefined if the message is about another invoice of this number. */
  private async addressingOf(
    record: ReceivedRecord,
    { sellerId, issueDate }: NamedInvoice,
  ): Promise<Addressing | undefined> {
    const { reader, content } = this.ports;
    const { client, documents } = record;
    const bytes = await readHeldBytes(content, record, documents[0]!);
    const read = await reader.readFile(bytes, { client, whenBusy: 'wait' });
    if (read.reading !== 'read') return undefined;
    const { addressing, facts } = read;
    const isOfDay = issueDate === undefined || (facts.issueDate ?? issueDate) === issueDate;
    return isOfDay && isSameCompanyNumber(addressing.seller.ids, sellerId ?? '') ? addressing : undefined;
  }

  /** Undefined if it was applied before. */
  private async stepOf(
    record: ReceivedRecord,
    message: RouteMessage,
    addressing: Addressing,
  ): Promise<Step | undefined> {
    const { files, clock } = this.ports;
    const { kind, bytes, repeats, raw } = message;
    const earlier = await files.read(record, kind);
    const sealed = await files.sealReceived(record, [{ kind, bytes }]);
    const isHeld = record.documents.some(
      (one) => one.kind === kind && one.sha256 === sealed.files[0]?.sha256,
    );
    if (isHeld || (earlier && repeats?.(earlier))) return undefined;
    const errors = this.errorsOf(record, message);
    const now = clock.now();
    const care = mergeCareRows(record.care, careRows(errors, now));
    const status = statusOf(message, addressing);
    const isNew = status !== undefined && changesReceived(record.presentStatus, status);
    const next = {
      ...record,
      care,
      documents: sealed.documents,
      ...(isNew && { presentStatus: status }),
    };
    const { effect } = message;
    const buyerStatus = isNew && effect.kind === 'status' ? effect.status : undefined;
    const outcome = { raw, ...(buyerStatus && { buyerStatus }), ...(errors.length > 0 && { errors }) };
    return { ...tellReceived(next, outcome, this.ports), files: sealed.files };
  }

  private errorsOf(record: ReceivedRecord, { effect }: RouteMessage): readonly Finding[] {
    switch (effect.kind) {
      case 'trouble':
      case 'refused':
        return [findingOf(record, { mapping: effect.mapping, ...effect.words }, this.ports)];
      case 'answer':
        if (effect.mapping.meaning !== 'refused') return [];
        return [{ ...findingOf(record, { mapping: effect.mapping }, this.ports), ...REJECTED }];
      default:
        return [];
    }
  }
}

/** The buyer has to know, whatever the cause: it neither books nor pays the invoice. */
const REJECTED = {
  whoFixes: 'business',
  fixHint: say('statuses.network-rejected-this-invoice-after-you-received-it'),
} as const;

/** What a message says of the invoice as a whole; undefined: it only reports progress. */
function statusOf({ effect }: RouteMessage, addressing: Addressing): ReceivedStatus | undefined {
  switch (effect.kind) {
    case 'status':
      // A payment of a part leaves the invoice open.
      return effect.paid && !paysWhole(effect.paid, { ...addressing, isCreditNote: isCredit(addressing) })
        ? undefined
        : effect.status;
    case 'refused':
      return 'rejected';
    case 'answer':
      return effect.mapping.meaning === 'refused' ? 'rejected' : undefined;
    case 'trouble':
      return effect.cancels ? 'cancelled' : undefined;
    default:
      return undefined;
  }
}
