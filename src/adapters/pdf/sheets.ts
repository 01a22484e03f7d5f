import { contrast, readableOnWhite, tint } from '../../domain/page/colours.ts';
import type { Page } from '../../domain/page/page.ts';
import { widthOf } from './fonts.ts';
import { type PdfFile, SHEET } from './pdf-file.ts';
import { artifact, type Tag } from './tag.ts';
import { leadingOf, type Style, wrap } from './wrap.ts';

export const LEFT = 48;
export const RIGHT = SHEET.width - 48;
export const WIDTH = RIGHT - LEFT;
/** The upper edge of content on every sheet after the first. */
const TOP = 56;
const BOTTOM = SHEET.height - 48;
/** The most height of content on a sheet. */
export const TALLEST = BOTTOM - TOP;

const INK = '#1d1d1f';
const QUIET = '#56595e';
const RULE = '#d5d8dc';
const WRONG = '#a4161a';
const WARNED = '#8a5300';

/** The styles of a page in the seller's colours. */
export interface Looks {
  readonly brand: string;
  readonly accent: string;
  readonly ground: string;
  readonly rule: string;
  readonly wrong: string;
  readonly warned: string;
  readonly heading: Style;
  readonly smallHeading: Style;
  readonly label: Style;
  readonly strong: Style;
  readonly text: Style;
  readonly small: Style;
  readonly cell: Style;
  readonly cellStrong: Style;
}

function looksOf({ brand, accent }: Page['colours']): Looks {
  const ink = { face: 'regular', colour: INK } as const;
  // A white brand colour on white paper is drawn darker.
  const seen = contrast(brand, '#ffffff') < 1.15 ? '#d9d9d9' : brand;
  return {
    brand: seen,
    accent,
    ground: tint(accent, 0.09),
    rule: RULE,
    wrong: WRONG,
    warned: WARNED,
    heading: { face: 'bold', size: 10.5, colour: readableOnWhite(brand) },
    smallHeading: { face: 'bold', size: 8, colour: readableOnWhite(brand) },
    label: { face: 'regular', size: 7.5, colour: QUIET },
    strong: { face: 'bold', size: 10, colour: INK },
    text: { ...ink, size: 9.2 },
    small: { face: 'regular', size: 7.8, colour: QUIET },
    cell: { ...ink, size: 8.8 },
    cellStrong: { face: 'bold', size: 8.8, colour: INK },
  };
}

/** A line of text, ready to be drawn. */
export interface SetLine {
  readonly text: string;
  readonly style: Style;
}

export const setLines = (text: string, style: Style, width: number): readonly SetLine[] =>
  wrap(text, style, width).map((line) => ({ text: line, style }));

export const heightOf = (lines: readonly SetLine[]): number =>
  lines.reduce((height, { style }) => height + leadingOf(style), 0);

/** The sheets of a page, filled from the top. */
export class Sheets {
  readonly looks: Looks;
  /** The next position, from the upper edge. */
  y = 0;
  /** The sheet of the first line that was drawn after this was cleared. */
  firstDrawn: number | undefined;

  constructor(
    readonly file: PdfFile,
    private readonly page: Page,
    /** Share of the usual space between blocks, rows and facts. */
    readonly air = 1,
  ) {
    this.looks = looksOf(page.colours);
    file.addSheet();
  }

  /** Of what is drawn on this sheet. */
  get height(): number {
    return this.y - TOP;
  }

  get left(): number {
    return BOTTOM - this.y;
  }

  next(): void {
    this.file.addSheet();
    const { doc } = this.file;
    artifact(this.file, 'Pagination', () => {
      this.file.fill(this.looks.brand);
      doc.rect(0, 0, SHEET.width, 6).fill();
    });
    this.y = TOP;
  }

  /** Begins another sheet unless this much height is left. */
  need(height: number): void {
    if (height > this.left && this.y > TOP) this.next();
  }

  /** @param height the usual one. */
  space(height: number): void {
    this.y = Math.min(this.y + height * this.air, BOTTOM);
  }

  /**
   * Draws lines below each other.
   * @param x of their left or right edge.
   */
  lines(lines: readonly SetLine[], x: number, y: number, align: 'left' | 'right' = 'left'): void {
    let upper = y;
    this.firstDrawn ??= this.file.sheets;
    for (const { text, style } of lines) {
      const height = leadingOf(style);
      const baseline = upper + height * 0.5 + style.size * 0.36;
      const width = align === 'right' ? widthOf(text, style.face, style.size) : 0;
      this.file.text(text, x - width, baseline, style);
      upper += height;
    }
  }

  /**
   * Draws lines over several sheets.
   * @param tag the element of the lines.
   */
  flow(tag: Tag, lines: readonly SetLine[], x = LEFT): void {
    let rest = lines;
    while (rest.length > 0) {
      let count = 0;
      let height = 0;
      for (const { style } of rest) {
        if (height + leadingOf(style) > this.left) break;
        height += leadingOf(style);
        count += 1;
      }
      if (count === 0) {
        this.next();
        continue;
      }
      const now = rest.slice(0, count);
      tag.content(() => this.lines(now, x, this.y));
      this.y += height;
      rest = rest.slice(count);
    }
  }

  /**
   * A heading stays with the next part.
   * @param following height of the first part.
   */
  heading(tag: Tag, text: string, following: number, style = this.looks.heading): void {
    const lines = setLines(text, style, WIDTH);
    const gap = style === this.looks.heading ? 4 : 1;
    this.need(heightOf(lines) + gap + Math.min(following, TALLEST / 2));
    const heading = tag.child('H2');
    this.flow(heading, lines);
    heading.end();
    this.space(gap);
  }

  rule(y: number, from = LEFT, to = RIGHT, colour = this.looks.rule, thick = 0.6): void {
    artifact(this.file, 'Layout', () => {
      this.file.fill(colour);
      this.file.doc.rect(from, y - thick / 2, to - from, thick).fill();
    });
  }

  ground(x: number, y: number, width: number, height: number, colour: string): void {
    artifact(this.file, 'Layout', () => {
      this.file.fill(colour);
      this.file.doc.rect(x, y, width, height).fill();
    });
  }

  /** Head and foot of each sheet, drawn once the number of sheets is known. */
  finish(): void {
    const { head, pageOf } = this.page;
    const { small } = this.looks;
    const { sheets } = this.file;
    for (let at = 0; at < sheets; at += 1) {
      this.file.switchTo(at);
      const number = pageOf.replace('{page}', String(at + 1)).replace('{pages}', String(sheets));
      artifact(this.file, 'Pagination', () => {
        const foot = SHEET.height - 34;
        this.lines([{ text: number, style: small }], RIGHT, foot, 'right');
        this.lines(oneLine(head.sender, small, WIDTH * 0.6), LEFT, foot);
        if (at === 0) return;
        const title = [head.kind, head.number].filter((part) => part !== '').join(' ');
        this.lines(oneLine(title, small, WIDTH), LEFT, 24);
      });
    }
  }
}

/** Cuts a text to the width, with an ellipsis. */
function oneLine(text: string, style: Style, width: number): readonly SetLine[] {
  const [first = '', ...more] = wrap(text, style, width - style.size);
  return [{ text: more.length > 0 ? `${first}…` : first, style }];
}
