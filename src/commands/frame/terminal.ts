import { visible } from 'en16931-rules/vocabulary/quoted.ts';

/** Where a command writes: a stream of the process, or a text in tests. */
interface Sink {
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
export type Style = keyof typeof STYLES;

/**
 * Marks of a painted part inside a text; the codes of a terminal are written last, because control characters in a text are another's.
 * Noncharacters, which no text has (Unicode 23.7). One of another's could change a colour, and no more.
 */
const MARKS = ['\uFDD0', '\uFDD1', '\uFDD2', '\uFDD3', '\uFDD4'] as const;
const END = '\uFDD5';
const MARK = /[\uFDD0-\uFDD5]/g;
const CODES: Readonly<Record<string, string>> = Object.fromEntries([
  [END, '\u001B[0m'],
  ...Object.values(STYLES).map((code, at) => [MARKS[at], `\u001B[${code}m`]),
]);

/** Without a terminal the lines are as long as they are. */
const MAX_WIDTH = 100;
const GAP = '  ';

/** What a command prints: results on standard output, remarks on standard error. Colours are for terminals. */
export class Terminal {
  private readonly hasColours: boolean;

  constructor(
    private readonly out: Sink,
    private readonly err: Sink,
    private readonly env: NodeJS.ProcessEnv,
  ) {
    // https://no-color.org: any text but the empty one.
    this.hasColours = out.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  }

  /** Prints remarks as results are printed. */
  get beside(): Terminal {
    return new Terminal(this.err, this.err, this.env);
  }

  get isInteractive(): boolean {
    return this.err.isTTY === true;
  }

  /** Of the lines of a terminal. */
  get width(): number {
    return widthOf(this.out);
  }

  paint(style: Style, text: string): string {
    const mark = MARKS[Object.keys(STYLES).indexOf(style)] ?? '';
    return this.hasColours && text !== '' ? `${mark}${text}${END}` : text;
  }

  /** What people read: on a terminal, lines that are too wide are broken between words. */
  line(text = ''): void {
    this.out.write(`${written(fitted(text, this.out))}\n`);
  }

  /** What a program reads or a person copies, as a value, a script or a command: never broken. */
  verbatim(text: string): void {
    this.out.write(`${written(text)}\n`);
  }

  /** A file, as it is; on a terminal without what would change the terminal. */
  bytes(file: Uint8Array): void {
    const isForPerson = this.out.isTTY === true;
    this.out.write(isForPerson ? visible(new TextDecoder().decode(file).replaceAll('\r\n', '\n')) : file);
  }

  /** A remark, as a line. */
  note(text: string): void {
    this.err.write(`${written(fitted(text, this.err))}\n`);
  }

  /** Replaces the line before, on a terminal: cut, because what has a second line is not replaced. */
  progress(text: string): void {
    if (!this.isInteractive) return;
    const [room, shown] = [widthOf(this.err) - 1, visible(text)];
    this.err.write(`\r\u001B[K${written(shown.length > room ? `${shown.slice(0, room - 1)}…` : shown)}`);
  }

  /** What a person may do next, on a terminal. */
  hint(text: string): void {
    if (this.isInteractive && this.out.isTTY === true) this.note(this.paint('dim', `Next: ${text}`));
  }

  /**
   * Parts in a line, or in several where the terminal is too narrow: a part is broken only if it is longer than a line.
   * @param indent of the lines after the first.
   */
  row(parts: readonly string[], indent = ''): void {
    let line = '';
    for (const part of parts.filter((each) => each !== '')) {
      const isFirst = line.trim() === '';
      if (isFirst || lengthOf(line) + GAP.length + lengthOf(part) <= this.width)
        line = isFirst ? line + part : line + GAP + part;
      else {
        this.line(line);
        line = indent + part;
      }
    }
    this.line(line);
  }

  json(value: unknown): void {
    this.verbatim(JSON.stringify(value, undefined, 2));
  }

  /** One value a line. */
  jsonLine(value: unknown): void {
    this.verbatim(JSON.stringify(value));
  }

  /** Columns under headings; on a terminal that is too narrow, the cells of a row under its first one. */
  table(headings: readonly string[], rows: readonly (readonly string[])[]): void {
    const widths = headings.map((heading, at) =>
      Math.max(heading.length, ...rows.map((row) => lengthOf(row[at] ?? ''))),
    );
    const length = widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1));
    if (this.out.isTTY === true && length > this.width) return this.records(headings, rows);
    const inLine = (cells: readonly string[]): string =>
      cells.map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(cell)))).join(GAP);
    this.line(this.paint('dim', inLine(headings).trimEnd()));
    for (const row of rows) this.line(inLine(row).trimEnd());
  }

  private records(headings: readonly string[], rows: readonly (readonly string[])[]): void {
    for (const [first = '', ...cells] of rows) {
      this.line(this.paint('bold', first));
      const named = cells.map((cell, at) => cell && `${this.paint('dim', headings[at + 1] ?? '')} ${cell}`);
      this.row([`  ${named[0] ?? ''}`, ...named.slice(1)], '  ');
    }
  }

  /**
   * Prose, broken at the width of the terminal.
   * @param head stands in the indent of the first line.
   */
  prose(text: string, indent = '', head = ''): void {
    for (const [at, line] of wrapped(text, this.width - indent.length).entries())
      this.line(`${at === 0 ? head + indent.slice(lengthOf(head)) : indent}${line}`);
  }
}

/** Nothing but our own colours reaches a terminal: control and format characters of files and services are shown as escapes. */
const written = (text: string): string => visible(text).replaceAll(MARK, (mark) => CODES[mark] ?? mark);

const lengthOf = (text: string): number => visible(text).replaceAll(MARK, '').length;

const widthOf = ({ columns }: Sink): number => Math.min(columns ?? MAX_WIDTH, MAX_WIDTH);

/** The lines of a text as a terminal shows them; a pipe gets them as they are. */
const fitted = (text: string, sink: Sink): string =>
  sink.isTTY === true
    ? visible(text)
        .split('\n')
        .flatMap((line) => broken(line, widthOf(sink)))
        .join('\n')
    : text;

/** The rest of a line goes on under its last column, or under its first word; a word that is longer, as a path or a key, stays whole. */
function broken(line: string, width: number): readonly string[] {
  if (lengthOf(line) <= width) return [line];
  const head = headOf(line, width / 2);
  const indent = ' '.repeat(lengthOf(head));
  const lines = wrapped(line.slice(head.length), width - indent.length, (word) => [word]);
  return lines.map((each, at) => `${at === 0 ? head : indent}${each}`);
}

/** What stands before the last column that begins in a room: columns are two spaces apart. */
function headOf(line: string, room: number): string {
  const ends = [...line.matchAll(/^ +| {2,}/g)].map(({ index, 0: gap }) => index + gap.length);
  return line.slice(0, ends.findLast((end) => lengthOf(line.slice(0, end)) <= room) ?? 0);
}

function wrapped(
  text: string,
  width: number,
  partsOf: (word: string, width: number) => readonly string[] = pieces,
): readonly string[] {
  const lines: string[] = [];
  let line = '';
  const words = visible(text)
    .split(/\s+/)
    .flatMap((word) => partsOf(word, width));
  for (const word of words) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A word that is longer than a line, as an answer of a network, is broken anywhere. */
const pieces = (word: string, width: number): readonly string[] =>
  lengthOf(word) <= width || lengthOf(word) < word.length
    ? [word]
    : Array.from({ length: Math.ceil(word.length / width) }, (_, at) =>
        word.slice(at * width, (at + 1) * width),
      );
