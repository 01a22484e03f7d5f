import { wordedBy } from '../../domain/words/texts.ts';
import type { Translator } from '../../domain/words/translator.ts';
import type { Language } from '../../domain/words/language.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { DocumentKind, DocumentRef, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { type InvoiceState, releasesDocument } from '../../domain/lifecycle/states.ts';
import type { VerifiableFile } from '../../domain/page/verification-codes.ts';
import { INVOICE_KINDS } from '../../domain/routes/document-kinds.ts';
import { isFormatOf } from '../../domain/routes/formats.ts';
import type { ContentStore, TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { Printer, ViewOrder } from '../../ports/printer.ts';
import { defaultsOf } from '../clients/client-defaults.ts';
import { linksOf } from '../content/code-links.ts';
import { fileTypeOf, PDF_FILE } from '../content/file-types.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { ownInvoice } from './find-invoice.ts';

export interface InvoiceView {
  readonly invoice: Pick<InvoiceRecord, 'id' | 'invoiceNumber'>;
  /** PDF, or the page as data in JSON. */
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

interface Ports {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly content: Pick<ContentStore & TextSealer, 'get' | 'openText'>;
  readonly digests: Digests;
  readonly printer: Pick<Printer, 'view' | 'data'>;
  readonly rails: Rails;
  /** Of the findings. */
  readonly english: Translator;
}

/** PDFs that show the invoice already. */
const HYBRIDS = INVOICE_KINDS.filter((kind) => fileTypeOf(kind) === PDF_FILE);
/** The published codes are of fields that these lack. */
const WITHOUT_CODES: readonly DocumentKind[] = ['fa-rr'];
/** For these the page states the reason. */
const REFUSED: readonly InvoiceState[] = ['validation_failed', 'rejected', 'source_error'];

/** The page of an invoice, made on demand and stored nowhere. */
export class ViewInvoice {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, also for another client's invoice; `no-master-key`; `busy` when too many pages are asked for. */
  async run(caller: Caller, id: string): Promise<InvoiceView> {
    const { content, digests, printer } = this.ports;
    const invoice = await ownInvoice(this.ports.invoices, caller, id);
    const hybrid = isRefused(invoice) ? undefined : findHeld(invoice, HYBRIDS);
    if (hybrid)
      return { invoice, bytes: await readHeldBytes(content, invoice, hybrid), sha256: hybrid.sha256 };
    const bytes = await printer.view(await this.order(invoice));
    return { invoice, bytes, sha256: digests.sha256(bytes) };
  }

  /** The page as data, in the reader's language; findings are answered elsewhere. @throws CallFailed as `run` */
  async data(caller: Caller, id: string, lang: Language): Promise<InvoiceView> {
    const { content, digests, printer } = this.ports;
    const invoice = await ownInvoice(this.ports.invoices, caller, id);
    const order = await this.order(invoice);
    const built = order.source?.form === 'canonical' ? findHeld(invoice, INVOICE_KINDS) : undefined;
    const bytes = await printer.data({
      ...order,
      besides: { ...order.besides, refusal: undefined, lang },
      file: built && (await readHeldBytes(content, invoice, built)),
    });
    return { invoice, bytes, sha256: digests.sha256(bytes) };
  }

  /** What the page is made of. */
  async order(invoice: InvoiceRecord): Promise<ViewOrder> {
    const verifiable = await this.verifiableFile(invoice);
    return {
      source: await this.readSource(invoice),
      besides: {
        ...(verifiable && { verifiable }),
        ...(isRefused(invoice) && { refusal: wordedBy(invoice.errors, this.ports.english.text) }),
        isVoid: releasesDocument(invoice.state),
      },
      ...(invoice.invoiceNumber !== undefined && { number: invoice.invoiceNumber }),
    };
  }

  private async readSource(invoice: InvoiceRecord): Promise<ViewOrder['source']> {
    const { content } = this.ports;
    const { route, format } = invoice;
    const canonical = findHeld(invoice, ['canonical']);
    if (canonical && isFormatOf(route, format)) {
      const bytes = await readHeldBytes(content, invoice, canonical);
      return { form: 'canonical', bytes, route, format, defaults: await defaultsOf(invoice, { content }) };
    }
    const file = findHeld(invoice, INVOICE_KINDS);
    return file && { form: 'xml', bytes: await readHeldBytes(content, invoice, file) };
  }

  /** The codes lead to the file that the route holds or will hold. */
  private async verifiableFile(invoice: InvoiceRecord): Promise<VerifiableFile | undefined> {
    const { route, documentSha256, legalId, state } = invoice;
    const qrUrl = this.ports.rails.get(route)?.codesUrl;
    if (qrUrl === undefined || documentSha256 === undefined || REFUSED.includes(state)) return undefined;
    if (findHeld(invoice, WITHOUT_CODES)) return undefined;
    const links = await linksOf(invoice, this.ports);
    return {
      qrUrl,
      sha256: documentSha256,
      ...(legalId !== null && { number: legalId }),
      ...(links && { certificateLink: links.certificate }),
    };
  }
}

const isRefused = ({ state, errors }: InvoiceRecord): boolean => REFUSED.includes(state) && errors.length > 0;

const findHeld = ({ documents }: InvoiceRecord, kinds: readonly DocumentKind[]): DocumentRef | undefined =>
  documents.find(({ kind }) => kinds.includes(kind));
