import { gzipSync } from 'node:zlib';
import { example } from '../../support/erp.ts';

/** A body that is costly to process. */
export interface HeavyBody {
  readonly name: string;
  /** With the query. */
  readonly path: string;
  /** How often one pass sends it. */
  readonly times: number;
  readonly zipped: boolean;
  readonly text: () => string | Buffer;
}

const LIMIT_BYTES = 4_990_000;

/** As many repetitions of a piece as fit into five megabytes. */
function full(head: string, piece: string | ((n: number) => string), tail: string): string {
  const pieceOf = typeof piece === 'string' ? () => piece : piece;
  const longest = Buffer.byteLength(pieceOf(1_000_000)) + 1;
  const count = Math.floor((LIMIT_BYTES - Buffer.byteLength(head + tail)) / longest);
  return head + Array.from({ length: count }, (_, n) => pieceOf(n)).join(',') + tail;
}

const ROUTED = '{"route":"DE-XRECHNUNG","document":{';
const PLAIN = example('plain');

/** A valid invoice with other members in its document. */
function invoiceWith(number: string, members: Readonly<Record<string, unknown>>): string {
  const { document } = PLAIN;
  const invoice = { ...document.invoice, number };
  return JSON.stringify({ ...PLAIN, invoice_ref: number, document: { ...document, invoice, ...members } });
}

const LINE = {
  name: 'Schraube',
  quantity: 1,
  unit: 'C62',
  unit_price: 0.01,
  vat_category: 'S',
  vat_rate: 19,
};
const times = <T>(count: number, make: (n: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, n) => make(n));
const attachment = (n: number): object => ({
  id: `A${n}`,
  filename: `${n}.csv`,
  mime: 'text/csv',
  content_base64: 'YQ==',
});

let numbers = 0;
const fresh = (): string => `HEAVY-${(numbers += 1)}`;

/** The part of a file that every check needs to start. */
const file = (inside: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID>
<cbc:ID>1</cbc:ID>${inside}</Invoice>`;
const filled = (piece: string): string => piece.repeat(Math.floor((LIMIT_BYTES - 1000) / piece.length));
const FILE = '/validate/xml?route=DE-XRECHNUNG';

const HEAVY_FILES: readonly HeavyBody[] = [
  { name: 'a text in a million pieces', path: FILE, times: 3, zipped: true, text: () => file(`<cbc:Note>${filled('a<?b?>')}</cbc:Note>`) },
  { name: 'notes by the hundred thousand', path: FILE, times: 3, zipped: true, text: () => file(filled('<cbc:Note>a</cbc:Note>')) },
  { name: 'unknown elements', path: FILE, times: 3, zipped: true, text: () => file(filled('<a/>')) },
  { name: 'elements in elements', path: FILE, times: 3, zipped: true, text: () => file(filled('<a>')) },
  { name: 'one long e-mail address', path: FILE, times: 3, zipped: true, text: () => file(`<cbc:Note>${filled('a')}@b</cbc:Note>`) },
]; // prettier-ignore

/** In the order of sending: the most expensive per byte first. */
export const HEAVY_BODIES: readonly HeavyBody[] = [
  { name: 'lines that are empty', path: '/invoices', times: 60, zipped: true, text: () => full(`${ROUTED}"lines":[`, '{}', ']}}') },
  { name: 'lines that are empty, to be judged', path: '/validate', times: 20, zipped: true, text: () => full(`${ROUTED}"lines":[`, '{}', ']}}') },
  { name: 'unknown members', path: '/invoices', times: 20, zipped: true, text: () => full(ROUTED, (n) => `"k${n}":1`, '}}') },
  { name: 'unknown members of the request', path: '/invoices', times: 20, zipped: true, text: () => full('{', (n) => `"k${n}":{}`, '}') },
  { name: 'numbers where formats belong', path: '/invoices', times: 20, zipped: true, text: () => full('{"formats":[', '1', '],"document":{}}') },
  { name: 'lists in lists', path: '/invoices', times: 20, zipped: true, text: () => full(`${ROUTED}"lines":[`, `${'['.repeat(50)}${']'.repeat(50)}`, ']}}') },
  { name: 'one long text', path: '/invoices', times: 20, zipped: true, text: () => `${ROUTED}"lang":"${'a'.repeat(LIMIT_BYTES - 100)}"}}` },
  { name: 'one text of escapes', path: '/invoices', times: 20, zipped: true, text: () => `${ROUTED}"lang":"${'\\u00e9'.repeat(LIMIT_BYTES / 6 - 100)}"}}` },
  { name: 'one long number', path: '/invoices', times: 20, zipped: true, text: () => `${ROUTED}"lines":[{"quantity":${'9'.repeat(LIMIT_BYTES - 100)}}]}}` },
  { name: 'notes without end', path: '/invoices', times: 20, zipped: true, text: () => full(`${ROUTED}"invoice":{"notes":[`, '""', ']}}}') },
  { name: '50 MB of blanks', path: '/invoices', times: 10, zipped: true, text: () => Buffer.alloc(50_000_000, ' ') },
  { name: 'ten thousand right lines', path: '/invoices', times: 4, zipped: false, text: () => invoiceWith(fresh(), { lines: times(10_000, () => LINE) }) },
  { name: '25,000 attachments', path: '/invoices', times: 8, zipped: false, text: () => invoiceWith(fresh(), { attachments: times(25_000, attachment) }) },
  { name: '25,000 attachments, to be judged', path: '/validate', times: 4, zipped: false, text: () => invoiceWith(fresh(), { attachments: times(25_000, attachment) }) },
  ...HEAVY_FILES,
]; // prettier-ignore

export interface PackedBody {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** The bytes that are sent. */
export function packed({ path, zipped, text }: HeavyBody): PackedBody {
  const type = { 'Content-Type': path === FILE ? 'application/xml' : 'application/json' };
  const made = text();
  const bytes = typeof made === 'string' ? Buffer.from(made) : made;
  return zipped
    ? { body: gzipSync(bytes), headers: { ...type, 'Content-Encoding': 'gzip' } }
    : { body: bytes, headers: type };
}
