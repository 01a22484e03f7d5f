import { REPORT_DOCUMENT } from '../../domain/reports/tax-report.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import { ROUTE_PROFILES } from '../../domain/routes/all.ts';
import type { RouteDocumentKind } from '../../domain/routes/profile.ts';

export interface FileType {
  readonly type: string;
  readonly extension: string;
}

export const JSON_FILE: FileType = { type: 'application/json', extension: 'json' };
const XML_FILE: FileType = { type: 'application/xml', extension: 'xml' };
const ZIP_FILE: FileType = { type: 'application/zip', extension: 'zip' };
export const PDF_FILE: FileType = { type: 'application/pdf', extension: 'pdf' };

const OF_ROUTES: Readonly<Record<RouteDocumentKind['file'], FileType>> = {
  json: JSON_FILE,
  xml: XML_FILE,
  zip: ZIP_FILE,
};

const FILE_TYPES: ReadonlyMap<DocumentKind, FileType> = new Map<DocumentKind, FileType>([
  ['canonical', JSON_FILE],
  ['erp-export', JSON_FILE],
  ['validation-report', JSON_FILE],
  ['manifest', JSON_FILE],
  ['ubl', XML_FILE],
  ['cii', XML_FILE],
  ['fa3', XML_FILE],
  ['fa-rr', XML_FILE],
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

/** Of every file that an invoice may have; some have a number behind them. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = [...FILE_TYPES.keys()];

const NUMBERED: ReadonlySet<DocumentKind> = new Set(
  ROUTE_PROFILES.flatMap(({ documentKinds }) =>
    documentKinds.flatMap(({ kind, isNumbered }) => (isNumbered ? [kind] : [])),
  ),
);

/** What a stored file is, by its kind. */
export function fileTypeOf(kind: DocumentKind): FileType {
  const [, unnumbered = kind] = /^(.*)-\d+$/.exec(kind) ?? [];
  const known = FILE_TYPES.get(NUMBERED.has(unnumbered) ? unnumbered : kind);
  const type = REPORT_DOCUMENT.test(kind) ? XML_FILE : known;
  if (!type) throw new Error(`nothing says what a file of kind ${kind} is`);
  return type;
}
