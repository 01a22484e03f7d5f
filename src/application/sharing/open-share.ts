import type { Caller } from '../../domain/access/caller.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Share } from '../../domain/shares/share.ts';
import type { Page } from '../../domain/page/page.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { Printer, ViewOrder } from '../../ports/printer.ts';
import type { ListReceived } from '../received/list-received.ts';
import type { ViewReceived } from '../received/view-received.ts';
import type { ReadRefusals } from '../refused/read-refusals.ts';
import type { ViewRefusal } from '../refused/view-refusal.ts';
import type { FindInvoice } from '../tracking/find-invoice.ts';
import type { InvoiceView, ViewInvoice } from '../tracking/view-invoice.ts';
import type { ReadDocument, ReadReceivedDocument } from '../tracking/read-document.ts';
import type { ShareDocument } from './share-document.ts';

interface Ports {
  readonly shareDocument: Pick<ShareDocument, 'open' | 'noteIn'>;
  readonly findInvoice: Pick<FindInvoice, 'runWithFigures'>;
  readonly viewInvoice: Pick<ViewInvoice, 'run' | 'order'>;
  readonly readDocument: Pick<ReadDocument, 'run'>;
  readonly readRefusals: Pick<ReadRefusals, 'find'>;
  readonly viewRefusal: Pick<ViewRefusal, 'run' | 'order'>;
  readonly listReceived: Pick<ListReceived, 'find'>;
  readonly viewReceived: Pick<ViewReceived, 'run' | 'order'>;
  readonly readReceivedDocument: Pick<ReadReceivedDocument, 'run'>;
  readonly printer: Pick<Printer, 'page'>;
}

/** What the reader of a link sees. */
export interface SharedReport {
  readonly share: Share;
  /** What the maker of the link tells its reader. */
  readonly note?: string | undefined;
  /** Of an invoice; a refusal has none. */
  readonly state?: string;
  readonly isReceived?: true;
  /** What the buyer answered last. */
  readonly buyerStatus?: string | undefined;
  readonly route?: string;
  readonly reference?: string;
  readonly deadlineAt?: Date;
  readonly findings: readonly Finding[];
  readonly page: Page;
  /** The document that the report is about; an invoice has none before it is built. */
  readonly sha256?: string;
  /** When it came in. */
  readonly takenInAt: Date;
  /** The stored report of the checks, JSON. */
  readonly checks?: Uint8Array;
}

/** Opens a link: it stands for the client's own reading of this one document. */
export class OpenShare {
  /** Reports that are being made: all who open the same link meanwhile get the same one. */
  private readonly making = new Map<string, Promise<SharedReport>>();

  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found` for a link that does not work; `no-master-key`; `busy` */
  async report(token: string): Promise<SharedReport> {
    const share = await this.ports.shareDocument.open(token);
    const making = this.making.get(share.id) ?? this.make(share);
    this.making.set(share.id, making);
    return making;
  }

  private async make(share: Share): Promise<SharedReport> {
    try {
      const note = await this.ports.shareDocument.noteIn(share);
      return { ...(await this.reportOn(share)), note };
    } finally {
      this.making.delete(share.id);
    }
  }

  /** The page as PDF. @throws CallFailed as `report` */
  async view(token: string): Promise<InvoiceView> {
    const { viewInvoice, viewRefusal, viewReceived, shareDocument } = this.ports;
    const share = await shareDocument.open(token);
    const view = { refusal: viewRefusal, received: viewReceived, sent: viewInvoice }[kindOf(share)];
    return view.run(readerOf(share), share.subject);
  }

  private reportOn(share: Share): Promise<SharedReport> {
    switch (kindOf(share)) {
      case 'refusal':
        return this.ofRefusal(share);
      case 'received':
        return this.ofReceived(share);
      default:
        return this.ofInvoice(share);
    }
  }

  private async ofInvoice(share: Share): Promise<SharedReport> {
    const { findInvoice, viewInvoice, readDocument } = this.ports;
    const { invoice } = await findInvoice.runWithFigures(readerOf(share), share.subject);
    // The findings stand beside the page.
    const { source, besides, number } = await viewInvoice.order(invoice);
    const { refusal: _findings, ...shown } = besides;
    const order = { source, besides: { ...shown, isVoid: true }, number };
    return {
      ...(await this.ofRecord(share, invoice, order, readDocument)),
      buyerStatus: invoice.buyerStatus ?? undefined,
      ...(invoice.deadlineAt && { deadlineAt: invoice.deadlineAt }),
    };
  }

  private async ofReceived(share: Share): Promise<SharedReport> {
    const { listReceived, viewReceived, readReceivedDocument } = this.ports;
    const { received } = await listReceived.find(readerOf(share), share.subject);
    const { source, number } = await viewReceived.order(received);
    const order = { source, besides: {}, number };
    return { ...(await this.ofRecord(share, received, order, readReceivedDocument)), isReceived: true };
  }

  /** What is said of an invoice either way, sent or received. */
  private async ofRecord(
    share: Share,
    record: InvoiceRecord | ReceivedRecord,
    order: ViewOrder,
    files: Pick<ReadDocument | ReadReceivedDocument, 'run'>,
  ): Promise<SharedReport> {
    const hasReport = record.documents.some(({ kind }) => kind === 'validation-report');
    const report = hasReport && (await files.run(readerOf(share), share.subject, 'validation-report'));
    return {
      share,
      state: record.state,
      route: record.route,
      reference: record.invoiceNumber ?? record.invoiceRef,
      findings: [...record.errors, ...(record.warnings ?? [])],
      page: await this.ports.printer.page(order),
      ...(record.documentSha256 !== undefined && { sha256: record.documentSha256 }),
      takenInAt: record.createdAt,
      ...(report && { checks: report.bytes }),
    };
  }

  private async ofRefusal(share: Share): Promise<SharedReport> {
    const { readRefusals, viewRefusal, printer } = this.ports;
    const refusal = await readRefusals.find(readerOf(share), share.subject);
    const { source, number } = await viewRefusal.order(refusal);
    const page = await printer.page({ source, besides: { isVoid: true }, number });
    return {
      share,
      ...(refusal.route !== undefined && { route: refusal.route }),
      ...(refusal.invoiceRef !== undefined && { reference: refusal.invoiceRef }),
      findings: refusal.findings,
      page,
      sha256: refusal.sha256,
      takenInAt: refusal.at,
    };
  }
}

function kindOf({ subject }: Share): 'refusal' | 'received' | 'sent' {
  if (subject.startsWith('rfs_')) return 'refusal';
  return subject.startsWith('rcv_') ? 'received' : 'sent';
}

/** The link reads as a key of its client does that may read. */
const readerOf = ({ id, client }: Share): Caller => ({ kind: 'client', client, keyId: id, scopes: ['read'] });
