import { fileStem } from '../../../domain/vocabulary/file-name.ts';
import type { ReadFile } from '../../../application/tracking/read-document.ts';
import type { InvoiceView, ViewInvoice } from '../../../application/tracking/view-invoice.ts';
import type { DocumentKind } from '../../../domain/lifecycle/invoice-record.ts';
import { REPORT_DOCUMENT } from '../../../domain/reports/tax-report.ts';
import { ROUTE_PROFILES } from '../../../domain/routes/all.ts';
import type { RouteDocumentKind } from '../../../domain/routes/profile.ts';
import type { FileReply } from './answer.ts';
import type { CheckedCall } from './call.ts';
import { languageHeaders } from './wanted-form.ts';

interface FileType {
  readonly type: string;
  readonly extension: string;
}

const JSON_FILE: FileType = { type: 'application/json', extension: 'json' };
const XML_FILE: FileType = { type: 'application/xml', extension: 'xml' };
const ZIP_FILE: FileType = { type: 'application/zip', extension: 'zip' };
const PDF_FILE: FileType = { type: 'application/pdf', extension: 'pdf' };

const OF_ROUTES: Readonly<Record<RouteDocumentKind['file'], FileType>> = { xml: XML_FILE, zip: ZIP_FILE };

const FILE_TYPES: ReadonlyMap<DocumentKind, FileType> = new Map<DocumentKind, FileType>([
  ['canonical', JSON_FILE],
  ['erp-export', JSON_FILE],
  ['validation-report', JSON_FILE],
  ['manifest', JSON_FILE],
  ['ubl', XML_FILE],
  ['cii', XML_FILE],
  ['fa3', XML_FILE],
  ['xrechnung-ubl', XML_FILE],
  ['xrechnung-cii', XML_FILE],
  ['pdf', PDF_FILE],
  ['zugferd', PDF_FILE],
  ['facturx', PDF_FILE],
  ['unmatched-answer', XML_FILE],
  ['received-xml', XML_FILE],
  ['received-pdf', PDF_FILE],
  ...ROUTE_PROFILES.flatMap(({ documentKinds }) =>
    documentKinds.map(({ kind, file }) => [kind, OF_ROUTES[file]] as const),
  ),
]);

const NUMBERED: ReadonlySet<DocumentKind> = new Set(
  ROUTE_PROFILES.flatMap(({ documentKinds }) =>
    documentKinds.flatMap(({ kind, isNumbered }) => (isNumbered ? [kind] : [])),
  ),
);

function fileTypeOf(kind: DocumentKind): FileType {
  const [, unnumbered = kind] = /^(.*)-\d+$/.exec(kind) ?? [];
  const known = FILE_TYPES.get(NUMBERED.has(unnumbered) ? unnumbered : kind);
  const type = REPORT_DOCUMENT.test(kind) ? XML_FILE : known;
  if (!type) throw new Error(`nothing says what a file of kind ${kind} is`);
  return type;
}

export type DownloadedFile = ReadFile;

/** A download. */
export function fileReply(file: ReadFile, ifNoneMatch: string | undefined): FileReply {
  const headers = fileHeaders(file);
  const isUnchanged = isKnownTag(file.document.sha256, ifNoneMatch);
  return isUnchanged ? { status: 304, headers } : { status: 200, file: file.bytes, headers };
}

/** A page to look at. */
export function viewReply(view: InvoiceView, ifNoneMatch: string | undefined, type = PDF_FILE): FileReply {
  const headers = viewHeaders(view, type);
  return isKnownTag(view.sha256, ifNoneMatch)
    ? { status: 304, headers }
    : { status: 200, file: view.bytes, headers };
}

/** A page in the form that the caller prefers; a caller without a preference gets PDF. */
export async function viewInForm(
  useCase: Pick<ViewInvoice, 'run' | 'data'>,
  {
    caller,
    parameters: { id },
    request,
    translator,
  }: Pick<CheckedCall, 'caller' | 'request' | 'translator'> & {
    readonly parameters: { readonly id: string };
  },
): Promise<FileReply> {
  const ifNoneMatch = request.headers['if-none-match'];
  if (request.accepts(['application/pdf', 'application/json']) !== 'application/json') {
    const reply = viewReply(await useCase.run(caller, id), ifNoneMatch);
    return { ...reply, headers: { ...reply.headers, Vary: 'Accept' } };
  }
  const words = await translator();
  const reply = viewReply(await useCase.data(caller, id, words.language), ifNoneMatch, JSON_FILE);
  return { ...reply, headers: { ...reply.headers, ...languageHeaders(words) } };
}

/** Headers of a download. The ETag is the file's SHA-256. */
const fileHeaders = ({ invoice, document }: ReadFile): Record<string, string> =>
  headersOf(invoice, fileTypeOf(document.kind), document.sha256, 'attachment');

/** A view is displayed. Its file name serves callers who save it. */
const viewHeaders = ({ invoice, sha256 }: InvoiceView, type: FileType): Record<string, string> =>
  headersOf(invoice, type, sha256, 'inline');

function headersOf(
  { id, invoiceNumber }: InvoiceView['invoice'],
  { type, extension }: FileType,
  sha256: string,
  disposition: 'attachment' | 'inline',
): Record<string, string> {
  const name = fileStem(invoiceNumber ?? id);
  return {
    'Content-Type': type,
    'Content-Disposition': `${disposition}; filename="${name}.${extension}"`,
    ETag: `"${sha256}"`,
    // A caller may cache content but must revalidate it each time: the key may have been revoked.
    'Cache-Control': 'private, no-cache',
  };
}

/** RFC 9110 section 13.1.2: any of the tags, compared weakly, or `*`. */
const isKnownTag = (sha256: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch?.trim() === '*' ||
  [...(ifNoneMatch ?? '').matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === sha256);
