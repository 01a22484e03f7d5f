import type { ReadFile } from '../../../application/tracking/read-document.ts';
import {
  type DocumentKind,
  FRENCH_LIFECYCLE,
  type FrenchLifecycle,
} from '../../../domain/lifecycle/invoice-record.ts';

interface FileType {
  readonly type: string;
  readonly extension: string;
}

const JSON_FILE: FileType = { type: 'application/json', extension: 'json' };
const XML_FILE: FileType = { type: 'application/xml', extension: 'xml' };
const ZIP_FILE: FileType = { type: 'application/zip', extension: 'zip' };
const PDF_FILE: FileType = { type: 'application/pdf', extension: 'pdf' };

const FILE_TYPES: Readonly<Record<DocumentKind, FileType>> = {
  canonical: JSON_FILE,
  'erp-export': JSON_FILE,
  'validation-report': JSON_FILE,
  manifest: JSON_FILE,
  ubl: XML_FILE,
  cii: XML_FILE,
  fa3: XML_FILE,
  'xrechnung-ubl': XML_FILE,
  'xrechnung-cii': XML_FILE,
  pdf: PDF_FILE,
  zugferd: PDF_FILE,
  facturx: PDF_FILE,
  'as4-receipt': XML_FILE,
  upo: XML_FILE,
  'anaf-response': ZIP_FILE,
  'fr-lifecycle': XML_FILE,
  ...(Object.fromEntries(FRENCH_LIFECYCLE.map((code) => [`fr-lifecycle-${code}`, XML_FILE])) as Record<
    `fr-lifecycle-${FrenchLifecycle}`,
    FileType
  >),
  mls: XML_FILE,
  'invoice-response-AB': XML_FILE,
  'invoice-response-IP': XML_FILE,
  'invoice-response-UQ': XML_FILE,
  'invoice-response-CA': XML_FILE,
  'invoice-response-RE': XML_FILE,
  'invoice-response-AP': XML_FILE,
  'invoice-response-PD': XML_FILE,
  'unmatched-answer': XML_FILE,
};

/** Headers of a download. The ETag is the file's SHA-256. */
export function fileHeaders({ invoice, document }: ReadFile): Record<string, string> {
  const { type, extension } = FILE_TYPES[document.kind];
  const name = (invoice.invoiceNumber ?? invoice.id).replaceAll(/[^A-Za-z0-9._-]/g, '_');
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}.${extension}"`,
    ETag: `"${document.sha256}"`,
    // Content may be kept by the caller, but is asked for again each time: the key may have been revoked.
    'Cache-Control': 'private, no-cache',
  };
}

/** RFC 9110 section 13.1.2: any of the tags, compared weakly, or `*`. */
export const isKnown = ({ document }: ReadFile, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch?.trim() === '*' ||
  [...(ifNoneMatch ?? '').matchAll(/"([^"]*)"/g)].some(([, tag]) => tag === document.sha256);
