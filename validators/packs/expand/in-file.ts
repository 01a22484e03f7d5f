import { isMap, isSeq, LineCounter, type Node, parse, parseDocument } from 'yaml';
import { WrongShape } from '../members.ts';

/** An error on a known line of a file. */
class OnLine extends Error {
  constructor(
    readonly line: number,
    reason: string,
  ) {
    super(reason);
  }
}

/** Runs code that reads or writes out a file of a pack. @throws WrongShape naming the file, and the line if it is known, for any error. */
export function inFile<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof WrongShape) throw error;
    throw new WrongShape(
      error instanceof OnLine ? `${file}:${error.line}` : file,
      firstLine(reasonOf(error)),
    );
  }
}

/** Runs code about a part of a file. @throws Error with the line; the innermost part wins. */
export function onLine<T>(line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof OnLine ? error : new OnLine(line, reasonOf(error));
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Characters of the texts whose content is kept. A pack is written out for each syntax and release, from the same files. */
const MAX_KEPT = 600_000;

/** Reads a text once as long as it is among those that were read last. Who gets the content must not change it. */
function readingOnce<T extends object>(read: (text: string) => T): (text: string) => T {
  const contents = new Map<string, T>();
  let size = 0;
  return (text) => {
    const content = contents.get(text) ?? read(text);
    if (!contents.delete(text)) size += text.length;
    contents.set(text, content);
    for (const oldest of contents.keys()) {
      if (size <= MAX_KEPT) break;
      contents.delete(oldest);
      size -= oldest.length;
    }
    return content;
  };
}

/** @throws Error of `yaml`. */
export const readContent = readingOnce((text) => ({ content: parse(text, { merge: true }) as unknown }));

/** @throws WrongShape naming the line. */
export const parseYaml = (text: string, file: string): unknown =>
  inFile(file, () => readContent(text).content);

type YamlPath = readonly (string | number)[];

/** The content of a YAML file, and the line of each part of it. */
export interface LinedYaml {
  readonly content: unknown;
  /** Of the part at a path, or of the innermost part around it that the text has. */
  readonly lineOf: (path: YamlPath) => number;
}

const readLined = readingOnce((text): LinedYaml => {
  const lines = new LineCounter();
  const document = parseDocument(text, { merge: true, lineCounter: lines });
  const [error] = document.errors;
  if (error) throw error;
  const lineOf = (path: YamlPath): number => {
    let node: unknown = document.contents;
    let start = startOf(node) ?? 0;
    for (const step of path) {
      node = partOf(node, step);
      start = startOf(node) ?? start;
    }
    return lines.linePos(start).line;
  };
  return { content: document.toJS() as unknown, lineOf };
});

/** @throws WrongShape naming the line. */
export const parseLinedYaml = (text: string, file: string): LinedYaml => inFile(file, () => readLined(text));

const partOf = (node: unknown, step: string | number): unknown =>
  isMap(node) || isSeq(node) ? node.get(step, true) : undefined;

const startOf = (node: unknown): number | undefined => (node as Node | undefined)?.range?.[0];

/** The parser draws the place below its message, which names line and column already. */
const firstLine = (message: string): string => (message.split('\n')[0] ?? '').replace(/:$/, '');
