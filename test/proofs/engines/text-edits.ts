import type { Draw } from '../../../scripts/bench/random.ts';

/** An element as it is written: where its tags begin and end in the text. */
interface Span {
  readonly name: string;
  readonly start: number;
  readonly openEnd: number;
  closeStart: number;
  end: number;
  readonly parent: Span | undefined;
  readonly children: Span[];
}

const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<(\/?)([^\s<>/]+)(?:"[^"]*"|'[^']*'|[^<>"'])*?(\/?)>/g;

/** The elements of a well-formed document, in its order. */
function spansOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  let inside: Span | undefined;
  for (const { 0: token, 1: closes, 2: name, 3: isEmpty, index } of text.matchAll(TOKEN)) {
    if (name === undefined) continue;
    const end = index + token.length;
    if (closes) {
      inside!.closeStart = index;
      inside!.end = end;
      inside = inside!.parent;
      continue;
    }
    const span: Span = {
      name,
      start: index,
      openEnd: end,
      closeStart: end,
      end,
      parent: inside,
      children: [],
    };
    inside?.children.push(span);
    spans.push(span);
    if (!isEmpty) inside = span;
  }
  return spans;
}

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const TYPES = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

/** Written into a start tag as they are. */
const ATTRIBUTES: readonly string[] = [
  ...['true', 'false', '1', ' true ', 'TRUE', ''].map((value) => `${XSI} xsi:nil="${value}"`),
  ...['xs:string', 'xs:decimal', 'xs:anyType', 'xs:date', 'x:None', 'None', '', 'TKwotowy', 'TAdres'].map(
    (type) => `${XSI} ${TYPES} xsi:type="${type}"`,
  ),
  ...['urn:a a.xsd', 'urn:a', '', 'a b c', '%%'].map((value) => `${XSI} xsi:schemaLocation="${value}"`),
  ...['a.xsd', '', 'a b', '%%'].map((value) => `${XSI} xsi:noNamespaceSchemaLocation="${value}"`),
  `${XSI} xsi:other="1"`,
  ...['lang="en"', 'lang=""', 'lang="%"', 'space="preserve"', 'space="x"', 'base="a"', 'id="a"'].map(
    (one) => `xml:${one}`,
  ),
  'unknown="1"',
  'xmlns:f="urn:foreign" f:a="1"',
  'xmlns:unused="urn:foreign"',
  'xmlns="urn:foreign"',
  'xmlns=""',
  ...['schemeID', 'currencyID', 'unitCode', 'listID', 'mimeCode', 'format', 'filename', 'languageID', 'typ', 'kodSystemowy'].flatMap(
    (name) => ['', 'A', ' A '].map((value) => `${name}="${value}"`),
  ),
]; // prettier-ignore

const LENGTHS = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 30, 31, 32, 33, 34, 35, 36],
  ...[40, 41, 50, 51, 56, 60, 64, 65, 100, 101, 128, 160, 240, 241, 255, 256, 257, 300, 512, 513, 1_000, 1_001, 3_500, 3_501],
]; // prettier-ignore

const LEXICAL: readonly string[] = [
  ...['', ' ', '\t', '&#10;', '&#160;', '&#x2003;', '+1', '1.', '.5', '.', '-', '+', '-.5', '1E2', '-0', '+0', '0.0', '-0.00', '00', '01', '1 2', '1,5', '١', '１', '0x1', 'INF', 'NaN', '1_0'],
  ...['true', 'false', '0', '1', 'TRUE', ' true', '2', '2026-01-01', '2026-01-01Z', '2026-01-01+02:00', '2026-01-01-14:00', '2026-01-01+14:01', '0000-01-01', '-0001-01-01', '20000-01-01', '02026-01-01', '2026-1-1', '2026-02-29', '2024-02-29', '2100-02-29', '2000-02-29', '2026-02-30', '2026-00-10', '2026-12-32', '2026-01-01 ', '2006-01-01', '2005-12-31', '2016-07-01', '2016-06-30', '2050-01-01', '2049-12-31', '2050-01-02', '1900-01-01', '1899-12-31'],
  ...['2026-01-01T00:00:00', '2026-01-01T24:00:00', '2026-01-01T24:00:01', '2026-01-01T23:59:60', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.', '2026-01-01T00:00', '2026-01-01 00:00:00', '2026-01-01T00:00:00+14:00', '2026-01-01T00:00:00-14:01', '2026-01-01T00:00:00z', '2025-09-01T00:00:00Z', '2025-08-31T23:59:59Z', '2025-09-01T00:00:00+02:00', '2025-08-31T23:00:00-02:00', '2050-01-01T23:59:59Z', '2050-01-02T00:00:00Z', '20260101', '00:00:00', '24:00:00', '2026', '2026-01', '-2026', '0000', '12026', '2026Z', '--01', '01', '1', '13', '12'],
  ...['PL', 'pl', 'XI', 'EL', 'GR', 'AN', 'XX', 'PLN', 'pln', 'VAT', '23', '8', '0 KR', '0 WDT', 'np I', 'np II', 'oo', 'zw', 'VAT ', ' VAT', 'KOR', 'KOR_ZAL', 'FA', 'FA (3)', '3', '1234567890', '0000000000', '123456789', '12345678901234', 'a@b', 'a@', '@', 'https://a.pl', 'x:y', '%', '%41', 'a b', 'a  b', 'a&#9;b', '&amp;', '&lt;', ']]&gt;', '&#x1F600;', 'e&#x301;', '&#xFEFF;', '&#x85;', '&#x2028;', '&#xFFFD;', 'QUJD', 'QUI=', 'QU==', 'QUJ', 'Q U J D', 'QUJDRA', 'QR=='],
]; // prettier-ignore

const digits = (count: number): string => '9'.repeat(count);
const DIGITS: readonly string[] = [
  1, 2, 4, 6, 8, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
].flatMap((whole) => [
  digits(whole),
  `-${digits(whole)}`,
  ...[1, 2, 3, 4, 6, 7, 8, 9].map((part) => `${digits(whole)}.${digits(part)}`),
]);
/** The value stays the same number, but is written with further digits. */
const ZEROS: readonly ((value: string) => string)[] = [
  (value) => `0${value}`,
  (value) => `000000000000000000000000${value}`,
  (value) => `${value}0`,
  (value) => `${value}.0`,
  (value) => `${value}.`,
  (value) => `${value}.000000000000`,
  (value) => `${value}000000000000`,
  (value) => `+${value}`,
  (value) => `-${value}`,
];
const SPACED: readonly ((value: string) => string)[] = [
  (value) => ` ${value}`,
  (value) => `${value} `,
  (value) => `\n\t${value}\r\n`,
  (value) => `&#32;${value}&#9;`,
  (value) => `&#13;${value}`,
  (value) => `&#160;${value}`,
  (value) => value.replace(' ', '  '),
  (value) => value.replace(' ', '\t'),
  (value) => `${value.slice(0, 1)} ${value.slice(1)}`,
  (value) => `${value}x`,
  (value) => value.slice(1),
  (value) => value.slice(0, -1),
  (value) => value.toLowerCase(),
  (value) => value.toUpperCase(),
  (value) => value + value,
];
const MARKED: readonly ((value: string) => string)[] = [
  (value) => `<![CDATA[${value.replace(/&\w+;/g, '')}]]>`,
  (value) => `<!-- c -->${value}`,
  (value) => `${value.slice(0, 1)}<!-- c -->${value.slice(1)}`,
  (value) => `${value}<?p q?>`,
  (value) => `<![CDATA[]]>${value}`,
  (value) => `<![CDATA[${value.slice(0, 1).replace('&', '')}]]>${value.slice(1)}`,
  (value) => `${value}<![CDATA[ ]]>`,
  (value) => `<!-- ${value.replaceAll('-', '')} -->`,
  (value) => `<b/>${value}`,
  (value) => `${value}<b>1</b>`,
];
/** Of code points beyond U+FFFF, combining marks, references and blanks: each counts as one, or as none. */
const FILLERS = ['a', '1', '😀', 'e&#x301;', '&amp;', 'a ', ' ', '&#32;', 'Ä', '<![CDATA[a]]>', '<!---->a'];

const VALUES: Readonly<Record<string, (value: string, draw: Draw) => string>> = {
  'another value': (_value, draw) => draw.from(LEXICAL),
  'many digits': (_value, draw) => draw.from(DIGITS),
  'the value with further digits': (value, draw) => draw.from(ZEROS)(value),
  'the value with blanks': (value, draw) => draw.from(SPACED)(value),
  'the value in parts': (value, draw) => draw.from(MARKED)(value),
  'a long value': (_value, draw) => draw.from(FILLERS).repeat(draw.from(LENGTHS)),
  'a longer value': (_value, draw) => `a${draw.from(FILLERS).repeat(draw.from(LENGTHS))}`,
};

/** What may stand in an element of a name: children of all documents, by the name of their parent. */
type Pieces = ReadonlyMap<string, readonly string[]>;

function piecesOf(documents: readonly string[]): Pieces {
  const pieces = new Map<string, Map<string, string>>();
  for (const text of documents)
    for (const { name, parent, start, end } of spansOf(text)) {
      if (!parent) continue;
      const known = pieces.get(parent.name) ?? new Map<string, string>();
      pieces.set(parent.name, known);
      const piece = text.slice(start, end);
      if ((known.get(name)?.length ?? 0) < piece.length) known.set(name, piece);
    }
  return new Map([...pieces].map(([name, known]) => [name, [...known.values()]]));
}

interface Place {
  readonly text: string;
  readonly span: Span;
  readonly draw: Draw;
  readonly pieces: Pieces;
}
type TextEdit = (place: Place) => string;

const own = ({ text, span }: Place): string => text.slice(span.start, span.end);
const replaced = (text: string, from: number, to: number, by: string): string =>
  text.slice(0, from) + by + text.slice(to);
const withSpan = (place: Place, by: string): string =>
  replaced(place.text, place.span.start, place.span.end, by);
/** The content, with tags even if the element is written as an empty one. */
function withContent({ text, span }: Place, change: (content: string) => string): string {
  const open = text.slice(span.start, span.openEnd);
  const content = text.slice(span.openEnd, span.closeStart);
  const written = `${open.replace(/\/>$/, '>')}${change(content)}</${span.name}>`;
  return replaced(text, span.start, span.end, written);
}
const inTag = ({ text, span }: Place, attribute: string): string =>
  replaced(text, span.start + 1 + span.name.length, span.start + 1 + span.name.length, ` ${attribute}`);
const siblings = ({ span }: Place): readonly Span[] => span.parent?.children ?? [span];
const moved = (place: Place, to: number): string => {
  const { text, span } = place;
  if (to >= span.start && to <= span.end) return text;
  const piece = own(place);
  return to < span.start
    ? text.slice(0, to) + piece + text.slice(to, span.start) + text.slice(span.end)
    : text.slice(0, span.start) + text.slice(span.end, to) + piece + text.slice(to);
};

const TEXT_EDITS: Readonly<Record<string, TextEdit>> = {
  missing: (place) => withSpan(place, ''),
  'several missing': (place) => {
    const all = siblings(place);
    const at = all.indexOf(place.span);
    const last = all[Math.min(all.length - 1, at + 1 + place.draw.below(4))]!;
    return replaced(place.text, place.span.start, last.end, '');
  },
  doubled: (place) => withSpan(place, own(place) + own(place)),
  'many times': (place) =>
    withSpan(place, own(place).repeat(place.draw.from([2, 3, 4, 5, 6, 9, 10, 20, 21, 50, 51, 99, 100, 101]))),
  'doubled with what follows': (place) => {
    const all = siblings(place);
    const at = all.indexOf(place.span);
    const last = all[Math.min(all.length - 1, at + 1 + place.draw.below(5))]!;
    const group = place.text.slice(place.span.start, last.end);
    return replaced(place.text, place.span.start, last.end, group + group);
  },
  'doubled elsewhere beside': (place) => {
    const { end } = place.draw.from(siblings(place));
    return replaced(place.text, end, end, own(place));
  },
  'moved beside': (place) => moved(place, place.draw.from(siblings(place)).end),
  'moved to the front': (place) => moved(place, siblings(place)[0]!.start),
  'moved to the end': (place) => moved(place, siblings(place).at(-1)!.end),
  'moved out': (place) => moved(place, place.span.parent?.end ?? place.span.end),
  'moved into a neighbour': (place) => moved(place, place.draw.from(siblings(place)).openEnd),
  'swapped with another': (place) => {
    const [first, second] = [place.span, place.draw.from(siblings(place))].sort((a, b) => a.start - b.start);
    if (first === second) return place.text;
    const [one, two] = [first!, second!].map(({ start, end }) => place.text.slice(start, end));
    return `${place.text.slice(0, first!.start)}${two}${place.text.slice(first!.end, second!.start)}${one}${place.text.slice(second!.end)}`;
  },
  'a sibling of other documents before': (place) => withSpan(place, anotherPiece(place) + own(place)),
  'a sibling of other documents behind': (place) => withSpan(place, own(place) + anotherPiece(place)),
  'a sibling of other documents instead': (place) => withSpan(place, anotherPiece(place)),
  'all that other documents have within': (place) =>
    withContent(place, (content) => {
      const pieces = place.pieces.get(place.span.name) ?? [];
      const piece = pieces.length === 0 ? '' : place.draw.from(pieces);
      return place.draw.below(2) === 0 ? content + piece : piece + content;
    }),
  'the name of another': (place) => {
    const { name } = place.draw.from(siblings(place));
    return renamed(place, name);
  },
  'another name': (place) =>
    renamed(place, place.draw.from([`${place.span.name}x`, `x${place.span.name.replace(':', '')}`])),
  'another namespace': (place) => inTag(place, place.draw.from(['xmlns="urn:foreign"', 'xmlns=""'])),
  'a prefix of another namespace': (place) =>
    renamed(place, `f:${place.span.name.replace(/^.*:/, '')}`, ' xmlns:f="urn:foreign"'),
  empty: (place) => withContent(place, () => ''),
  'an attribute more': (place) => inTag(place, place.draw.from(ATTRIBUTES)),
  'nil and empty': (place) =>
    withContent({ ...place, ...afterTag(place, `${XSI} xsi:nil="true"`) }, () => ''),
  'an attribute otherwise': (place) => attributeChanged(place, (value) => place.draw.from([
    () => ` ${value} `, () => '', () => `${value}x`, () => place.draw.from(LEXICAL), () => value.toLowerCase(), () => value.replace(' ', '&#9;'), () => value.replace(' ', '  '),
  ])()), // prettier-ignore
  'an attribute missing': (place) => attributeChanged(place, () => undefined),
  'text between elements': (place) =>
    replaced(
      place.text,
      place.span.end,
      place.span.end,
      place.draw.from(['x', '&#32;', '&#160;', '<![CDATA[ ]]>', '<![CDATA[x]]>', '<!-- c -->', '<?p q?>', '&#xFEFF;', '0']),
    ),
  'another prefix everywhere': ({ text, span }) => {
    const [, prefix] = /^(.*):/.exec(span.name) ?? [];
    if (prefix === undefined)
      return text.replaceAll(/<(\/?)(?=\w+[\s/>])(?!\w+:)/g, '<$1q:').replaceAll(' xmlns="', ' xmlns:q="');
    return text.replaceAll(`<${prefix}:`, '<q:').replaceAll(`</${prefix}:`, '</q:').replaceAll(` xmlns:${prefix}=`, ' xmlns:q=');
  },
  ...Object.fromEntries(
    Object.entries(VALUES).map(([name, change]) => [
      name,
      (place: Place) =>
        place.span.children.length > 0
          ? place.text
          : withContent(place, (content) => change(content, place.draw)),
    ]),
  ),
}; // prettier-ignore

function anotherPiece({ span, pieces, draw }: Place): string {
  const known = pieces.get(span.parent?.name ?? '') ?? [];
  return known.length === 0 ? '' : draw.from(known);
}

function renamed(place: Place, name: string, attribute = ''): string {
  const { text, span } = place;
  const tag = text.slice(span.start + 1 + span.name.length, span.openEnd);
  const isEmpty = span.openEnd === span.end;
  const rest = isEmpty ? '' : `${text.slice(span.openEnd, span.closeStart)}</${name}>`;
  return replaced(text, span.start, span.end, `<${name}${attribute}${tag}${rest}`);
}

function afterTag(place: Place, attribute: string): { readonly text: string; readonly span: Span } {
  const text = inTag(place, attribute);
  const by = attribute.length + 1;
  const { span } = place;
  const isEmpty = span.openEnd === span.end;
  return {
    text,
    span: { ...span, openEnd: span.openEnd + by, closeStart: isEmpty ? span.end + by : span.closeStart + by, end: span.end + by },
  }; // prettier-ignore
}

function attributeChanged(place: Place, change: (value: string) => string | undefined): string {
  const { text, span, draw } = place;
  const tag = text.slice(span.start, span.openEnd);
  const all = [...tag.matchAll(/\s([\w:]+)="([^"]*)"/g)].filter(([, name]) => !name!.startsWith('xmlns'));
  if (all.length === 0) return text;
  const { 0: whole, 1: name, 2: value, index } = draw.from(all);
  const written = change(value!);
  const at = span.start + index;
  return replaced(text, at, at + whole.length, written === undefined ? '' : ` ${name}="${written}"`);
}

const MAX_EDITS = 2;
const MAX_LENGTH = 1_000_000;

/** One of the documents after one or two edits, without end. */
export function* editedTexts(
  documents: readonly string[],
  draw: Draw,
): Generator<{ readonly edits: readonly string[]; readonly text: string }, never> {
  const pieces = piecesOf(documents);
  const names = Object.keys(TEXT_EDITS);
  for (;;) {
    let text = draw.from(documents);
    const edits: string[] = [];
    for (let left = 1 + draw.below(MAX_EDITS); left > 0; left -= 1) {
      const spans = spansOf(text);
      if (spans.length === 0) break;
      const [name, span] = [draw.from(names), draw.from(spans)];
      const changed = TEXT_EDITS[name]!({ text, span, draw, pieces });
      if (changed === text || changed.length > MAX_LENGTH) continue;
      text = changed;
      edits.push(`${name} (${span.name})`);
    }
    if (edits.length > 0) yield { edits, text };
  }
}
