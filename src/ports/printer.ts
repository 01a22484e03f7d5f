import type { StatedDefaults } from '../domain/invoice/completions/completion.ts';
import type { InvoiceFigures } from '../domain/invoice/figures.ts';
import type { HybridParts } from '../domain/documents/built-document.ts';
import type { Besides } from '../domain/page/invoice-page.ts';
import type { Page } from '../domain/page/page.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../domain/vocabulary/route.ts';
import type { ConversionOrder, Converter } from './converter.ts';
import type { WhenBusy } from './validator.ts';

/** Makes PDF files, off this process's event loop: a page of ten thousand lines takes seconds. It also converts. */
export interface Printer extends Converter {
  /**
   * A PDF/A-3 with the XML in it; the same parts give the same bytes.
   * @throws CallFailed `busy` if too many wait and the caller does not, or if the work was lost: out of time or memory.
   */
  hybrid(hybrid: HybridParts & { readonly xml: Uint8Array }, whenBusy: WhenBusy): Promise<Uint8Array>;

  /** The page of a stored invoice. @throws CallFailed `busy` as `hybrid` does. */
  view(order: ViewOrder): Promise<Uint8Array>;

  /** The page as data for callers: JSON, each text with its terms and places. @throws CallFailed `busy` as `hybrid` does. */
  data(order: DataOrder): Promise<Uint8Array>;

  /** The same as data, for another form than PDF. @throws CallFailed `busy` as `hybrid` does. */
  page(order: ViewOrder): Promise<Page>;

  /**
   * The page of an archived invoice, and its figures for accounts. It gives way to all others.
   * @throws CallFailed `busy` if the work was lost.
   */
  archived(order: ViewOrder): Promise<ArchivedPage>;

  /** A page that is made already, with files in it. @throws CallFailed `busy` as `hybrid` does. */
  proof(order: ProofOrder): Promise<Uint8Array>;
}

export interface ArchivedPage {
  readonly page: Page;
  readonly figures: InvoiceFigures;
}

/** A file that goes into a PDF. */
export interface AttachedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface ProofOrder {
  readonly page: Page;
  readonly files: readonly AttachedFile[];
}

/** A printing thread's order: one file. */
export type PrintTask =
  | { readonly task: 'hybrid'; readonly hybrid: HybridParts & { readonly xml: Uint8Array } }
  | { readonly task: 'view'; readonly order: ViewOrder }
  | { readonly task: 'page'; readonly order: ViewOrder }
  | { readonly task: 'archived'; readonly order: ViewOrder }
  | { readonly task: 'proof'; readonly order: ProofOrder }
  | { readonly task: 'data'; readonly order: DataOrder };

/** What a printing thread does besides. */
export interface ConvertTask {
  readonly task: 'convert';
  readonly order: ConversionOrder;
}

/** The content of a page. A source that is unreadable now is replaced by the known facts. */
export interface ViewOrder {
  readonly source: CanonicalDocument | XmlDocument | undefined;
  readonly besides: Besides;
  /** BT-1 from the list, for an unreadable document. */
  readonly number?: string | undefined;
}

/** The content of a page as data. */
export interface DataOrder extends ViewOrder {
  /** The file that was built from a canonical source. */
  readonly file?: Uint8Array | undefined;
}

export interface CanonicalDocument {
  readonly form: 'canonical';
  /** JSON. */
  readonly bytes: Uint8Array;
  readonly route: Route;
  readonly format: Format;
  /** The defaults of the client's record for the route, at the intake of the invoice. */
  readonly defaults?: StatedDefaults | undefined;
}

export interface XmlDocument {
  readonly form: 'xml';
  readonly bytes: Uint8Array;
}
