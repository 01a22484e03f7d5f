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
  kinds: Readonly<Partial<Record<ObjectSlip, string>>>,
): Iterable<string> {
  const { slips } = document.readWhole();
  for (const [kind, words] of Object.entries(kinds)) {
    const numbers = slips.get(kind as ObjectSlip);
    if (numbers) yield `${words} (object ${numbers.join(', ')}).`;
  }
}

function* unreadable(document: PdfaDocument): Iterable<string> {
  document.readWhole();
  const { firstUnreadable } = document;
  if (firstUnreadable !== undefined) yield firstUnreadable;
}

function* header({ file: { bytes, headerOffset } }: PdfaDocument): Iterable<string> {
  const [first = '', second = ''] = latin1(bytes.subarray(0, 80)).split(/\r\n|\r|\n/);
  if (headerOffset !== 0 || !/^%PDF-1\.[0-7]$/.test(first))
    yield 'The file does not begin with %PDF-1. and a number up to 7, and nothing else in that line.';
  if (!/^%[\x80-\xff]{4}/.test(second)) yield 'The second line is no comment of four bytes above 127.';
}

function* trailer({ file }: PdfaDocument): Iterable<string> {
  const [first, last] = file.array(file.trailer.get('ID'));
  if (!(first instanceof PdfString && last instanceof PdfString && last.bytes.length > 0))
    yield 'The trailer has no /ID.';
  const end = latin1(file.bytes.subarray(Math.max(0, file.bytes.length - 1_024)));
  const after = end.slice(end.lastIndexOf('%%EOF') + 5);
  if (!end.includes('%%EOF') || !/^(\r\n|\r|\n)?$/.test(after))
    yield 'Something stands behind the last %%EOF.';
}

function* streams({ found, file }: PdfaDocument): Iterable<string> {
  for (const { stream } of found) {
    if (!stream) continue;
    const names = file.filtersOf(stream);
    if (names.includes('LZWDecode')) yield 'A stream is compressed with LZW.';
    for (const name of names)
      if (name !== 'LZWDecode' && !FILTERS_ALLOWED.has(name))
        yield `A stream has the filter ${quotedName(name, 40)}.`;
  }
}

function* external({ found }: PdfaDocument): Iterable<string> {
  for (const { stream } of found)
    if (stream && ['F', 'FFilter', 'FDecodeParms'].some((key) => stream.dict.entries.has(key)))
      yield 'A stream lies in another file.';
}

function* crypt({ found, file }: PdfaDocument): Iterable<string> {
  for (const { stream } of found)
    if (stream && file.filtersOf(stream).includes('Crypt')) {
      const name = file.name(file.entry(stream.dict, 'DecodeParms', 'Name'));
      if (name !== undefined && name !== 'Identity') yield 'A stream is encrypted.';
    }
}

function* limits(document: PdfaDocument): Iterable<string> {
  yield* findSlips(document, {
    integer: 'A whole number needs more than 32 bits',
    'long-string': 'A text is longer than 32,767 bytes',
    'long-name': 'A name is longer than 127 bytes',
  });
  const { file, pages, drawn } = document;
  for (const { dict } of pages)
    for (const box of ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox']) {
      const [left = 0, bottom = 0, right = 0, top = 0] = file
        .array(dict.entries.get(box))
        .map((side) => file.number(side) ?? 0);
      const sides = [Math.abs(right - left), Math.abs(top - bottom)];
      if (dict.entries.has(box) && sides.some((side) => side < 3 || side > 14_400))
        yield `A page has a side of less than 3 or more than 14,400 units (/${box}).`;
    }
  if (drawn.depth > 28) yield 'Content has more than 28 q within each other.';
}

function* permissions({ file }: PdfaDocument): Iterable<string> {
  const entries = file.dict(file.entry(file.catalog, 'Perms'))?.entries ?? new Map<string, unknown>();
  for (const name of entries.keys())
    if (name !== 'UR3' && name !== 'DocMDP') yield `The permissions contain ${quotedName(name, 40)}.`;
}

function* inlineFilters({ drawn }: PdfaDocument): Iterable<string> {
  for (const name of drawn.inlineFilters)
    if (!FILTERS_ALLOWED.has(name) && !SHORT_FILTERS.has(name))
      yield `A picture in the content has the filter ${quotedName(name, 40)}.`;
}

function* names({ found }: PdfaDocument): Iterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (const { dict } of found)
    for (const key of ['BaseFont', 'FontName']) {
      const name = dict.entries.get(key);
      if (!(name instanceof PdfName)) continue;
      try {
        decoder.decode(Buffer.from(name.text, 'latin1'));
      } catch {
        yield 'The name of a font is not UTF-8.';
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
    breaches: ({ file }) => (file.isRebuilt ? ['The cross-references do not lead to the objects.'] : []),
  },
  {
    clause: '6.1.6',
    breaches: (document) =>
      findSlips(document, { 'hex-string': 'A hexadecimal text is odd or holds other characters' }),
  },
  {
    clause: '6.1.7.1',
    breaches: (document) =>
      findSlips(document, {
        'stream-length': 'The length of a stream is not the one stated',
        'stream-keyword': 'The line ends around a stream are not as they have to be',
      }),
  },
  { clause: '6.1.7.1', breaches: external },
  { clause: '6.1.7.2', breaches: streams },
  { clause: '6.1.7.2', breaches: crypt },
  { clause: '6.1.8', breaches: names },
  {
    clause: '6.1.9',
    breaches: (document) =>
      findSlips(document, { 'line-ends': 'An object does not begin and end with a line of its own' }),
  },
  {
    clause: '6.1.9',
    severity: 'warning',
    breaches: (document) => findSlips(document, { 'value-in-line': 'A value and endobj share a line' }),
  },
  { clause: '6.1.9', breaches: unreadable },
  { clause: '6.1.10', breaches: inlineFilters },
  { clause: '6.1.12', breaches: permissions },
  { clause: '6.1.13', breaches: limits },
];
