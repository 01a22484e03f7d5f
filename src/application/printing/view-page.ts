import type { DocumentBuilder } from '../../domain/documents/document-builder.ts';
import type { ShownDocument } from '../../domain/documents/page-of-xml.ts';
import { entryKey, type TermElements } from '../../domain/documents/read-document.ts';
import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';
import { fieldAt } from '../../domain/invoice/canonical-places.ts';
import type { CompleteInvoice } from '../../domain/invoice/en16931.ts';
import { parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import type { Partly } from '../../domain/invoice/partly.ts';
import { type Besides, invoicePage, pageWithTerms } from '../../domain/page/invoice-page.ts';
import { type PageData, pageData, type PartPlace } from '../../domain/page/page-data.ts';
import type { Page } from '../../domain/page/page.ts';
import type { TextPart } from '../../domain/page/page-text.ts';
import { figuresOf } from '../../domain/invoice/figures.ts';
import type {
  ArchivedPage,
  CanonicalDocument,
  DataOrder,
  ViewOrder,
  XmlDocument,
} from '../../ports/printer.ts';
import { openBody } from '../reading/opened-body.ts';

interface Ports {
  readonly documents: Pick<DocumentBuilder, 'shown'>;
  /** Undefined for bytes that are not an invoice. */
  readonly readXml: (bytes: Uint8Array) => ShownDocument | undefined;
  /** Empty for bytes that are not an invoice. */
  readonly locateTerms: (bytes: Uint8Array) => TermElements;
}

/** The page of a view. */
export function viewPage(order: ViewOrder, ports: Ports): Page {
  const { invoice, besides } = shownOf(order, ports);
  return invoicePage(invoice, besides);
}

/** The page of an archived invoice, with its figures. */
export function archivedPage(order: ViewOrder, ports: Ports): ArchivedPage {
  const { invoice, besides } = shownOf(order, ports);
  return { page: invoicePage(invoice, besides), figures: figuresOf(invoice) };
}

/** The page of a view as data: each text with its terms and their places in the documents. */
export function viewData(order: DataOrder, ports: Ports): PageData {
  const { invoice, besides, stated } = shownOf(order, ports);
  const file = order.source?.form === 'xml' ? order.source.bytes : order.file;
  const elements = file && ports.locateTerms(file);
  return pageData(pageWithTerms(invoice, besides), (part) => placeOf(part, stated, elements));
}

function placeOf(
  { terms: [term], entry }: TextPart,
  stated: CanonicalInvoice | undefined,
  elements: TermElements | undefined,
): PartPlace {
  if (term === undefined) return {};
  const field = stated && fieldAt(term, entry, stated);
  const location = elements?.get(entryKey(term, entry))?.location;
  return { ...(field !== undefined && { field }), ...(location && { location }) };
}

interface Shown {
  readonly invoice: Partly<CompleteInvoice>;
  readonly besides: Besides;
  /** As the ERP submitted it. */
  readonly stated?: CanonicalInvoice;
}

function shownOf({ source, besides, number }: ViewOrder, ports: Ports): Shown {
  const shown = source && (source.form === 'xml' ? ofXml(source, ports) : ofCanonical(source, ports));
  if (!shown) return { invoice: number === undefined ? {} : { number }, besides };
  return { ...shown, besides: { ...shown.besides, ...besides } };
}

function ofCanonical(
  { bytes, route, format, defaults }: CanonicalDocument,
  { documents }: Ports,
): Shown | undefined {
  const opened = openBody(bytes);
  const read = opened.ok ? parseCanonical(opened.json) : undefined;
  return read?.ok
    ? { ...documents.shown(read.invoice, route, format, defaults), stated: read.invoice }
    : undefined;
}

function ofXml({ bytes }: XmlDocument, { readXml }: Ports): Shown | undefined {
  const shown = readXml(bytes);
  if (!shown) return undefined;
  const { invoice, ...besides } = shown;
  return { invoice, besides };
}
