import { parser } from '@lezer/json';
import type { SyntaxNode } from '@lezer/common';
import { keepLast } from './parsed.ts';

/** Where the members of a JSON text stand. A text that is broken somewhere is read as far as it goes. */

/** The name of a member, or the number of an entry from 0. */
export type Step = string | number;

/** A member or entry: its value, and for a member the whole with its name. */
interface Place {
  readonly value: SyntaxNode;
  readonly property?: SyntaxNode;
}

export interface Located {
  /** From the root of the text. */
  readonly path: readonly Step[];
  /** What is there: the member, or the last one around it. */
  readonly place: Place;
  /** The rest of the path, if the member is not there. */
  readonly missing: readonly Step[];
}

/** `lines[2].unit_price` */
export const stepsOf = (field: string): readonly Step[] =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([text, index]) =>
    index === undefined ? text : Number(index),
  );

/** A finding names a member of the call or of the document within it. */
const ROOTS: readonly (readonly Step[])[] = [['document'], ['export'], []];

/** The place of a finding's field; undefined if the text is no JSON. Of two readings the one that is there wins. */
export function locate(text: string, field: string): Located | undefined {
  const root = rootOf(text);
  if (!root) return undefined;
  const steps = stepsOf(field);
  const locations = ROOTS.flatMap((start) => {
    const located = walk(text, root, [...start, ...steps]);
    return located.missing.length > steps.length ? [] : [located];
  });
  return locations.toSorted((one, other) => one.missing.length - other.missing.length)[0];
}

const topOf = keepLast((text) => parser.parse(text).topNode);

export function rootOf(text: string): SyntaxNode | undefined {
  const first = topOf(text).firstChild;
  return first && isValue(first) ? first : undefined;
}

/** @param root of `rootOf`. */
export function walk(text: string, root: SyntaxNode, path: readonly Step[]): Located {
  let place: Place = { value: root };
  for (const [index, step] of path.entries()) {
    const next = childOf(text, place.value, step);
    if (!next) return { path, place, missing: path.slice(index) };
    place = next;
  }
  return { path, place, missing: [] };
}

function childOf(text: string, node: SyntaxNode, step: Step): Place | undefined {
  if (node.name === 'Array') {
    const value = typeof step === 'number' ? entriesOf(node)[step] : undefined;
    return value && { value };
  }
  // Of two members with one name the last one counts, as in JSON.parse.
  const property = propertiesOf(node).findLast((each) => nameOf(text, each) === String(step));
  const value = property && valueOf(property);
  return property && value && { value, property };
}

export function propertiesOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.name === 'Object' ? node.getChildren('Property') : [];
}

export function entriesOf(node: SyntaxNode): readonly SyntaxNode[] {
  const entries: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (isValue(child)) entries.push(child);
  return entries;
}

export const nameOf = (text: string, property: SyntaxNode): string | undefined => {
  const name = property.getChild('PropertyName');
  return name ? textValue(text, name) : undefined;
};

const VALUES: ReadonlySet<string> = new Set(['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']);

const isValue = ({ name }: SyntaxNode): boolean => VALUES.has(name);

function valueOf(property: SyntaxNode): SyntaxNode | undefined {
  const last = property.lastChild;
  return last && isValue(last) ? last : undefined;
}

/** A text, or a number as it is written; undefined for anything else. */
export function textValue(text: string, { name, from, to }: SyntaxNode): string | undefined {
  const written = text.slice(from, to);
  if (name === 'Number') return written;
  if (name !== 'String' && name !== 'PropertyName') return undefined;
  try {
    return JSON.parse(written) as string;
  } catch {
    return undefined;
  }
}

/** The same text with its members in lines. Numbers and texts stay as they are written, which JSON.stringify would change. */
export function inLines(text: string): string {
  if (/\n\s/.test(text.trim())) return text;
  const parts: string[] = [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\[^])*"?|[^\s"{}[\],:]+|[{}[\],:]/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      parts.push(token, line());
    } else if (token === '}' || token === ']') {
      depth = Math.max(0, depth - 1);
      // An empty object or list stays in one line.
      const isEmpty = ['{', '['].includes(parts.at(-2) ?? '') && parts.at(-1)?.trim() === '';
      if (isEmpty) parts.pop();
      parts.push(isEmpty ? token : line() + token);
    } else if (token === ',') parts.push(token, line());
    else parts.push(token === ':' ? ': ' : token);
  }
  return parts.join('');
}
