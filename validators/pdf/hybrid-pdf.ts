import { choice, isMessage, type Message, say, type Text } from '../vocabulary/message.ts';
import { quotedName } from '../vocabulary/quoted.ts';
import type { Finding, NonEmpty } from '../vocabulary/finding.ts';
import { FACTURX_FILE_NAMES } from '../vocabulary/facturx.ts';
import { attachmentsOf, type Attachment, repeatedKeys } from './attachments.ts';
import { PdfaDocument } from './pdfa/document.ts';
import { PdfBroken, PdfOverLimit } from './read/failure.ts';
import { PdfFile } from './read/pdf-file.ts';
import { fileNameIn, readXmp, type Xmp } from './xmp.ts';

/** A PDF with its invoice. */
export interface HybridPdf {
  readonly file: PdfFile;
  /** The same file for the clauses of PDF/A. */
  readonly document: PdfaDocument;
  readonly attachments: readonly Attachment[];
  readonly invoice: Attachment;
  /** The invoice's XML. */
  readonly xml: Uint8Array;
  /** Its contents, or why it is unreadable. */
  readonly xmp: Xmp | Message;
}

type OpenedPdf =
  | { readonly opened: true; readonly pdf: HybridPdf }
  /** No invoice can be extracted. */
  | { readonly opened: false; readonly findings: NonEmpty<Finding> };

/** The largest submitted file. */
const MAX_SUBMITTED_BYTES = 5_000_000;
/** The largest document that is built here; its PDF is about as large as its XML. */
const MAX_BUILT_BYTES = 20_000_000;
const MAX_PDF_RATIO = 3;

/** The largest extracted invoice: a small PDF with a huge invoice is a bomb. */
const maxOfInvoice = (pdf: number): number =>
  Math.max(MAX_SUBMITTED_BYTES, Math.min(MAX_BUILT_BYTES, MAX_PDF_RATIO * pdf));

/** Extracts the invoice from a PDF (`EI-PDF-1`, `EI-PDF-9`). Nothing is drawn, run or fetched. */
export function openPdf(bytes: Uint8Array): OpenedPdf {
  try {
    const file = new PdfFile(bytes);
    if (file.resolve(file.trailer.get('Encrypt')) !== null)
      return refuse('EI-PDF-1', say('pdf.pdf-is-encrypted-invoice-has-to'));
    const xmp = xmpOf(file);
    return withInvoice(file, xmp, maxOfInvoice(bytes.length));
  } catch (error) {
    if (error instanceof PdfOverLimit)
      return refuse('EI-PDF-1', say('pdf.pdf-asks-for-more-than-is-spent', { reason: error.reason }));
    if (error instanceof PdfBroken)
      return refuse('EI-PDF-1', say('pdf.pdf-cannot-be-read', { reason: error.reason }));
    throw error;
  }
}

function withInvoice(file: PdfFile, xmp: Xmp | Message, most: number): OpenedPdf {
  const attachments = attachmentsOf(file);
  const invoice = invoiceAmong(attachments, xmp);
  if (isMessage(invoice)) return refuse('EI-PDF-9', invoice);
  const { stream, name } = invoice;
  const [key] = repeatedKeys(file, invoice);
  if (key !== undefined) return refuse('EI-PDF-9', say('pdf.on-way-to-invoice-key-stands', { name: key }));
  if (!stream) return refuse('EI-PDF-9', say('pdf.attachment-points-at-no-file', { name }));
  try {
    const xml = file.decoded(stream);
    if (xml.length > most)
      return refuse('EI-PDF-9', say('pdf.invoice-is-larger-than-mb-when', { name, n: most / 1e6 }));
    if (invoice.streams.some((other) => other !== stream && !isSame(file.decoded(other), xml)))
      return refuse('EI-PDF-9', say('pdf.names-of-attachment-lead-to-different', { name }));
    return {
      opened: true,
      pdf: { file, document: new PdfaDocument(file, xmp), attachments, invoice, xml, xmp },
    };
  } catch (error) {
    if (!(error instanceof PdfBroken || error instanceof PdfOverLimit)) throw error;
    return refuse('EI-PDF-9', say('pdf.invoice-cannot-be-taken-out-of', { name, reason: error.reason }));
  }
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/** @returns the attachment, or why none is the invoice. */
function invoiceAmong(attachments: readonly Attachment[], xmp: Xmp | Message): Attachment | Message {
  const [first, ...others] = invoicesAmong(attachments);
  if (!first)
    return attachments.length === 0
      ? say('pdf.pdf-has-no-attachment-so-there')
      : say('pdf.no-attachment-of-pdf-is-named', {
          usual: choice(FACTURX_FILE_NAMES.slice(0, 2)),
          names: list(attachments),
        });
  if (others.length === 0) return first;
  const meant = isMessage(xmp) ? undefined : fileNameIn(xmp);
  const chosen = [first, ...others].filter(({ name }) => name === meant);
  const [only] = chosen;
  return only && chosen.length === 1
    ? only
    : say('pdf.pdf-has-more-than-one-invoice', { names: list([first, ...others]) });
}

/** Attachments under a known name; without any, those whose name differs in case only. Two names of one file count once. */
export function invoicesAmong(attachments: readonly Attachment[]): readonly Attachment[] {
  const exact = attachments.filter(({ name }) => FACTURX_FILE_NAMES.includes(name));
  const lower = FACTURX_FILE_NAMES.map((name) => name.toLowerCase());
  return exact.length > 0 ? exact : attachments.filter(({ name }) => lower.includes(name.toLowerCase()));
}

const MAX_LISTED = 5;
function list(attachments: readonly Attachment[]): Text {
  const [first, ...others] = attachments;
  if (first?.name === '' && others.length === 0) return say('pdf.no-name');
  const names = attachments.slice(0, MAX_LISTED).map(({ name }) => quotedName(name, 60));
  if (attachments.length > MAX_LISTED) names.push('…');
  return names.reduce((before, name) => say('pdf.next-name', { names: before, name }));
}

const NO_XMP = say('pdf.pdf-has-none');

/** @returns the contents, or why they are unreadable. */
function xmpOf(file: PdfFile): Xmp | Message {
  try {
    const stream = file.stream(file.catalog.entries.get('Metadata'));
    return stream ? readXmp(file.decoded(stream)) : NO_XMP;
  } catch (error) {
    if (error instanceof PdfBroken || error instanceof PdfOverLimit) return error.reason;
    throw error;
  }
}

const refuse = (code: string, message: Message): OpenedPdf => ({
  opened: false,
  findings: [{ code, severity: 'error', source: 'PDF', message, whoFixes: 'erp' }],
});
