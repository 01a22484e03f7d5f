import { REPORT_DOCUMENT } from '../../domain/reports/tax-report.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import { readKind } from '../../domain/routes/document-kinds.ts';

export interface FileType {
  readonly type: string;
  readonly extension: string;
}

export const JSON_FILE: FileType = { type: 'application/json', extension: 'json' };
const XML_FILE: FileType = { type: 'application/xml', extension: 'xml' };
const ZIP_FILE: FileType = { type: 'application/zip', extension: 'zip' };
export const PDF_FILE: FileType = { type: 'application/pdf', extension: 'pdf' };

const OF_FILES = { json: JSON_FILE, xml: XML_FILE, zip: ZIP_FILE, pdf: PDF_FILE } as const;

/** What a stored file is, by its kind. */
export function fileTypeOf(kind: DocumentKind): FileType {
  if (REPORT_DOCUMENT.test(kind)) return XML_FILE;
  const known = readKind(kind);
  if (!known) throw new Error(`nothing says what a file of kind ${kind} is`);
  return OF_FILES[known.row.file];
}
