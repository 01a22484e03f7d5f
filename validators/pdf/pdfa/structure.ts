import { type Message, say } from '../../vocabulary/message.ts';
import { quotedName } from '../../vocabulary/quoted.ts';
import { latin1, PdfName, PdfString } from '../read/objects.ts';
import type { ObjectSlip } from '../read/indirect-object.ts';
import type { Clause } from './clause.ts';
import type { PdfaDocument } from './document.ts';

const FILTERS_ALLOWED = new Set([
  ...['ASCIIHexDecode', 'ASCII85Decode', 'FlateDecode', 'RunLengthDecode', 'CCITTFaxDecode', 'JBIG2Decode'],
  ...['DCTDecode', 'JPXDecode', 'Crypt'],
]);
const SHORT_FILTERS = new Set(['AHx', 'A85', 'Fl', 'RL', 'CCF', 'DCT']);

/** Each object is read from its bytes, which shows how it is written. */
function* findSlips(
  document: PdfaDocument,
  kinds: Readonly<Partial<Record<ObjectSlip, Message>>>,
): Iterable<Message> {
  const { slips } = document.readWhole();
  for (const [kind, what] of Object.entries(kinds)) {
    const numbers = slips.get(kind as ObjectSlip);
    if (numbers) yield say('pdfa.slip-in-objects', { what, objects: numbers.join(', ') });
  }
}

function* unreadable(document: PdfaDocument): Iterable<Message> {
  document.readWhole();
  const { firstUnreadable } = document;
  if (firstUnreadable !== undefined) yield firstUnreadable;
}

function* header({ file: { bytes, headerOffset } }: PdfaDocument): Iterable<Message> {
  const [first = '', second = ''] = latin1(bytes.subarray(0, 80)).split(/\r\n|\r|\n/);
  if (headerOffset !== 0 || !/^%PDF-1\.[0-7]$/.test(first)) yield say('pdfa.file-does-not-begin-with-pdf-1');
  if (!/^%[\x80-\xff]{4}/.test(second)) yield say('pdfa.second-line-is-no-comment-of');
}

function* trailer({ file }: PdfaDocument): Iterable<Message> {
  const [first, last] = file.array(file.trailer.get('ID'));
  if (!(first instanceof PdfString && last instanceof PdfString && last.bytes.length > 0))
    yield say('pdfa.trailer-has-no-id');
  const end = latin1(file.bytes.subarray(Math.max(0, file.bytes.length - 1_024)));
  const after = end.slice(end.lastIndexOf('%%EOF') + 5);
  if (!end.includes('%%EOF') || !/^(\r\n|\r|\n)?$/.test(after))
    yield say('pdfa.something-stands-behind-last-eof');
}

function* streams({ objects, file }: PdfaDocument): Iterable<Message> {
  for (const { stream } of objects) {
    if (!stream) continue;
    const names = file.filtersOf(stream);
    if (names.includes('LZWDecode')) yield say('pdfa.stream-is-compressed-with-lzw');
    for (const name of names)
      if (name !== 'LZWDecode' && !FILTERS_ALLOWED.has(name))
        yield say('pdfa.stream-has-filter', { name: quotedName(name, 40) });
  }
}

function* external({ objects }: PdfaDocument): Iterable<Message> {
  for (const { stream } of objects)
    if (stream && ['F', 'FFilter', 'FDecodeParms'].some((key) => stream.dict.entries.has(key)))
      yield say('pdfa.stream-lies-in-another-file');
}

function* crypt({ objects, file }: PdfaDocument): Iterable<Message> {
  for (const { stream } of objects)
    if (stream && file.filtersOf(stream).includes('Crypt')) {
      const name = file.name(file.entry(stream.dict, 'DecodeParms', 'Name'));
      if (name !== undefined && name !== 'Identity') yield say('pdfa.stream-is-encrypted');
    }
}

function* limits(document: PdfaDocument): Iterable<Message> {
  yield* findSlips(document, {
    integer: say('pdfa.whole-number-needs-more-than-32'),
    'long-string': say('pdfa.text-is-longer-than-32-767'),
    'long-name': say('pdfa.name-is-longer-than-127-bytes'),
  });
  const { file, pages, drawn } = document;
  for (const { dict } of pages)
    for (const box of ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']) {
      const [left = 0, bottom = 0, right = 0, top = 0] = file
        .array(dict.entries.get(box))
        .map((side) => file.number(side) ?? 0);
      const sides = [Math.abs(right - left), Math.abs(top - bottom)];
      if (dict.entries.has(box) && sides.some((side) => side < 3 || side > 14_400))
        yield say('pdfa.page-has-side-of-less-than', { name: box });
    }
  if (drawn.depth > 28) yield say('pdfa.content-has-more-than-28-q');
}

function* permissions({ file }: PdfaDocument): Iterable<Message> {
  const entries = file.dict(file.entry(file.catalog, 'Perms'))?.entries ?? new Map<string, unknown>();
  for (const name of entries.keys())
    if (name !== 'UR3' && name !== 'DocMDP')
      yield say('pdfa.permissions-contain', { name: quotedName(name, 40) });
}

function* inlineFilters({ drawn }: PdfaDocument): Iterable<Message> {
  for (const name of drawn.inlineFilters)
    if (!FILTERS_ALLOWED.has(name) && !SHORT_FILTERS.has(name))
      yield say('pdfa.picture-in-content-has-filter', { name: quotedName(name, 40) });
}

function* names({ objects }: PdfaDocument): Iterable<Message> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (const { dict } of objects)
    for (const key of ['BaseFont', 'FontName']) {
      const name = dict.entries.get(key);
      if (!(name instanceof PdfName)) continue;
      try {
        decoder.decode(Buffer.from(name.text, 'latin1'));
      } catch {
        yield say('pdfa.name-of-font-is-not-utf-8');
        return;
      }
    }
}

/** Clauses on the structure of the file. */
export const STRUCTURE: readonly Clause[] = [
  { clause: '6.1.2', breaches: header },
  { clause: '6.1.3', breaches: trailer },
  {
    clause: '6.1.4',
    breaches: ({ file }) => (file.isRebuilt ? [say('pdfa.cross-references-do-not-lead-to-objects')] : []),
  },
  {
    clause: '6.1.6',
    breaches: (document) =>
      findSlips(document, { 'hex-string': say('pdfa.hexadecimal-text-is-odd-or-holds') }),
  },
  {
    clause: '6.1.7.1',
    breaches: (document) =>
      findSlips(document, {
        'stream-length': say('pdfa.length-of-stream-is-not-one'),
        'stream-keyword': say('pdfa.line-ends-around-stream-are-not'),
      }),
  },
  { clause: '6.1.7.1', breaches: external },
  { clause: '6.1.7.2', breaches: streams },
  { clause: '6.1.7.2', breaches: crypt },
  { clause: '6.1.8', breaches: names },
  {
    clause: '6.1.9',
    breaches: (document) => findSlips(document, { 'line-ends': say('pdfa.object-does-not-begin-and-end') }),
  },
  {
    clause: '6.1.9',
    severity: 'warning',
    breaches: (document) => findSlips(document, { 'value-in-line': say('pdfa.value-and-endobj-share-line') }),
  },
  { clause: '6.1.9', breaches: unreadable },
  { clause: '6.1.10', breaches: inlineFilters },
  { clause: '6.1.12', breaches: permissions },
  { clause: '6.1.13', breaches: limits },
];
