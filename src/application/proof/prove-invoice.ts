import type { Caller } from '../../domain/access/caller.ts';
import { isError } from 'en16931-rules/vocabulary/finding.ts';
import {
  type DocumentKind,
  type InvoiceRecord,
  isBuiltHere,
  type LedgerRecord,
} from '../../domain/lifecycle/invoice-record.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type {
  RouteAnswer,
  StatedCheck,
  StatedDocument,
  StatedEvent,
  Statement,
} from '../../domain/proof/statement.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import type { SignedStatement, Signing } from './signing.ts';

interface Ports {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly eventFeed: Pick<EventFeed, 'events'>;
  readonly content: Pick<ContentStore, 'get'>;
  readonly digests: Digests;
  readonly reportWriter: Pick<ReportWriter, 'readChecks' | 'statusOf' | 'inEnglish'>;
  readonly signing: Pick<Signing, 'sign'>;
  readonly serviceVersion: string;
}

/** An invoice, or a tax report, which no buyer answers. */
type ProvenRecord = LedgerRecord<string> &
  Pick<InvoiceRecord, 'invoiceRef' | 'legalId'> &
  Partial<Pick<InvoiceRecord, 'invoiceNumber' | 'buyerStatus' | 'documentSha256' | 'submission'>>;

/** States what the service holds of an invoice, signed, so that others can verify the bytes without a call to this service. */
export class ProveInvoice {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, also for another client's invoice; `no-master-key` */
  async run(
    caller: Caller,
    id: string,
  ): Promise<{ readonly invoice: InvoiceRecord; readonly proof: string }> {
    const invoice = await ownInvoice(this.ports.invoices, caller, id);
    const { proof } = await this.prove(invoice);
    return { invoice, proof };
  }

  /**
   * Of any record with documents and events, as it is now.
   * @param stored its events, if they were read with those of others.
   * @throws CallFailed `no-master-key`
   */
  async prove(record: ProvenRecord, stored?: readonly StoredEvent[]): Promise<SignedStatement> {
    const events = stored ?? (await this.ports.eventFeed.events(record.id));
    return this.ports.signing.sign(await this.statementOn(record, events));
  }

  private async statementOn(
    invoice: ProvenRecord,
    stored: readonly StoredEvent[],
  ): Promise<Omit<Statement, 'issuedAt'>> {
    const { serviceVersion } = this.ports;
    const { id, client, invoiceRef, invoiceNumber, route, environment, state } = invoice;
    const { createdAt, updatedAt, lastSequence } = invoice;
    const document = documentOf(invoice);
    const check = await this.checkOf(invoice);
    // Only events that the record counts: one statement is about one moment.
    const events = stored.filter(({ sequence }) => sequence <= lastSequence);
    return {
      serviceVersion,
      invoice: {
        id,
        client,
        invoiceRef,
        route,
        environment,
        state,
        createdAt,
        updatedAt,
        ...(invoiceNumber !== undefined && { invoiceNumber }),
      },
      ...(document && { document }),
      ...(check && { check }),
      answer: answerOf(invoice),
      files: invoice.documents,
      events: events.map((event) => this.stateEvent(event)),
    };
  }

  private async checkOf(invoice: ProvenRecord): Promise<StatedCheck | undefined> {
    const [report, manifest] = await Promise.all([
      this.read(invoice, 'validation-report'),
      this.read(invoice, 'manifest'),
    ]);
    return report && this.ports.reportWriter.readChecks(report, manifest);
  }

  private async read(invoice: ProvenRecord, kind: DocumentKind): Promise<Uint8Array | undefined> {
    const reference = invoice.documents.find((file) => file.kind === kind);
    return reference && readHeldBytes(this.ports.content, invoice, reference);
  }

  private stateEvent({ eventId, sequence, occurredAt, text }: StoredEvent): StatedEvent {
    const { digests, reportWriter } = this.ports;
    return {
      eventId,
      sequence,
      occurredAt,
      status: reportWriter.statusOf(text),
      sha256: digests.sha256(reportWriter.inEnglish(text)),
    };
  }
}

function documentOf({ documents, documentSha256 }: ProvenRecord): StatedDocument | undefined {
  const file = documents.find(({ sha256 }) => sha256 === documentSha256);
  return file && { ...file, isBuiltHere: isBuiltHere({ documents }) };
}

const answerOf = ({ legalId, buyerStatus = null, submission, errors }: ProvenRecord): RouteAnswer => ({
  legalId,
  buyerStatus,
  ...(submission && { submittedAt: submission.startedAt }),
  ...(submission?.reference !== undefined && { reference: submission.reference }),
  errors: [...new Set(errors.filter(isError).map(({ code }) => code))],
});
