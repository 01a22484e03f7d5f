import { entriesOf, isFixed, rowsIn, type TabledXml, type Walked } from './xml-rows.ts';
import type { Model } from './content-model.ts';
import { expandedOf, localOf, partsOf } from './syntax-tables.ts';
import {
  childBefore,
  type Element,
  expandedName,
  namespaceAt,
  orderIn,
  plainOf,
  type Span,
  textIn,
} from './xml-source.ts';
import { type Node, nodeFor, type Values } from './xml-node.ts';
import { isThere, kindIn, placeOf, tabledXml, type TermRef, walksTo } from './xml-terms.ts';

/**
 * Writes the value of a term into a file. All else stays as it is written, byte by byte.
 * @returns the same text if the term is not one element of it.
 */
export const writeTerm = (text: string, ref: TermRef, value: string): string =>
  writeTerms(text, ref, new Map([[ref.term, value]]));

/** Several terms of one entry, those together that the schema does not have alone. */
export function writeTerms(text: string, { indices }: Pick<TermRef, 'indices'>, values: Values): string {
  let next = text;
  for (const [term, value] of values) next = withTerm(next, { term, indices }, value, values);
  return next;
}

function withTerm(text: string, { term, indices }: TermRef, value: string, values: Values): string {
  const xml = tabledXml(text);
  if (!xml || placeOf(text, term, { indices })?.value === value) return text;
  const written = writtenValue(xml, term, value);
  const walks = walksTo(xml, term, { indices });
  const there = walks.find((each) => isThere(each));
  if (there)
    return there.path.attribute === undefined
      ? withText(text, there.element, escaped(text, written))
      : withAttribute(text, there.element, there.path.attribute, written);
  const all = new Map(
    [...values].flatMap(([each, its]) => (its === '' ? [] : [[each, writtenValue(xml, each, its)]])),
  );
  for (const walked of walks) {
    const built = nodeFor(xml, walked, all);
    const isWhole = built?.isFilled && built.needs.length === 0;
    if (value !== '' && isWhole) return withElement(xml, walked, built.node);
  }
  return text;
}

/** A day as the syntax writes it. */
function writtenValue(xml: TabledXml, term: string, value: string): string {
  const isDigits = kindIn(xml, term) === 'date' && xml.table.types.date?.date === 'YYYYMMDD';
  return isDigits && /^\d{4}-\d\d-\d\d$/.test(value) ? value.replaceAll('-', '') : value;
}

/** What XML 1.0 cannot hold is left out. */
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function escaped(text: string, value: string): string {
  const plain = value
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  if (!/^\s*<\?xml[^>]*encoding=["']us-ascii/i.test(text)) return plain;
  return plain.replaceAll(/[^\0-\x7f]/gu, (sign) => `&#${sign.codePointAt(0)};`);
}

const replaced = (text: string, { from, to }: Span, by: string): string =>
  text.slice(0, from) + by + text.slice(to);

/** Comments and outer blanks stay. Of several texts the first takes the value. */
function withText(text: string, element: Element, written: string): string {
  const { closeFrom, tagTo, texts } = element;
  if (closeFrom === undefined) return withContent(text, element, written);
  const filled = texts.map((span) => inner(text, span)).filter(({ from, to }) => to > from);
  const [first = { from: tagTo, to: tagTo }, ...others] = filled;
  const spans = [...others.map((span) => [span, ''] as const).toReversed(), [first, written] as const];
  return spans.reduce((next, [span, by]) => replaced(next, span, by), text);
}

/** `<a/>` as `<a>…</a>`. */
function withContent(text: string, { from, tagTo, prefix, name }: Element, written: string): string {
  const end = /(?<!\s)\s*\/>$/.exec(text.slice(from, tagTo))?.[0].length ?? 0;
  return replaced(text, { from: tagTo - end, to: tagTo }, `>${written}</${prefix}${name}>`);
}

/** Without outer blanks. */
function inner(text: string, { from, to }: Span): Span {
  const written = text.slice(from, to);
  const start = from + written.length - written.trimStart().length;
  return { from: start, to: Math.max(start, from + written.trimEnd().length) };
}

function withAttribute(text: string, element: Element, name: string, value: string): string {
  const attribute = element.attributes.find((each) => each.name === name);
  const written = escaped(text, value).replaceAll('"', '&quot;').replaceAll("'", '&apos;');
  if (attribute) return replaced(text, attribute.value, written);
  const at = element.attributes.at(-1)?.to ?? element.nameTo;
  return replaced(text, { from: at, to: at }, ` ${name}="${written}"`);
}

/** Where the schema has it, in a line of its own if the elements around it have one. */
function withElement(xml: TabledXml, { element: around }: Walked, node: Node): string {
  const { text, table } = xml;
  const before = childBefore(around, localOf(node.name), orderIn(table, around));
  const [sibling] = around.children;
  const unit = unitOf(text, sibling ?? around);
  const outer = lineBefore(text, around);
  const line = sibling ? lineBefore(text, before ?? sibling) : outer && outer + unit;
  const written = line + writtenNode(xml, around, node, line, unit);
  if (before) return replaced(text, after(text, before), written);
  const { tagTo, closeFrom } = around;
  if (closeFrom === undefined) return withContent(text, around, written + outer);
  return replaced(text, { from: tagTo, to: tagTo }, closeFrom === tagTo ? written + outer : written);
}

/** Behind an element, and behind what is said of it in its line. */
function after(text: string, { to }: Element): Span {
  const [comment] = /^[ \t]*<!--(?:(?!-->)[^\r\n])*-->(?=[ \t]*\r?\n)/.exec(text.slice(to, to + 1000)) ?? [
    '',
  ];
  return { from: to + comment.length, to: to + comment.length };
}

/** The end of the line before an element, and its indentation; empty if it does not begin a line. */
function lineBefore(text: string, { from }: Element): string {
  let start = from;
  while (text[start - 1] === ' ' || text[start - 1] === '\t') start -= 1;
  if (text[start - 1] === '\n') start -= text[start - 2] === '\r' ? 2 : 1;
  else if (text[start - 1] === '\r') start -= 1;
  else return '';
  return text.slice(start, from);
}

/** How much deeper the inner lines are. */
function unitOf(text: string, element: Element): string {
  const [own, outer] = [lineBefore(text, element), element.parent ? lineBefore(text, element.parent) : ''];
  return own.startsWith(outer) && outer !== '' && own.length > outer.length ? own.slice(outer.length) : '  ';
}

/** Names get the prefixes that the file has for their namespaces; a namespace that it does not have is declared. */
function writtenNode(xml: TabledXml, around: Element, node: Node, line: string, unit: string): string {
  const { text, table } = xml;
  const write = (
    { name, attributes, text: value, children }: Node,
    before: string,
    declared: ReadonlyMap<string, string>,
  ): string => {
    const namespace = expandedOf(table, name).slice(1, -localOf(name).length - 1);
    const known = declared.get(namespace) ?? prefixAt(text, around, namespace);
    const prefix = known ?? freePrefix(text, around, name);
    const own = known === undefined ? [[`xmlns:${prefix.slice(0, -1)}`, namespace] as const] : [];
    const next = known === undefined ? new Map(declared).set(namespace, prefix) : declared;
    const stated = [...own, ...attributes].map(
      ([attribute, its]) => ` ${attribute}="${escaped(text, its).replaceAll('"', '&quot;')}"`,
    );
    const inside = before === '' ? '' : before + unit;
    const content =
      children.length === 0
        ? escaped(text, value)
        : children.map((child) => inside + write(child, inside, next)).join('') + before;
    const qualified = prefix + localOf(name);
    return `<${qualified}${stated.join('')}>${content}</${qualified}>`;
  };
  return write(node, line, new Map());
}

/** As the elements beside it are written; undefined if the file has no prefix for the namespace there. */
function prefixAt(text: string, around: Element, namespace: string): string | undefined {
  const beside = [...around.children, around].find(
    (each) => namespaceAt(text, around, each.prefix) === namespace,
  );
  if (beside) return beside.prefix;
  for (let at: Element | undefined = around; at; at = at.parent)
    for (const { name, value } of at.attributes) {
      const [, prefix = ''] = /^xmlns(?::(.+))?$/.exec(name) ?? ['', undefined];
      const isDeclared =
        /^xmlns(?::|$)/.test(name) && plainOf(text.slice(value.from, value.to)) === namespace;
      const written = prefix === '' ? '' : `${prefix}:`;
      if (isDeclared && namespaceAt(text, around, written) === namespace) return written;
    }
  return undefined;
}

function freePrefix(text: string, around: Element, name: string): string {
  const usual = name.slice(0, name.indexOf(':'));
  for (let no = 1; ; no += 1) {
    const prefix = `${usual}${no === 1 ? '' : no}:`;
    if (namespaceAt(text, around, prefix) === undefined) return prefix;
  }
}

/**
 * Takes a term out of a file, with the elements around it that would be empty.
 * @returns undefined if the schema requires it.
 */
export function removeTerm(text: string, { term, indices }: TermRef): string | undefined {
  const xml = tabledXml(text);
  const [walked] = xml ? walksTo(xml, term, { indices }) : [];
  if (!xml || !walked || !isThere(walked)) return text;
  const { element, row, path } = walked;
  if (path.attribute !== undefined) return withoutAttribute(text, element, path.attribute);
  const removed = removable(xml, element);
  if (removed) return replaced(text, lineOf(text, removed), '');
  return row.otherwise === undefined ? undefined : withText(text, element, escaped(text, row.otherwise));
}

/** The type of an attachment is required. */
function withoutAttribute(text: string, element: Element, name: string): string | undefined {
  const attribute = element.attributes.find((each) => each.name === name);
  if (!attribute) return text;
  if (name === 'mimeCode') return undefined;
  const before = /(?<!\s)\s*$/.exec(text.slice(0, attribute.from))?.[0].length ?? 0;
  return replaced(text, { from: attribute.from - before, to: attribute.to }, '');
}

/** The element, or the outermost around it that would be empty. */
function removable(xml: TabledXml, element: Element): Element | undefined {
  const { parent } = element;
  if (!parent) return undefined;
  const isBare = parent !== xml.root && isBareWithout(xml, parent, element);
  const outer = isBare ? removable(xml, parent) : undefined;
  // One of the forms of a value is required in its element.
  const isNeeded = isRequired(xml, parent, element) || (isBare && modelIn(xml, parent).names.length === 0);
  return outer ?? (isNeeded ? undefined : element);
}

const modelIn = ({ table }: TabledXml, { name, parent }: Element): Model =>
  partsOf(table, name, parent?.name);

function isRequired(xml: TabledXml, parent: Element, element: Element): boolean {
  const others = parent.children.filter((child) => child !== element);
  const isOnly = others.every((child) => expandedName(xml.text, child) !== expandedName(xml.text, element));
  const missing = modelIn(xml, parent).missing(new Set(others.map(({ name }) => name))) ?? [];
  return isOnly && missing.includes(element.name);
}

/** Nothing else is in it but fixed parts. */
function isBareWithout(xml: TabledXml, parent: Element, element: Element): boolean {
  const rows = rowsIn(xml, parent);
  const fixed = new Set(
    rows.flatMap((row) => {
      const { taken } = entriesOf(xml, parent, row, rows);
      if (isFixed(row)) return taken;
      return row.otherwise === undefined
        ? []
        : taken.filter((each) => textIn(xml.text, each) === row.otherwise);
    }),
  );
  return (
    parent.children.every((child) => child === element || fixed.has(child)) &&
    parent.attributes.every(({ name }) => /^xmlns(?::|$)/.test(name))
  );
}

/** With its line, if it has one of its own. */
function lineOf(text: string, element: Element): Span {
  const before = lineBefore(text, element);
  const [blanks] = /^[ \t]*(?=\r?\n)/.exec(text.slice(element.to, element.to + 1000)) ?? [undefined];
  return before === '' || blanks === undefined
    ? element
    : { from: element.from - before.length, to: element.to + blanks.length };
}
