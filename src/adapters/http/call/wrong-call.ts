import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
/** Operations that take an invoice as JSON, with the operation for a file. */
const FILE_CALLS: Readonly<Record<string, string>> = {
  '/invoices': 'POST /invoices/xml?route=…&invoice_ref=…',
  '/validate': 'POST /validate/xml?route=…',
};

const FILES: ReadonlySet<string> = new Set(['application/xml', 'text/xml', 'application/pdf']);
const TABLES: ReadonlySet<string> = new Set([
  'text/csv',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);

/** The operation for an invoice of this media type; undefined if there is none to name. */
export function rightCall(path: string, mediaType: string | undefined): Text | undefined {
  const fileCall = FILE_CALLS[path];
  if (fileCall === undefined || mediaType === undefined) return undefined;
  if (FILES.has(mediaType)) return say('calls.send-finished-xml-or-pdf-to', { call: fileCall });
  return TABLES.has(mediaType) ? say('calls.table-is-submitted-as-json-connector-table-export') : undefined;
}

const MEMBERS = ['invoice', 'seller', 'buyer', 'lines'];

/**
 * The invoice was sent without its envelope.
 * @param unknown members that the operation does not have.
 */
export const lacksEnvelope = (path: string, unknown: ReadonlySet<string>): boolean =>
  path in FILE_CALLS && MEMBERS.filter((member) => unknown.has(member)).length >= 2;

export const NO_ENVELOPE = say('calls.invoice-belongs-in-member-document-of-body-with');
