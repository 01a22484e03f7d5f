import { gzipSync } from 'node:zlib';
import { submission, withDocument } from './bodies.ts';

export interface BadBody {
  readonly it: string;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
  readonly status: number;
  readonly type: string;
  /** The paths in `errors[].field`. */
  readonly names?: string;
}

export const text = (): string => JSON.stringify(submission());
const line = (): unknown => (submission().document as { lines: unknown[] }).lines[0];
/** The body of a submission, padded with blanks to this number of bytes. */
export const sized = (bytes: number): string => {
  const body = text();
  return `${body.slice(0, -1)}${' '.repeat(bytes - Buffer.byteLength(body))}}`;
};

/** Bodies that are refused before the idempotency step: nothing is stored. */
export const MALFORMED: readonly BadBody[] = [
  { it: 'broken JSON', body: '{"document": {', status: 400, type: 'bad-request', names: 'document' },
  { it: 'JSON with more text behind it', body: `${text()}x`, status: 400, type: 'bad-request' },
  { it: 'a body that is not an object', body: '[1]', status: 400, type: 'bad-request', names: 'body' },
  { it: 'a body that is a number', body: '5', status: 400, type: 'bad-request', names: 'body' },
  {
    it: 'another type of content with gzip as coding',
    body: 'hello',
    headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' },
    status: 415,
    type: 'unsupported-media-type',
  },
  { it: 'no body', body: '', status: 400, type: 'bad-request', names: 'body' },
  {
    it: 'a member given twice',
    body: text().replace('"invoice":{', '"invoice":{"number":"1",'),
    status: 400,
    type: 'bad-request',
    names: 'document.invoice.number',
  },
  {
    it: 'half a surrogate pair',
    body: text().replace('Muster Werkstatt GmbH', '\\ud83d'),
    status: 400,
    type: 'bad-request',
    names: 'document.seller.name',
  },
  {
    it: 'the character U+0000',
    body: text().replace('Muster Werkstatt GmbH', 'Muster\\u0000'),
    status: 400,
    type: 'bad-request',
    names: 'document.seller.name',
  },
  {
    it: 'bytes that are not UTF-8',
    body: Buffer.from('{"a":"\xff"}', 'latin1'),
    status: 400,
    type: 'bad-request',
  },
  {
    it: 'brackets without end',
    body: '['.repeat(100_000),
    status: 400,
    type: 'bad-request',
  },
  {
    it: '__proto__ in the request',
    body: text().replace('{', '{"__proto__":{"client":"other"},'),
    status: 400,
    type: 'bad-request',
    names: '__proto__',
  },
  {
    it: 'an unknown field of the request',
    body: submission({ colour: 'red' }),
    status: 400,
    type: 'bad-request',
    names: 'colour',
  },
  {
    it: 'a connector that was not added',
    body: { connector: 'erp-z', export: {} },
    status: 400,
    type: 'bad-request',
    names: 'connector',
  },
  {
    it: 'a hundred thousand unknown fields',
    body: `{${Array.from({ length: 100_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    status: 400,
    type: 'bad-request',
    names: 'body',
  },
  {
    it: 'a list of a hundred thousand formats',
    body: `{"formats":[${Array.from({ length: 100_000 }, () => '"ubl"').join(',')}]}`,
    status: 400,
    type: 'bad-request',
    names: 'formats',
  },
  {
    it: 'an unknown field with a name of a megabyte',
    body: submission({ ['x'.repeat(1_000_000)]: 1 }),
    status: 400,
    type: 'bad-request',
    names: 'x'.repeat(200),
  },
  {
    it: 'a document that is a list',
    body: submission({ document: [] }),
    status: 400,
    type: 'bad-request',
    names: 'document',
  },
  {
    it: 'a document that is a number',
    body: submission({ document: 1 }),
    status: 400,
    type: 'bad-request',
    names: 'document',
  },
  {
    it: 'an unknown total',
    body: submission({ erp_totals: { total: 1 } }),
    status: 400,
    type: 'bad-request',
    names: 'erp_totals.total',
  },
  {
    it: 'a total that is not a number',
    body: submission({ erp_totals: { total_vat: '1,00' } }),
    status: 400,
    type: 'bad-request',
    names: 'erp_totals.total_vat',
  },
  {
    it: 'an unknown route',
    body: submission({ route: 'IT-SDI' }),
    status: 400,
    type: 'bad-request',
    names: 'route',
  },
  {
    it: 'a format of another route',
    body: submission({ formats: ['facturx'] }),
    status: 400,
    type: 'bad-request',
    names: 'formats[0]',
  },
  {
    it: "another route's format",
    body: submission({ formats: ['fa3'] }),
    status: 400,
    type: 'bad-request',
    names: 'formats[0]',
  },
  {
    it: 'two formats',
    body: submission({ formats: ['xrechnung-ubl', 'zugferd'] }),
    status: 400,
    type: 'bad-request',
    names: 'formats',
  },
  {
    it: 'the other environment',
    body: submission({ environment: 'production' }),
    status: 400,
    type: 'bad-request',
    names: 'environment',
  },
  {
    it: 'a malformed client id',
    body: submission({ client: '../x' }),
    status: 400,
    type: 'bad-request',
    names: 'client',
  },
  {
    it: 'an invoice_ref over 100 characters',
    body: submission({ invoice_ref: 'x'.repeat(101) }),
    status: 400,
    type: 'bad-request',
    names: 'invoice_ref',
  },
  { it: '5 MB and a byte', body: sized(5_000_001), status: 413, type: 'payload-too-large' },
  {
    it: '5 MB and a byte after inflation',
    body: gzipSync(sized(5_000_001)),
    headers: { 'content-encoding': 'gzip' },
    status: 413,
    type: 'payload-too-large',
  },
  {
    it: 'a gzip body that is not gzip',
    body: 'plain',
    headers: { 'content-encoding': 'gzip' },
    status: 400,
    type: 'bad-request',
    names: 'Content-Encoding',
  },
  {
    it: 'another encoding',
    body: text(),
    headers: { 'content-encoding': 'br' },
    status: 415,
    type: 'unsupported-media-type',
  },
  {
    it: 'two encodings',
    body: text(),
    headers: { 'content-encoding': 'gzip, gzip' },
    status: 415,
    type: 'unsupported-media-type',
  },
  {
    it: 'XML',
    body: '<Invoice/>',
    headers: { 'content-type': 'application/xml' },
    status: 415,
    type: 'unsupported-media-type',
  },
  {
    it: 'an unreadable content type',
    body: text(),
    headers: { 'content-type': 'json' },
    status: 415,
    type: 'unsupported-media-type',
  },
  {
    it: 'another charset',
    body: text(),
    headers: { 'content-type': 'application/json; charset=iso-8859-1' },
    status: 415,
    type: 'unsupported-media-type',
  },
];

/** Bodies with findings about the invoice: the answer is stored under the key; the invoice is not stored. */
export const UNFIT: readonly Omit<BadBody, 'status' | 'type'>[] = [
  { it: 'an unknown field of the document', body: withDocument('colour', 'red'), names: 'colour' },
  {
    it: 'an unknown field three levels down',
    body: withDocument('seller.address.planet', 'x'),
    names: 'seller.address.planet',
  },
  { it: 'an unknown field of a line', body: withDocument('lines.0.planet', 'x'), names: 'lines[0].planet' },
  {
    it: '__proto__ in the document',
    body: text().replace('"seller":{', '"seller":{"__proto__":{"name":"x"},'),
    names: 'seller.__proto__',
  },
  {
    it: 'constructor in the document',
    body: withDocument('seller.constructor', {}),
    names: 'seller.constructor',
  },
  { it: 'a missing field', body: withDocument('buyer.name', undefined), names: 'buyer.name' },
  { it: 'a wrong type', body: withDocument('lines', {}), names: 'lines' },
  { it: 'a wrong code', body: withDocument('invoice.currency', 'EURO'), names: 'invoice.currency' },
  {
    it: 'a day that does not exist',
    body: withDocument('invoice.issue_date', '2026-02-30'),
    names: 'invoice.issue_date',
  },
  {
    it: '16 digits before the point',
    body: withDocument('lines.0.quantity', '1234567890123456'),
    names: 'lines[0].quantity',
  },
  {
    it: '9 digits behind the point',
    body: text().replace('"quantity":8.5', '"quantity":8.500000001'),
    names: 'lines[0].quantity',
  },
  {
    it: 'a number that a double rounds to a shorter one',
    body: text().replace('"quantity":8.5', '"quantity":8.50000000000000000001'),
    names: 'lines[0].quantity',
  },
  {
    it: 'a number beyond every double',
    body: text().replace('"quantity":8.5', '"quantity":1e999'),
    names: 'lines[0].quantity',
  },
  { it: '10,001 lines', body: withDocument('lines', Array.from({ length: 10_001 }, line)), names: 'lines' },
  {
    it: '21 notes',
    body: withDocument(
      'invoice.notes',
      Array.from({ length: 21 }, () => 'x'),
    ),
    names: 'invoice.notes',
  },
  {
    it: 'a note over 5,000 characters',
    body: withDocument('invoice.notes', ['x'.repeat(5001)]),
    names: 'invoice.notes[0]',
  },
  {
    it: 'an invoice number over 200 characters',
    body: withDocument('invoice.number', 'x'.repeat(201)),
    names: 'invoice.number',
  },
  {
    it: 'a number over 100 characters that must serve as invoice_ref',
    body: { ...withDocument('invoice.number', 'x'.repeat(101)), invoice_ref: undefined },
    names: 'invoice.number',
  },
  {
    it: 'a mistyped IBAN',
    body: withDocument('payment.iban', 'DE03120300000000202051'),
    names: 'payment.iban',
  },
  {
    it: 'a total that differs from the lines',
    body: submission({ erp_totals: { total_vat: '191.18' } }),
    names: 'erp_totals.total_vat',
  },
  {
    it: 'a total above the limits',
    body: submission({ erp_totals: { total_vat: '1234567890123456' } }),
    names: 'erp_totals.total_vat',
  },
];
