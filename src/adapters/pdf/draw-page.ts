import { inkOn } from '../../domain/page/colours.ts';
import type { Beside, Block, Page, Parties, PartyBox, Sums, Texts } from '../../domain/page/page.ts';
import { drawCard, paragraph } from './draw-card.ts';
import { drawNotice } from './draw-notice.ts';
import { drawTable, tableHeight } from './draw-table.ts';
import { widthOf } from './fonts.ts';
import { type PdfFile, SHEET } from './pdf-file.ts';
import { heightOf, LEFT, RIGHT, type SetLine, setLines, Sheets, TALLEST, WIDTH } from './sheets.ts';
import { Tag } from './tag.ts';
import { leadingOf, type Style } from './wrap.ts';

const BAND_PAD = 15;
const GUTTER = 24;
/** Between blocks. */
const BETWEEN = 7;
const HALF = (WIDTH - GUTTER) / 2;

interface Layout {
  /** Share of the usual space between blocks, rows and facts. */
  readonly air?: number;
  /** The block that begins a sheet. */
  readonly breakBefore?: number;
}

export interface Drawn {
  readonly file: PdfFile;
  /** Of the content of the last sheet. */
  readonly lastHeight: number;
  /** The sheet on which each block begins, counted from 1. */
  readonly begins: readonly number[];
}

/** Draws a page on as many sheets as it needs. */
export function drawPage(file: PdfFile, page: Page, { air = 1, breakBefore }: Layout = {}): Drawn {
  const sheets = new Sheets(file, page, air);
  const root = Tag.root(file);
  drawHead(sheets, root, page);
  const begins = page.blocks.map((block, at) => {
    if (at === breakBefore) sheets.next();
    sheets.firstDrawn = undefined;
    const section = root.child('Sect');
    drawBlock(sheets, section, block);
    section.end();
    sheets.space(BETWEEN);
    return sheets.firstDrawn ?? file.sheets;
  });
  const lastHeight = sheets.height;
  root.end();
  sheets.finish();
  return { file, lastHeight, begins };
}

function drawBlock(sheets: Sheets, tag: Tag, block: Block): void {
  switch (block.block) {
    case 'parties':
      return drawParties(sheets, tag, block);
    case 'card':
      return drawCard(sheets, tag, block);
    case 'table':
      return drawTable(sheets, tag, block);
    case 'sums':
      return drawSums(sheets, tag, block, { x: LEFT + WIDTH / 2, width: WIDTH / 2 });
    case 'beside':
      return drawBeside(sheets, tag, block);
    case 'texts':
      return drawTexts(sheets, tag, block);
    case 'notice':
      return drawNotice(sheets, tag, block);
    default:
      return block satisfies never;
  }
}

/** A band in the seller's colour with the seller and the title. */
function drawHead(sheets: Sheets, root: Tag, { head }: Page): void {
  const { looks } = sheets;
  const ink = inkOn(looks.brand);
  const sender = setLines(head.sender, { face: 'bold', size: 17, colour: ink }, WIDTH * 0.54);
  const kind = setLines(head.kind, { face: 'bold', size: 17, colour: ink }, WIDTH * 0.42);
  const number = setLines(head.number, { face: 'regular', size: 10.5, colour: ink }, WIDTH * 0.42);
  const titles = [...kind, ...number];
  const pad = BAND_PAD * sheets.air;
  const height = Math.min(Math.max(heightOf(sender), heightOf(titles)) + 2 * pad, TALLEST / 2);
  sheets.ground(0, 0, SHEET.width, height, looks.brand);
  sheets.ground(0, height, SHEET.width, 4, looks.accent);
  const upper = (lines: readonly SetLine[]): number => (height - heightOf(lines)) / 2;
  root.leaf('H1', () => sheets.lines(titles, RIGHT, upper(titles), 'right'));
  root.leaf('P', () => sheets.lines(sender, LEFT, upper(sender)));
  sheets.y = height + 4 + pad;
}

function drawParties(sheets: Sheets, tag: Tag, { parties }: Parties): void {
  for (let at = 0; at < parties.length; at += 2) {
    const pair = parties
      .slice(at, at + 2)
      .map((party) => ({ party, lines: partyLines(sheets, party, HALF) }));
    const height = Math.max(...pair.map(({ lines }) => heightOf(lines.flat())));
    if (height > TALLEST) {
      for (const { party } of pair)
        for (const lines of partyLines(sheets, party, WIDTH)) drawLines(sheets, tag, lines, LEFT);
      continue;
    }
    if (at > 0) sheets.space(10);
    sheets.need(height);
    const { y } = sheets;
    pair.forEach(({ lines }, column) => {
      sheets.y = y;
      for (const part of lines) drawLines(sheets, tag, part, LEFT + column * (HALF + GUTTER));
    });
    sheets.y = y + height;
  }
}

/** Heading, name with address, facts: a part each. */
function partyLines(
  { looks }: Sheets,
  { heading, name, lines, small }: PartyBox,
  width: number,
): readonly (readonly SetLine[])[] {
  const address = [
    ...setLines(name, { ...looks.strong, size: 10.5 }, width),
    ...lines.flatMap((line) => setLines(line, looks.text, width)),
  ];
  const details = small.map((line) => setLines(line, looks.small, width));
  return [setLines(heading, looks.heading, width), address, ...details].filter((part) => part.length > 0);
}

/** The first part of a party is its heading. */
function drawLines(sheets: Sheets, tag: Tag, lines: readonly SetLine[], x: number): void {
  const type = lines[0]?.style === sheets.looks.heading ? 'H2' : 'P';
  const one = tag.child(type);
  sheets.flow(one, lines, x);
  one.end();
}

function drawBeside(sheets: Sheets, tag: Tag, { left, right }: Beside): void {
  const width = WIDTH * 0.56;
  const sumsBox = { x: LEFT + width + GUTTER, width: WIDTH - width - GUTTER };
  const tableBox = { x: LEFT, width };
  const heading = leadingOf(sheets.looks.heading) + 4;
  const height =
    heading + Math.max(tableHeight(sheets, left, tableBox), sumsHeight(sheets, right, sumsBox.width));
  if (height > TALLEST) {
    drawTable(sheets, tag, left);
    sheets.space(BETWEEN);
    return drawSums(sheets, tag, right, { x: LEFT + WIDTH / 2, width: WIDTH / 2 });
  }
  sheets.need(height);
  const { y } = sheets;
  drawTable(sheets, tag, left, tableBox);
  const end = sheets.y;
  sheets.y = y;
  drawSums(sheets, tag, right, sumsBox);
  sheets.y = Math.max(end, sheets.y);
}

const SUM_PAD = 3.4;

interface SetSum {
  readonly label: readonly SetLine[];
  readonly value: readonly SetLine[];
  readonly strong: boolean;
  readonly height: number;
}

function setSums({ looks, air }: Sheets, { rows }: Sums, width: number): readonly SetSum[] {
  return rows.map(({ label, value, strong }) => {
    const style: Style = strong ? { face: 'bold', size: 11, colour: inkOn(looks.brand) } : looks.cell;
    const valueWidth = Math.min(widthOf(value, style.face, style.size) + 1, width * 0.62);
    const set = {
      label: setLines(label, style, width - valueWidth - 18),
      value: setLines(value, style, valueWidth),
    };
    const pad = (strong ? 2.2 : 1) * SUM_PAD * air;
    return { ...set, strong, height: Math.max(heightOf(set.label), heightOf(set.value)) + 2 * pad };
  });
}

const sumsHeight = (sheets: Sheets, sums: Sums, width: number): number =>
  setSums(sheets, sums, width).reduce((sum, { height }) => sum + height, 0);

function drawSums(
  sheets: Sheets,
  tag: Tag,
  sums: Sums,
  { x, width }: { readonly x: number; readonly width: number },
): void {
  const { looks } = sheets;
  const set = setSums(sheets, sums, width);
  const heading = setLines(sums.heading, looks.heading, width);
  sheets.need(heightOf(heading) + 4 + set.reduce((sum, { height }) => sum + height, 0));
  const h2 = tag.child('H2');
  sheets.flow(h2, heading, x);
  h2.end();
  sheets.space(4);
  const table = tag.child('Table');
  for (const { label, value, strong, height } of set) {
    sheets.need(height);
    const { y } = sheets;
    if (strong) sheets.ground(x, y, width, height, looks.brand);
    const row = table.child('TR');
    const middle = (lines: readonly SetLine[]): number => y + (height - heightOf(lines)) / 2;
    row.leaf('TH', () => sheets.lines(label, x + 6, middle(label)), { scope: 'Row' });
    row.leaf('TD', () => sheets.lines(value, x + width - 6, middle(value), 'right'));
    row.end();
    sheets.y = y + height;
    if (!strong) sheets.rule(sheets.y, x, x + width);
  }
  table.end();
}

function drawTexts(sheets: Sheets, tag: Tag, { tone, heading, paragraphs }: Texts): void {
  const { text, small, cellStrong } = sheets.looks;
  const style = tone === 'small' ? small : text;
  const set = paragraphs.map(({ label, value }) => [
    ...(label === undefined ? [] : setLines(label, cellStrong, WIDTH)),
    ...setLines(value, style, WIDTH),
  ]);
  sheets.heading(
    tag,
    heading,
    leadingOf(style) * 2,
    tone === 'small' ? sheets.looks.smallHeading : undefined,
  );
  for (const lines of set) {
    // A label stays with its value.
    sheets.need(heightOf(lines.slice(0, 2)));
    paragraph(sheets, tag, lines, LEFT);
    sheets.space(3);
  }
}
