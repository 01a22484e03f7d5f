import type { Card, Fact, PageCode } from '../../domain/page/page.ts';
import { CODE, CODE_COLUMN, drawCode } from './draw-code.ts';
import { heightOf, LEFT, type SetLine, setLines, type Sheets, TALLEST, WIDTH } from './sheets.ts';
import type { Tag } from './tag.ts';
import { wrapped } from './wrap.ts';

const PAD = 10;
const GAP = 14;

interface Grid {
  readonly rows: readonly GridRow[];
  readonly columns: number;
  readonly columnWidth: number;
}

interface GridRow {
  readonly facts: readonly { readonly label: readonly SetLine[]; readonly value: readonly SetLine[] }[];
  readonly height: number;
}

/** Facts in columns, label above value; texts below; codes at the right. */
export function drawCard(sheets: Sheets, tag: Tag, card: Card): void {
  const { heading, codes } = card;
  const pad = card.tone === 'box' ? PAD : 0;
  const codesWidth = codes.length * CODE_COLUMN;
  const width = WIDTH - 2 * pad - (codesWidth > 0 ? codesWidth + GAP : 0);
  const grid = gridOf(sheets, card, width);
  const texts = card.texts.map((text) => setLines(text, sheets.looks.text, width));
  const inside = Math.max(
    grid.rows.reduce((sum, { height }) => sum + height, 0) +
      texts.reduce((sum, text) => sum + heightOf(text) + 2, 0),
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
  8;

function gridOf(sheets: Sheets, { tone, facts, codes }: Card, width: number): Grid {
  const columns = Math.max(1, codes.length > 1 ? 1 : codes.length > 0 ? 2 : tone === 'box' ? 4 : 3);
  const columnWidth = (width - (columns - 1) * GAP) / columns;
  const rows: Fact[][] = [];
  let used = columns;
  for (const fact of facts) {
    const span = spanOf(sheets, fact, columnWidth, columns);
    if (used + span > columns) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)!.push(fact);
    used = span > 1 ? columns : used + 1;
  }
  return {
    columns,
    columnWidth,
    rows: rows.map((row) =>
      gridRow(sheets, row, row.length === 1 && needsAll(sheets, row[0]!, columnWidth) ? width : columnWidth),
    ),
  };
}

/** A long value takes the whole row. */
const needsAll = ({ looks }: Sheets, { value }: Fact, width: number): boolean =>
  wrapped(value, looks.text, width).length > 3;

const spanOf = (sheets: Sheets, fact: Fact, width: number, columns: number): number =>
  needsAll(sheets, fact, width) ? columns : 1;

function gridRow({ looks }: Sheets, facts: readonly Fact[], width: number): GridRow {
  const set = facts.map(({ label, value }) => ({
    label: setLines(label, looks.label, width),
    value: setLines(value, looks.text, width),
  }));
  const height = Math.max(...set.map(({ label, value }) => heightOf(label) + heightOf(value))) + 5;
  return { facts: set, height };
}

function drawFacts(
  sheets: Sheets,
  tag: Tag,
  { rows, columnWidth }: Grid,
  texts: readonly (readonly SetLine[])[],
  x: number,
): void {
  for (const { facts, height } of rows) {
    if (height > sheets.left && height <= TALLEST) sheets.next();
    if (height > sheets.left) {
      for (const { label, value } of facts) paragraph(sheets, tag, [...label, ...value], x);
      continue;
    }
    const { y } = sheets;
    facts.forEach(({ label, value }, at) =>
      tag.leaf('P', () => sheets.lines([...label, ...value], x + at * (columnWidth + GAP), y)),
    );
    sheets.y = y + height;
  }
  for (const text of texts) {
    paragraph(sheets, tag, text, x);
    sheets.space(2);
  }
}

export function paragraph(sheets: Sheets, tag: Tag, lines: readonly SetLine[], x: number): void {
  if (lines.length === 0) return;
  const one = tag.child('P');
  sheets.flow(one, lines, x);
  one.end();
}
