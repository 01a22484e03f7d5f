import { isMessage, type Message, say, type Text } from '../../vocabulary/message.ts';
import { quotedName } from '../../vocabulary/quoted.ts';
import { PdfBroken } from '../read/failure.ts';
import { type PdfDict, PdfName, PdfStream } from '../read/objects.ts';
import type { PdfFile } from '../read/pdf-file.ts';
import { XMP } from '../xmp.ts';
import type { Clause } from './clause.ts';
import type { PdfaDocument } from './document.ts';
import { readTrueType } from './truetype.ts';

const nameOf = (name: string | undefined): Text =>
  name === undefined ? say('pdfa.without-name') : quotedName(name, 60);

const SUBTYPES = new Set(['Type1', 'MMType1', 'TrueType', 'Type3', 'Type0', 'CIDFontType0', 'CIDFontType2']);
const STANDARD = new Set([
  ...['Courier', 'Courier-Bold', 'Courier-Oblique', 'Courier-BoldOblique', 'Helvetica', 'Helvetica-Bold'],
  ...['Helvetica-Oblique', 'Helvetica-BoldOblique', 'Times-Roman', 'Times-Bold', 'Times-Italic'],
  ...['Times-BoldItalic', 'Symbol', 'ZapfDingbats'],
]);
const isStandard = (name: Text): boolean => typeof name === 'string' && STANDARD.has(name);

/** A font of shown text. */
interface UsedFont {
  readonly dict: PdfDict;
  /** For a composite font its descendant, which has the glyphs. */
  readonly glyphs: PdfDict;
  readonly subtype: string;
  readonly name: Text;
  readonly isVisible: boolean;
  readonly program: PdfStream | undefined;
}

function* usedFonts({ file, drawn }: PdfaDocument): Iterable<UsedFont> {
  const visible = new Map<PdfDict, boolean>();
  for (const { font, isVisible } of drawn.texts) visible.set(font, isVisible || visible.get(font) === true);
  for (const [dict, isVisible] of visible) {
    const below = file.dict(file.array(dict.entries.get('DescendantFonts'))[0]);
    const glyphs = below ?? dict;
    const descriptor = file.dict(glyphs.entries.get('FontDescriptor'));
    const programs = ['FontFile', 'FontFile2', 'FontFile3'].map((key) =>
      file.stream(descriptor?.entries.get(key)),
    );
    yield {
      dict,
      glyphs,
      isVisible,
      subtype: file.name(glyphs.entries.get('Subtype')) ?? '',
      name: nameOf(file.name(dict.entries.get('BaseFont'))),
      program: programs.find((program) => program !== undefined),
    };
  }
}

const perFont = (check: (font: UsedFont, document: PdfaDocument) => Iterable<Message>): Clause['breaches'] =>
  function* (document) {
    for (const font of usedFonts(document)) yield* check(font, document);
  };

function* dictionary({ dict, subtype, name }: UsedFont, { file }: PdfaDocument): Iterable<Message> {
  if (!SUBTYPES.has(subtype))
    yield say('pdfa.font-is-of-type', { name, type: subtype === '' ? 'none' : quotedName(subtype, 40) });
  if (file.name(dict.entries.get('Type')) !== 'Font') yield say('pdfa.font-is-not-marked-as-font', { name });
  if (subtype !== 'Type3' && !dict.entries.has('BaseFont')) yield say('pdfa.font-has-no-name');
  if (!['Type1', 'MMType1', 'TrueType', 'Type3'].includes(subtype) || isStandard(name)) return;
  const [first, last] = [
    file.number(dict.entries.get('FirstChar')),
    file.number(dict.entries.get('LastChar')),
  ];
  if (
    first === undefined ||
    last === undefined ||
    file.array(dict.entries.get('Widths')).length !== last - first + 1
  )
    yield say('pdfa.font-does-not-say-how-wide', { name });
}

function* embed({ subtype, program, isVisible, name }: UsedFont): Iterable<Message> {
  if (isVisible && subtype !== 'Type3' && !program) yield say('pdfa.font-is-not-embedded', { name });
}

const IDENTITY = new Set(['Identity-H', 'Identity-V']);
/** Names of predefined CMaps (ISO 32000-1, table 118) have these forms. */
const KNOWN_CMAP = /^(GB|B5|HK|ET|CNS|UniGB|UniCNS|UniJIS|UniKS|83pv|90ms|90pv|Add|EUC|Ext|H$|V$|KSC)/;

function* composite(
  { dict, glyphs, subtype, program, name }: UsedFont,
  { file }: PdfaDocument,
): Iterable<Message> {
  if (file.name(dict.entries.get('Subtype')) !== 'Type0') return;
  const encoding = file.resolve(dict.entries.get('Encoding'));
  const cmap = encoding instanceof PdfName ? encoding.text : undefined;
  if (cmap === undefined ? !(encoding instanceof PdfStream) : !IDENTITY.has(cmap) && !KNOWN_CMAP.test(cmap))
    yield say('pdfa.font-has-encoding-that-is-neither', { name });
  if (subtype === 'CIDFontType2' && program && file.resolve(glyphs.entries.get('CIDToGIDMap')) === null)
    yield say('pdfa.font-does-not-say-which-character', { name });
}

const SYMBOLIC = 4;

function* trueTypeEncoding(
  { dict, glyphs, subtype, name }: UsedFont,
  { file }: PdfaDocument,
): Iterable<Message> {
  if (subtype !== 'TrueType') return;
  const flags = file.number(file.entry(glyphs, 'FontDescriptor', 'Flags')) ?? 0;
  const encoding = file.resolve(dict.entries.get('Encoding'));
  const base = file.name(encoding) ?? file.name(file.entry(encoding, 'BaseEncoding'));
  if ((flags & SYMBOLIC) !== 0) {
    if (encoding !== null) yield say('pdfa.font-is-symbolic-and-has-encoding', { name });
  } else if (base !== 'MacRomanEncoding' && base !== 'WinAnsiEncoding')
    yield say('pdfa.font-has-neither-macromanencoding-nor-winansiencoding', { name });
}

/** If code, character and glyph are one number, the font program gives the width. */
function* glyphsOf(
  { dict, glyphs, subtype, program, name }: UsedFont,
  document: PdfaDocument,
): Iterable<readonly [clause: string, what: Message]> {
  const { file, drawn } = document;
  const isIdentity = IDENTITY.has(file.name(dict.entries.get('Encoding')) ?? '');
  if (
    subtype !== 'CIDFontType2' ||
    !isIdentity ||
    !program ||
    file.name(glyphs.entries.get('CIDToGIDMap')) !== 'Identity'
  )
    return;
  const font = readTrueType(file.decoded(program));
  if (!font) {
    yield ['6.2.11.4.1', say('pdfa.program-of-font-is-no-truetype', { name })];
    return;
  }
  const stated = widthsOf(glyphs, file);
  const codes = new Set<number>();
  for (const { font: shown, bytes, isVisible } of drawn.texts)
    if (shown === dict && isVisible)
      for (let i = 0; i + 1 < bytes.length; i += 2) codes.add(bytes[i]! * 256 + bytes[i + 1]!);
  let [absent, wide, undefinedGlyph] = [false, false, false];
  for (const code of codes) {
    const width = font.widthOf(code);
    absent ||= width === undefined;
    undefinedGlyph ||= code === 0;
    wide ||= width !== undefined && Math.abs(width - stated(code)) > 1;
  }
  if (absent) yield ['6.2.11.4.1', say('pdfa.font-lacks-glyph-that-is-shown', { name })];
  if (wide) yield ['6.2.11.5', say('pdfa.font-has-other-widths-than-file', { name })];
  if (undefinedGlyph) yield ['6.2.11.8', say('pdfa.character-is-shown-that-font-does', { name })];
}

/** `ABCDEF+Name`: a part of the font (ISO 32000-1, 9.6.4). */
const SUBSET = /^[A-Z]{6}\+/;

/** Their numbers have 16 bits. */
const MAX_GLYPHS = 65_536;

/** `/CIDSet` of a subset has a bit for each glyph of its program, the highest first; the first glyph is `.notdef`. */
function* glyphList({ glyphs, subtype, program, name }: UsedFont, { file }: PdfaDocument): Iterable<Message> {
  const set = file.stream(file.entry(glyphs, 'FontDescriptor', 'CIDSet'));
  const isIdentity = file.name(glyphs.entries.get('CIDToGIDMap')) === 'Identity';
  const isSubset = SUBSET.test(file.name(glyphs.entries.get('BaseFont')) ?? '');
  if (!set || !program || !isSubset || !isIdentity || subtype !== 'CIDFontType2') return;
  const font = readTrueType(file.decoded(program));
  if (!font) return;
  const bits = file.decoded(set);
  const lists = (glyph: number): boolean => ((bits[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0;
  const end = Math.max(font.glyphs, Math.min(bits.length * 8, MAX_GLYPHS));
  for (let glyph = 1; glyph < end; glyph += 1)
    if (lists(glyph) !== glyph < font.glyphs) {
      yield say('pdfa.list-of-glyphs-of-font-cidset', { name });
      return;
    }
}

/** `/W`: runs of widths, or ranges of one width (ISO 32000-1, 9.7.4.3). */
function widthsOf(glyphs: PdfDict, file: PdfFile): (code: number) => number {
  const widths = new Map<number, number>();
  const ranges: (readonly [number, number, number])[] = [];
  const entries = file.array(glyphs.entries.get('W'));
  for (let i = 0; i < entries.length;) {
    const first = file.number(entries[i]) ?? 0;
    const run = file.resolve(entries[i + 1]);
    if (Array.isArray(run)) {
      for (const [k, width] of run.entries()) widths.set(first + k, file.number(width) ?? 0);
      i += 2;
    } else {
      ranges.push([first, file.number(run) ?? 0, file.number(entries[i + 2]) ?? 0]);
      i += 3;
    }
  }
  const usual = file.number(glyphs.entries.get('DW')) ?? 1_000;
  return (code) => widths.get(code) ?? ranges.find(([from, to]) => code >= from && code <= to)?.[2] ?? usual;
}

const ofGlyphs = (clause: string): Clause['breaches'] =>
  perFont(function* (font, document) {
    try {
      for (const [actual, what] of glyphsOf(font, document)) if (actual === clause) yield what;
    } catch (error) {
      if (!(error instanceof PdfBroken)) throw error;
      if (clause === '6.2.11.4.1')
        yield say('pdfa.program-of-font-cannot-be-read', { name: font.name, reason: error.reason });
    }
  });

/** Levels U and A: text can be copied and searched. */
function* unicode({ dict, subtype, name }: UsedFont, { file, xmp }: PdfaDocument): Iterable<Message> {
  const level = isMessage(xmp) ? undefined : xmp.properties.get(`{${XMP.pdfaid}}conformance`);
  if ((level !== 'U' && level !== 'A') || file.stream(dict.entries.get('ToUnicode'))) return;
  const isComposite = file.name(dict.entries.get('Subtype')) === 'Type0';
  const encoding = file.resolve(dict.entries.get('Encoding'));
  const hasNames = encoding !== null && !IDENTITY.has(file.name(encoding) ?? '');
  if (isComposite ? !hasNames : !hasNames && subtype !== 'Type1')
    yield say('pdfa.font-does-not-say-which-letters', { name });
}

/** Clauses on fonts. */
export const FONTS: readonly Clause[] = [
  { clause: '6.2.11.2', breaches: perFont(dictionary) },
  { clause: '6.2.11.3', breaches: perFont(composite) },
  { clause: '6.2.11.4.1', breaches: perFont(embed) },
  { clause: '6.2.11.4.1', breaches: ofGlyphs('6.2.11.4.1') },
  { clause: '6.2.11.4.2', breaches: perFont(glyphList) },
  { clause: '6.2.11.5', breaches: ofGlyphs('6.2.11.5') },
  { clause: '6.2.11.6', breaches: perFont(trueTypeEncoding) },
  { clause: '6.2.11.7', breaches: perFont(unicode) },
  { clause: '6.2.11.8', breaches: ofGlyphs('6.2.11.8') },
];
