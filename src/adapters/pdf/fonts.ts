import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type GlyphRun } from 'fontkit';

export type Face = 'regular' | 'bold';

/**
 * For each face, the fonts in the order in which a glyph is looked up: Noto Sans, then DejaVu Sans for glyphs that Noto does
 * not have.
 */
const FILES: Readonly<Record<Face, readonly string[]>> = {
  regular: [
    '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  ],
  bold: [
    '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
    'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  ],
};

/** A part of a line in one font. */
interface Run {
  readonly font: LoadedFont;
  readonly text: string;
  /** The text that it stands for, if no font has the glyphs. */
  readonly actual?: string;
}

const { resolve } = createRequire(import.meta.url);

/** Letters of Western, Central and Eastern European Latin and those in between: Noto has them all. */
const USUAL = /^[ -~\u00a0-\u00ac\u00ae-\u017f\u0218-\u021b\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac]*$/;

/** More than a thousand invoices have. Past it the words are measured again. */
const MAX_WIDTHS = 50_000;

/** A set word takes a kilobyte. Few words are repeated. */
const MAX_WORDS = 5_000;

/**
 * A font that is loaded once, with the words that were set in it. Setting takes a third of a page's time, and most words are
 * repeated.
 */
class LoadedFont {
  private readonly widths = new Map<string, number>();
  private readonly words = new Map<string, GlyphRun>();
  private loaded: Font | undefined;

  constructor(
    readonly name: string,
    private readonly file: string,
  ) {}

  get font(): Font {
    return (this.loaded ??= this.read());
  }

  private read(): Font {
    const font = create(readFileSync(resolve(this.file))) as Font;
    const setWord = font.layout.bind(font);
    font.layout = (text, ...options) =>
      options.some((option) => option !== undefined)
        ? setWord(text, ...options)
        : copyOf(remember(this.words, MAX_WORDS, text, setWord));
    const findGlyph = font.getGlyph.bind(font);
    // A glyph keeps the code points of its first use, and a part of an accented letter is used without any: without them the
    // letter itself would have no text in later files.
    font.getGlyph = (id, codePoints) => findGlyph(id, codePoints ?? codePointsOf(font, id));
    return font;
  }

  has(codePoint: number): boolean {
    return this.font.hasGlyphForCodePoint(codePoint);
  }

  /** @param text without blanks, or a blank. In thousandths of the size. */
  width(text: string): number {
    return remember(this.widths, MAX_WIDTHS, text, () => {
      const { font } = this;
      return (font.layout(text).advanceWidth * 1000) / font.unitsPerEm;
    });
  }
}

function codePointsOf(font: Font, glyph: number): number[] {
  const codePoint = font.stringsForGlyph(glyph)[0]?.codePointAt(0);
  return codePoint === undefined ? [] : [codePoint];
}

/** The layout of a text. The cache is emptied when it is full. */
function remember<T>(cache: Map<string, T>, most: number, text: string, make: (text: string) => T): T {
  const cached = cache.get(text);
  if (cached !== undefined) return cached;
  if (cache.size >= most) cache.clear();
  const made = make(text);
  cache.set(text, made);
  return made;
}

/** pdfkit scales the positions that it gets. */
function copyOf(run: GlyphRun): GlyphRun {
  const copy = Object.create(Object.getPrototypeOf(run) as object) as GlyphRun;
  return Object.assign(copy, run, { positions: run.positions.map((position) => ({ ...position })) });
}

const load = (face: Face): readonly LoadedFont[] =>
  FILES[face].map((file, at) => new LoadedFont(`${face}-${at}`, file));

const FONTS: Readonly<Record<Face, readonly LoadedFont[]>> = {
  regular: load('regular'),
  bold: load('bold'),
};

const usual = (face: Face): LoadedFont => FONTS[face][0]!;

/** Used if no font has a glyph: a missing glyph is not PDF/A (ISO 19005-3, 6.2.11.8). */
const STAND_IN = '\u25a1';

/** The parts of a line, each in a font that has its glyphs. */
export function runsOf(text: string, face: Face): readonly Run[] {
  if (USUAL.test(text)) return text === '' ? [] : [{ font: usual(face), text }];
  const runs: { font: LoadedFont; text: string; actual?: string }[] = [];
  for (const letter of text) {
    const font = FONTS[face].find((one) => one.has(letter.codePointAt(0)!));
    const last = runs.at(-1);
    if (font && last?.font === font && last.actual === undefined) last.text += letter;
    else if (font) runs.push({ font, text: letter });
    else if (last?.actual !== undefined) {
      last.text += STAND_IN;
      last.actual += letter;
    } else runs.push({ font: FONTS[face].at(-1)!, text: STAND_IN, actual: letter });
  }
  return runs;
}

/** In points. */
export function widthOf(text: string, face: Face, size: number): number {
  let width = 0;
  for (const run of runsOf(text, face))
    for (const part of run.text.split(/(?<= )|(?= )/)) width += run.font.width(part);
  return (width * size) / 1000;
}
