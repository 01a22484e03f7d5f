import type { DocumentBuilder } from '../../domain/documents/document-builder.ts';
import type { ShownDocument } from '../../domain/documents/page-of-xml.ts';
import { parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import { invoicePage } from '../../domain/page/invoice-page.ts';
import type { Page } from '../../domain/page/page.ts';
import type { CanonicalDocument, ViewOrder, XmlDocument } from '../../ports/printer.ts';
import { openBody } from '../reading/opened-body.ts';

interface Tools {
  readonly documents: Pick<DocumentBuilder, 'page'>;
  /** Undefined for bytes that are not an invoice. */
  readonly readXml: (bytes: Uint8Array) => ShownDocument | undefined;
}

/** The page of a view. */
export function viewPage({ source, besides, number }: ViewOrder, tools: Tools): Page {
  const page =
    source && (source.form === 'xml' ? ofXml(source, besides, tools) : ofCanonical(source, besides, tools));
  return page ?? invoicePage(number === undefined ? {} : { number }, besides);
}

function ofCanonical(
  { bytes, route, format, defaults }: CanonicalDocument,
  besides: ViewOrder['besides'],
  { documents }: Tools,
): Page | undefined {
  const opened = openBody(bytes);
  const read = opened.ok ? parseCanonical(opened.json) : undefined;
  return read?.ok ? documents.page(read.invoice, route, format, besides, defaults) : undefined;
}

function ofXml({ bytes }: XmlDocument, besides: ViewOrder['besides'], { readXml }: Tools): Page | undefined {
  const shown = readXml(bytes);
  if (!shown) return undefined;
  const { invoice, lang, statesDifference } = shown;
  return invoicePage(invoice, { lang, statesDifference, ...besides });
}
