import type { Card, Fact, PageCode } from '../../domain/page/page.ts';
import { CODE, CODE_COLUMN, CODE_GAP, drawCode } from './draw-code.ts';
import { heightOf, LEFT, type SetLine, setLines, type Sheets, TALLEST, WIDTH } from './sheets.ts';
import type { Tag } from './tag.ts';
import { widestWord, wrap } from './wrap.ts';

const PAD = 10;
const GAP = 14;
const ROW_GAP = 5;
const TEXT_GAP = 2;
/** A value that needs more lines gets the whole row. */
const MAX_LINES = 3;

interface SetFact {
  readonly label: readonly SetLine[];
  readonly value: readonly SetLine[];
  /** From the left edge of the card. */
  readonly x: number;
}

interface GridRow {
  readonly facts: readonly SetFact[];
  readonly height: number;
}

/** Facts in columns, label above value; texts below; codes at the right. */
export function drawCard(sheets: Sheets, tag: Tag, card: Card): void {
  const { heading, codes } = card;
  const { air } = sheets;
  const pad = card.tone === 'box' ? PAD * air : 0;
  const codesWidth = codes.length * CODE_COLUMN;
  const width = WIDTH - 2 * pad - (codesWidth > 0 ? codesWidth + GAP : 0);
  const grid = gridOf(sheets, card, width);
  const texts = card.texts.map((text) => setLines(text, sheets.looks.text, width));
  const inside = Math.max(
    grid.reduce((sum, { height }) => sum + height + ROW_GAP * air, texts.length > 0 ? 0 : -ROW_GAP * air) +
      texts.reduce((sum, text) => sum + heightOf(text) + TEXT_GAP * air, 0),
    ...codes.map((code) => codeHeight(sheets, code)),
  );
  const height = inside + 2 * pad;
  const isWhole = height <= TALLEST - 30;
  if (heading !== undefined) sheets.heading(tag, heading, isWhole ? height : 60);
  else sheets.need(isWhole ? height : 60);
  const upper = sheets.y;
  if (isWhole && card.tone === 'box') sheets.ground(LEFT, upper, WIDTH, height, sheets.looks.ground);
  sheets.y += pad;
  const edge = LEFT + WIDTH - pad - codesWidth;
  if (isWhole) drawFacts(sheets, tag, grid, texts, LEFT + pad);
  codes.forEach((code, at) =>
    drawCode(sheets, tag, code, { x: edge + at * CODE_COLUMN, y: isWhole ? upper + pad : sheets.y }),
  );
  if (isWhole) sheets.y = upper + height;
  else {
    sheets.y += Math.max(0, ...codes.map((code) => codeHeight(sheets, code)));
    drawFacts(sheets, tag, grid, texts, LEFT + pad);
  }
}

const codeHeight = ({ looks }: Sheets, { title, caption }: PageCode): number =>
  CODE +
  heightOf(setLines(title, looks.label, CODE_COLUMN)) +
  heightOf(setLines(caption, looks.label, CODE_COLUMN)) +
  2 * CODE_GAP;

function gridOf(sheets: Sheets, { tone, facts, codes }: Card, width: number): readonly GridRow[] {
  const columns = codes.length > 1 ? 1 : codes.length > 0 ? 2 : tone === 'box' ? 4 : 3;
  const step = (width + GAP) / columns;
  const rows: SetFact[][] = [];
  let used = columns;
  for (const fact of facts) {
    const span = spanOf(sheets, fact, step - GAP, columns);
    if (used + span > columns) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)!.push(setFact(sheets, fact, used * step, span * step - GAP));
    used += span;
  }
  return rows.map((row) => ({ facts: row, height: Math.max(...row.map(factHeight)) }));
}

/** The most columns in which no word, such as an IBAN, is broken. */
function spanOf({ looks }: Sheets, { value }: Fact, width: number, columns: number): number {
  const { face, size } = looks.text;
  const span = Math.ceil((widestWord(value, face, size) + GAP) / (width + GAP));
  const isLong = wrap(value, looks.text, width).length > MAX_LINES;
  return isLong && span === 1 ? columns : Math.min(span, columns);
}

const setFact = ({ looks }: Sheets, { label, value }: Fact, x: number, width: number): SetFact => ({
  label: setLines(label, looks.label, width),
  value: setLines(value, looks.text, width),
  x,
});

const factHeight = ({ label, value }: SetFact): number => heightOf(label) + heightOf(value);

function drawFacts(
  sheets: Sheets,
  tag: Tag,
  rows: readonly GridRow[],
  texts: readonly (readonly SetLine[])[],
  left: number,
): void {
  for (const { facts, height } of rows) {
    if (height > sheets.left && height <= TALLEST) sheets.next();
    if (height > sheets.left) {
      for (const { label, value } of facts) paragraph(sheets, tag, [...label, ...value], left);
      continue;
    }
    const { y } = sheets;
    for (const { label, value, x } of facts)
      tag.leaf('P', () => sheets.lines([...label, ...value], left + x, y));
    sheets.y = y + height;
    sheets.space(ROW_GAP);
  }
  for (const text of texts) {
    paragraph(sheets, tag, text, left);
    sheets.space(TEXT_GAP);
  }
}

export function paragraph(sheets: Sheets, tag: Tag, lines: readonly SetLine[], x: number): void {
  if (lines.length === 0) return;
  const one = tag.child('P');
  sheets.flow(one, lines, x);
  one.end();
}
