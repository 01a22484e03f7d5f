import type { Caller } from '../../domain/access/caller.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { Page } from '../../domain/page/page.ts';
import { PROOF_FILE, proofPage, type ProofWords } from '../../domain/proof/proof-page.ts';
import { fileStem } from '../../domain/vocabulary/file-name.ts';
import type { ContentStore, TextSealer } from '../../ports/content-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { AttachedFile, Printer } from '../../ports/printer.ts';
import type { ReportWriter } from '../../ports/report-writer.ts';
import { fileTypeOf } from '../content/file-types.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { addressedTo } from '../content/addressed-to.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import { openSummaries } from '../tracking/open-summaries.ts';
import type { ProveInvoice } from './prove-invoice.ts';

interface Ports {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly eventFeed: Pick<EventFeed, 'events'>;
  readonly content: Pick<ContentStore, 'get' | 'openTexts'> & Pick<TextSealer, 'openText'>;
  readonly printer: Pick<Printer, 'proof'>;
  readonly reportWriter: Pick<ReportWriter, 'buyerStatusOf'>;
  readonly proveInvoice: Pick<ProveInvoice, 'prove'>;
}

/** Whom a proof is shown to. */
export interface ProofReader extends ProofWords {
  /** Of the service, under which its public keys are. */
  readonly address: string;
}

interface ShownProof {
  readonly invoice: InvoiceRecord;
  /** JWS in compact form. */
  readonly proof: string;
  readonly page: Page;
}

/** A proof for a person: the signed statement, and a page that says what it states. */
export class ShowProof {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, also for another client's invoice; `no-master-key` */
  async run(caller: Caller, id: string, reader: ProofReader): Promise<ShownProof> {
    const { invoices, eventFeed } = this.ports;
    return this.show(await ownInvoice(invoices, caller, id), await eventFeed.events(id), reader);
  }

  /** As a PDF with the signed statement and the document in it. @throws CallFailed as `run`; `busy` */
  async pdf(
    caller: Caller,
    id: string,
    reader: ProofReader,
  ): Promise<ShownProof & { readonly bytes: Uint8Array }> {
    const shown = await this.run(caller, id, reader);
    const { invoice, page, proof } = shown;
    const statement = {
      name: PROOF_FILE,
      mediaType: 'application/jose',
      bytes: new TextEncoder().encode(proof),
    };
    const files = [statement, ...(await this.documentOf(invoice))];
    return { ...shown, bytes: await this.ports.printer.proof({ page, files }) };
  }

  /** @param stored the events of the invoice. @throws CallFailed `no-master-key` */
  async show(
    invoice: InvoiceRecord,
    stored: readonly StoredEvent[],
    reader: ProofReader,
  ): Promise<ShownProof> {
    const { proveInvoice, reportWriter } = this.ports;
    const { statement, kid, proof } = await proveInvoice.prove(invoice, stored);
    const answers = new Map(stored.map(({ eventId, text }) => [eventId, reportWriter.buyerStatusOf(text)]));
    const events = statement.events.map((event) => ({ ...event, buyerStatus: answers.get(event.eventId) }));
    const summary = (await openSummaries([invoice], this.ports, 'thrown')).get(invoice) ?? {};
    const receiver = await addressedTo(invoice, this.ports);
    const facts = { statement, kid, summary, receiver, events, address: reader.address };
    return { invoice, proof, page: proofPage(facts, reader) };
  }

  /** Its name is no name of an invoice inside a hybrid PDF, whatever the invoice's number is. */
  private async documentOf(invoice: InvoiceRecord): Promise<readonly AttachedFile[]> {
    const { id, documents, documentSha256, invoiceNumber } = invoice;
    const document = documents.find(({ sha256 }) => sha256 === documentSha256);
    if (!document) return [];
    const { type: mediaType, extension } = fileTypeOf(document.kind);
    const name = `document-${fileStem(invoiceNumber ?? id)}.${extension}`;
    return [{ name, mediaType, bytes: await readHeldBytes(this.ports.content, invoice, document) }];
  }
}
