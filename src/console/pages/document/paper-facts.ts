import {
  HEADER_TERMS,
  type HeaderTerm,
  LINE_PATHS,
  LINE_TERMS,
  type LineTerm,
  syntaxOf,
  type Syntax,
} from '../../app/invoice-terms.ts';
import { elementAt, textAt } from '../../app/xml-text.ts';
import type { Source } from './read-document.ts';

/** What the page of the invoice shows, by term. */
export interface PaperFacts {
  readonly header: Readonly<Partial<Record<HeaderTerm, string>>>;
  readonly lines: readonly Readonly<Partial<Record<LineTerm, string>>>[];
  /** Of an invoice with more lines than a page shows. */
  readonly lineCount: number;
}

/** Further lines are in the file. */
const MAX_LINES = 100;

/** From the XML, which has the amounts; else from the canonical document. Undefined if neither can be read. */
export function paperFacts(sources: readonly Source[]): PaperFacts | undefined {
  for (const { name, text } of sources) {
    const facts = name === 'xml' ? factsOfXml(text) : factsOfJson(text);
    if (facts) return facts;
  }
  return undefined;
}

function factsOfXml(text: string): PaperFacts | undefined {
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  if (xml.querySelector('parsererror')) return undefined;
  const root = xml.documentElement;
  const syntax = syntaxOf(root.localName);
  const lines = LINE_PATHS[syntax].flatMap((path) => elementsAt(root, path.split('/')));
  return {
    header: byTerm(HEADER_TERMS, (paths) => textAt(root, pathsIn(paths, syntax))),
    lines: lines
      .slice(0, MAX_LINES)
      .map((line) => byTerm(LINE_TERMS, (paths) => textAt(line, pathsIn(paths, syntax)))),
    lineCount: lines.length,
  };
}

type Paths = Readonly<Partial<Record<Syntax, readonly string[]> & { json: string }>>;

const pathsIn = (paths: Paths, syntax: Syntax): readonly string[] | undefined => paths[syntax];

function elementsAt(root: Element, path: readonly string[]): readonly Element[] {
  const around = elementAt(root, path.slice(0, -1));
  return around ? [...around.children].filter(({ localName }) => localName === path.at(-1)) : [];
}

function byTerm<Term extends string>(
  table: Readonly<Record<Term, Paths>>,
  read: (paths: Paths) => string | undefined,
): Readonly<Partial<Record<Term, string>>> {
  const facts: Partial<Record<Term, string>> = {};
  for (const [term, paths] of Object.entries<Paths>(table)) {
    const value = read(paths);
    if (value !== undefined) facts[term as Term] = value;
  }
  return facts;
}

function factsOfJson(text: string): PaperFacts | undefined {
  try {
    const document = JSON.parse(text) as { readonly lines?: readonly unknown[] };
    const lines = Array.isArray(document.lines) ? document.lines : [];
    return {
      header: byTerm(HEADER_TERMS, ({ json }) => member(document, json)),
      lines: lines.slice(0, MAX_LINES).map((line) => byTerm(LINE_TERMS, ({ json }) => member(line, json))),
      lineCount: lines.length,
    };
  } catch {
    return undefined;
  }
}

/** A text or number; of a list the first. */
function member(object: unknown, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const value = path.split('.').reduce<unknown>((inner, name) => {
    return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined;
  }, object);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' || typeof first === 'number' ? String(first) : undefined;
}
