import { ConvertDocument } from '../../application/converting/convert-document.ts';
import { archivedPage, viewData, viewPage } from '../../application/printing/view-page.ts';
import { DocumentBuilder } from '../../domain/documents/document-builder.ts';
import { readPage } from '../../domain/documents/hybrid.ts';
import { locateTerms, shownDocument } from '../../domain/documents/page-of-xml.ts';
import type { Syntaxes } from '../../domain/documents/syntaxes.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import type { HybridParts } from '../../domain/documents/built-document.ts';
import type { Conversion, ConversionOrder } from '../../ports/converter.ts';
import type { PrintTask } from '../../ports/printer.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { noInvoice } from 'en16931-rules/pool/no-invoice.ts';
import { unreadableXml } from 'en16931-rules/pool/unreadable.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { Unreadable } from 'en16931-rules/pool/checked-file.ts';
import { openFile } from 'en16931-rules/pool/opened-file.ts';
import { rootOf } from 'en16931-rules/xml/xml-tree.ts';
import { makePdf, makePdfWith } from './make-pdf.ts';

/** The task of a printing thread: one file, or a page as JSON. */
export function printing(syntaxes: Syntaxes): (task: PrintTask) => Promise<Uint8Array> {
  const documents = new DocumentBuilder(syntaxes, profileOf);
  const drawing = {
    documents,
    readXml: (bytes: Uint8Array) => ofXml(bytes, (root) => shownDocument(syntaxes, root)),
    locateTerms: (bytes: Uint8Array) => ofXml(bytes, (root) => locateTerms(syntaxes, root)) ?? new Map(),
  };
  return async (task) => {
    if (task.task === 'view') return makePdf(viewPage(task.order, drawing));
    if (task.task === 'page') return asJson(viewPage(task.order, drawing));
    if (task.task === 'archived') return asJson(archivedPage(task.order, drawing));
    if (task.task === 'proof') return makePdfWith(task.order.page, task.order.files);
    if (task.task === 'data') return asJson(viewData(task.order, drawing));
    const { xml, ...parts } = task.hybrid;
    return hybrid(parts, xml);
  };
}

/** Conversions to another form, of which some are PDFs. */
export function converting(syntaxes: Syntaxes): (order: ConversionOrder) => Promise<Conversion> {
  const convert = new ConvertDocument({
    syntaxes,
    readRoot,
    noInvoice: (root) => noInvoice(root, SOURCE),
    sha256,
    pdf: makePdf,
    hybrid,
  });
  return (order) => convert.run(order);
}

const hybrid = (
  { page, fileName, level: conformanceLevel, version }: HybridParts,
  bytes: Uint8Array,
): Promise<Uint8Array> => makePdf(readPage(page), { fileName, conformanceLevel, version, bytes });

const asJson = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** Undefined if the file cannot be read; the page then shows only the stored data. */
function ofXml<T>(bytes: Uint8Array, read: (root: XmlElement) => T): T | undefined {
  const opened = readRoot(bytes);
  return 'root' in opened ? read(opened.root) : undefined;
}

function readRoot(
  bytes: Uint8Array,
): { readonly root: XmlElement } | { readonly refused: NonEmpty<Finding> } {
  const file = openFile(bytes, new Vocabulary());
  if ('refused' in file) return file;
  try {
    return { root: rootOf(file.xml.document()) };
  } catch (error) {
    if (error instanceof Unreadable) return { refused: unreadableXml(error.failure, SOURCE) };
    throw error;
  }
}

const SOURCE = 'XML-safety';
