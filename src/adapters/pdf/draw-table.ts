import type { Cell, Column, Remark, Row, Table } from '../../domain/page/page.ts';
import { shown } from '../../domain/page/letters.ts';
import { type Face, widthOf } from './fonts.ts';
import { remarkLines } from './draw-notice.ts';
import { heightOf, LEFT, type SetLine, setLines, type Sheets, TALLEST, WIDTH } from './sheets.ts';
import { artifact, type Tag } from './tag.ts';
import { leadingOf, widestWord } from './wrap.ts';

const PAD = 5;
const ROW_PAD = 3.6;
/** The part of the width that columns of numbers may use together. */
const NARROW_SHARE = 0.62;

/** A column on the sheet. */
interface SizedColumn extends Column {
  readonly x: number;
  readonly width: number;
}

interface SetRow {
  readonly cells: readonly (readonly SetLine[])[];
  readonly height: number;
  readonly sum: string | undefined;
  readonly remarks: readonly Remark[];
}

/** @param box left edge and width; the default is the whole sheet. */
export function drawTable(sheets: Sheets, tag: Tag, table: Table, box = { x: LEFT, width: WIDTH }): void {
  const drawing = new TableDrawing(sheets, table, box);
  sheets.heading(tag, table.heading, drawing.firstHeight);
  drawing.draw(tag);
}

/** The height of a table without its heading, if it fits on one sheet. */
export const tableHeight = (sheets: Sheets, table: Table, box: { x: number; width: number }): number =>
  new TableDrawing(sheets, table, box).wholeHeight;

class TableDrawing {
  private readonly columns: readonly SizedColumn[];
  private readonly head: readonly (readonly SetLine[])[];
  /** Up to the row that was drawn last. */
  private sum: string | undefined;
  private readonly rowPad: number;

  constructor(
    private readonly sheets: Sheets,
    private readonly table: Table,
    private readonly box: { readonly x: number; readonly width: number },
  ) {
    this.rowPad = ROW_PAD * sheets.air;
    this.columns = sizeColumns(table, sheets, box);
    const { label } = sheets.looks;
    const style = { ...label, face: 'bold' as Face };
    this.head = this.columns.map(({ title, width }) => setLines(title, style, width - 2 * PAD));
  }

  private get headHeight(): number {
    return Math.max(...this.head.map(heightOf)) + 2 * this.rowPad;
  }

  get firstHeight(): number {
    const [first] = this.table.rows;
    return this.headHeight + (first ? this.set(first).height : 0);
  }

  get wholeHeight(): number {
    return this.headHeight + this.table.rows.reduce((sum, row) => sum + this.set(row).height, 0);
  }

  draw(tag: Tag): void {
    const { rows } = this.table;
    const table = tag.child('Table');
    const head = table.child('THead');
    this.drawHead(head.child('TR'));
    head.end();
    const body = table.child('TBody');
    rows.forEach((row, at) => this.drawRow(body, this.set(row), at === rows.length - 1));
    body.end();
    table.end();
  }

  private set({ cells, sum, remarks }: Row): SetRow {
    const set = this.columns.map(({ width }, at) => this.setCell(cells[at] ?? NOTHING, width - 2 * PAD));
    return { cells: set, height: Math.max(...set.map(heightOf)) + 2 * this.rowPad, sum, remarks };
  }

  private setCell({ text, strong, small }: Cell, width: number): readonly SetLine[] {
    const { cell, cellStrong, small: smaller } = this.sheets.looks;
    return [
      ...setLines(text, strong ? cellStrong : cell, width),
      ...small.flatMap((line) => setLines(line, smaller, width)),
    ];
  }

  /** @param row undefined for a head that is repeated on a further sheet. */
  private drawHead(row?: Tag): void {
    const sheets = this.sheets;
    const { x, width } = this.box;
    const height = this.headHeight;
    sheets.ground(x, sheets.y, width, height, sheets.looks.ground);
    this.columns.forEach((column, at) => {
      const draw = (): void => this.cellLines(this.head[at] ?? [], column, sheets.y + this.rowPad);
      if (row) row.leaf('TH', draw, { scope: 'Column' });
      else artifact(sheets.file, 'Pagination', draw);
    });
    row?.end();
    sheets.y += height;
    sheets.rule(sheets.y, x, x + width, sheets.looks.accent, 0.9);
  }

  private cellLines(lines: readonly SetLine[], { x, width, align }: SizedColumn, y: number): void {
    this.sheets.lines(lines, align === 'right' ? x + width - PAD : x + PAD, y, align);
  }

  private get carriedHeight(): number {
    return this.table.carried ? leadingOf(this.sheets.looks.cellStrong) + 2 * this.rowPad : 0;
  }

  private drawRow(body: Tag, row: SetRow, isLast: boolean): void {
    const sheets = this.sheets;
    const reserve = isLast ? 0 : this.carriedHeight;
    const fresh = TALLEST - this.headHeight - 2 * this.carriedHeight;
    if (row.height > sheets.left - reserve && row.height <= fresh) this.turn();
    const tag = body.child('TR');
    if (row.height <= sheets.left - reserve) this.whole(tag, row);
    else this.split(tag, row);
    tag.end();
    this.sum = row.sum;
    sheets.rule(sheets.y, this.box.x, this.box.x + this.box.width);
    for (const remark of row.remarks) this.drawRemark(body, remark);
  }

  private whole(tag: Tag, { cells, height }: SetRow): void {
    const { y } = this.sheets;
    cells.forEach((lines, at) =>
      tag.leaf('TD', () => this.cellLines(lines, this.columns[at]!, y + this.rowPad)),
    );
    this.sheets.y += height;
  }

  /** A row that is taller than a sheet continues on the next. */
  private split(tag: Tag, { cells }: SetRow): void {
    const sheets = this.sheets;
    const tags = cells.map(() => tag.child('TD'));
    let rest = cells;
    for (let isFirst = true; isFirst || rest.some((lines) => lines.length > 0); isFirst = false) {
      const room = sheets.left - this.carriedHeight - 2 * this.rowPad;
      const parts = rest.map((lines) => fitting(lines, room));
      if (parts.every((count) => count === 0) && rest.some((lines) => lines.length > 0)) {
        this.turn();
        continue;
      }
      const now = rest.map((lines, at) => lines.slice(0, parts[at]));
      now.forEach((lines, at) => {
        if (lines.length > 0 || isFirst)
          tags[at]!.content(() => this.cellLines(lines, this.columns[at]!, sheets.y + this.rowPad));
      });
      sheets.y += Math.max(...now.map(heightOf)) + 2 * this.rowPad;
      rest = rest.map((lines, at) => lines.slice(parts[at]));
      if (rest.some((lines) => lines.length > 0)) this.turn();
    }
    for (const one of tags) one.end();
  }

  /** The next sheet, with the head and the sum carried forward. */
  private turn(): void {
    const { carried } = this.table;
    const sum = carried && this.sum !== undefined ? { ...carried, value: this.sum } : undefined;
    if (sum) this.drawCarried(sum.over, sum.value);
    this.sheets.next();
    this.drawHead();
    if (sum) this.drawCarried(sum.forward, sum.value);
  }

  /** A screen reader would read it between two lines of the invoice, so it is not content. */
  private drawCarried(label: string, value: string): void {
    const sheets = this.sheets;
    const { x, width } = this.box;
    const style = sheets.looks.cellStrong;
    artifact(sheets.file, 'Pagination', () => {
      const text = `${label}: ${value}`;
      sheets.lines([{ text, style }], x + width - PAD, sheets.y + this.rowPad, 'right');
    });
    sheets.y += this.carriedHeight;
    sheets.rule(sheets.y, x, x + width);
  }

  private drawRemark(body: Tag, remark: Remark): void {
    const sheets = this.sheets;
    const { x, width } = this.box;
    const lines = remarkLines(sheets.looks, remark, width - 4 * PAD);
    const height = heightOf(lines) + 2 * this.rowPad;
    if (height > sheets.left - this.carriedHeight && height < TALLEST / 2) this.turn();
    const row = body.child('TR');
    const cell = row.child('TD', { colSpan: this.columns.length, lang: 'en' });
    const { y } = sheets;
    if (height <= sheets.left) {
      sheets.ground(
        x,
        y,
        2.5,
        height,
        remark.severity === 'error' ? sheets.looks.wrong : sheets.looks.warned,
      );
      sheets.y += this.rowPad;
      sheets.flow(cell, lines, x + 3 * PAD);
      sheets.y = y + height;
    } else sheets.flow(cell, lines, x + 3 * PAD);
    cell.end();
    row.end();
    sheets.rule(sheets.y, x, x + width);
  }
}

const NOTHING: Cell = { text: '', small: [] };

/** How many lines fit. */
function fitting(lines: readonly SetLine[], room: number): number {
  let height = 0;
  for (const [at, { style }] of lines.entries()) {
    height += leadingOf(style);
    if (height > room) return at;
  }
  return lines.length;
}

/** Columns of numbers are as wide as their content. The wide column gets the rest. */
function sizeColumns(
  { columns, rows }: Table,
  { looks }: Sheets,
  box: { readonly x: number; readonly width: number },
): readonly SizedColumn[] {
  const head = { ...looks.label, face: 'bold' as Face };
  const natural = columns.map(({ title, wide }, at) => {
    if (wide) return 0;
    let width = widestWord(title, head.face, head.size);
    for (const { cells } of rows) {
      const cell = cells[at];
      if (!cell) continue;
      width = Math.max(width, widthOf(shown(cell.text), looks.cell.face, looks.cell.size));
      for (const line of cell.small)
        width = Math.max(width, widestWord(line, looks.small.face, looks.small.size));
    }
    return width + 2 * PAD + 1;
  });
  const most = box.width * NARROW_SHARE;
  const narrow = natural.reduce((sum, width) => sum + width, 0);
  const scale = narrow > most ? most / narrow : 1;
  let { x } = box;
  return columns.map((column, at) => {
    const width = column.wide ? box.width - narrow * scale : natural[at]! * scale;
    const left = x;
    x += width;
    return { ...column, x: left, width };
  });
}
