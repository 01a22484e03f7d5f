import { fileStem, letteredStem } from '../../../domain/vocabulary/file-name.ts';
import type { ReadFile } from '../../../application/tracking/read-document.ts';
import type { InvoiceView, ViewInvoice } from '../../../application/tracking/view-invoice.ts';
import { type FileType, fileTypeOf, JSON_FILE, PDF_FILE } from '../../../application/content/file-types.ts';
import type { FileReply } from './answer.ts';
import type { CheckedCall } from './call.ts';
import { languageHeaders } from './wanted-form.ts';

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
  return {
    'Content-Type': type,
    'Content-Disposition': contentDisposition(disposition, invoiceNumber ?? id, `.${extension}`),
    ETag: `"${sha256}"`,
    // A caller may cache content but must revalidate it each time: the key may have been revoked.
    'Cache-Control': 'private, no-cache',
  };
}

/**
 * RFC 6266: a name in ASCII, and beside it (RFC 8187) one with the letters that ASCII lacks.
 * @param words of others: the number of an invoice.
 * @param ending of ours.
 */
export function contentDisposition(
  disposition: 'attachment' | 'inline',
  words: string,
  ending: string,
): string {
  const [plain, lettered] = [fileStem(words), letteredStem(words)];
  const name = `${disposition}; filename="${plain}${ending}"`;
  return lettered === plain ? name : `${name}; filename*=UTF-8''${encodeURIComponent(lettered)}${ending}`;
}

/** RFC 9110 section 13.1.2: any of the tags, compared weakly, or `*`. */
const isKnownTag = (sha256: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch?.trim() === '*' ||
  [...(ifNoneMatch ?? '').matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === sha256);
