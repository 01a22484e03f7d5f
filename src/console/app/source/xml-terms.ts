import { keepLast } from './parsed.ts';
import { nodeFor } from './xml-node.ts';
import { type Entries, entriesOf, rowOf, rowsIn, type TabledXml, type Walked } from './xml-rows.ts';
import {
  localOf,
  nameOfRow,
  partsOf,
  type Row,
  rowsFor,
  tableOf,
  type TermPath,
  pathsTo,
  type ValueKind,
} from './syntax-tables.ts';
import { attributeIn, type Element, readXml, textIn } from './xml-source.ts';

/** Where a term stands in a file, if that is one element or attribute. */
export interface TermPlace extends TermRef {
  readonly kind: ValueKind | undefined;
  /** The groups around it that repeat, with the position of each: `BG-25`. */
  readonly lists: readonly string[];
  /** As the service reads it: a day is 2026-10-31. Empty if it is not there. */
  readonly value: string;
  /** The terms that the schema requires beside it and that are not there: they are written together. */
  readonly needs: readonly string[];
}

/** Names a place in any edition of a text. */
export interface TermRef {
  readonly term: string;
  /** The entries around it, outermost first, from 0. */
  readonly indices: readonly number[];
}

/** Undefined of a text that is broken, has a document type, or is of a syntax without a table. */
export const tabledXml = keepLast((text): TabledXml | undefined => {
  const { root, isSound } = readXml(text);
  const table = root && isSound ? tableOf(root.name) : undefined;
  return root && table && { text, table, root };
});

interface Where {
  /** Of a finding: names as the file has them, `/ubl:Invoice/cac:InvoiceLine[3]`. */
  readonly xpath?: string | undefined;
  readonly indices?: readonly number[] | undefined;
  /** The next entry of this group, unless the path names one. */
  readonly nextOf?: string | undefined;
}

/** Undefined if it is not one element: several stand there, or it can neither be changed nor added safely. */
export function placeOf(text: string, term: string, where: Where = {}): TermPlace | undefined {
  const xml = tabledXml(text);
  const [walked] = xml ? walksTo(xml, term, where) : [];
  if (!xml || !walked) return undefined;
  const { indices, lists } = walked;
  const kind = kindIn(xml, term);
  const place = { term, indices, lists, kind };
  if (!isThere(walked)) return { ...place, value: '', needs: needsOf(xml, walked, term) ?? [] };
  return { ...place, value: valueIn(xml, walked, kind), needs: [] };
}

/** Undefined if it cannot be added. */
const needsOf = (xml: TabledXml, walked: Walked, term: string): readonly string[] | undefined =>
  nodeFor(
    xml,
    walked,
    new Map([[term, '0']]),
    walked.path.attribute === undefined ? walked.path.rows.at(-1) : undefined,
  )?.needs;

/** A scheme is no amount, though it stands with one. */
export const kindIn = ({ table }: TabledXml, term: string): ValueKind | undefined => table.kinds[term];

export const isThere = ({ path: { rows }, depth }: Walked): boolean => depth === rows.length;

function valueIn(
  { text, table }: TabledXml,
  { path, element, row }: Walked,
  kind: ValueKind | undefined,
): string {
  const { attribute } = path;
  const value =
    attribute === undefined ? textIn(text, element) : (attributeIn(text, element, attribute) ?? '').trim();
  // What stands there because the schema requires something.
  if (attribute === undefined && value === row.otherwise) return '';
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(value) ?? [];
  const isDay = kind === 'date' && table.types.date?.date !== undefined && year !== undefined;
  return isDay ? `${year}-${month}-${day}` : value;
}

/** The one that is there; or those that can be added, of which the value decides. */
export function walksTo(xml: TabledXml, term: string, where: Where): readonly Walked[] {
  const near = new Set(where.xpath === undefined ? [] : elementsOn(xml, where.xpath));
  const walks = pathsTo(xml.table, term).flatMap((path) => walkAlong(xml, path, near, where) ?? []);
  if (kindIn(xml, term) === 'binary' || walks.some(({ path }) => !isSimple(path))) return [];
  const [first, ...more] = walks.filter((each) => isThere(each) && !isReadOnly(each));
  if (first) return more.length === 0 && canBeChanged(xml, first) ? [first] : [];
  const second = walks.find((each) => isThere(each));
  if (second) return canBeChanged(xml, second) ? [second] : [];
  return walks.filter((each) => !isReadOnly(each) && needsOf(xml, each, term));
}

const isReadOnly = ({ path: { rows } }: Walked): boolean => rows.some(({ readOnly }) => readOnly);

/** Its text is the term's value, and nothing else. */
const isSimple = ({ rows }: TermPath): boolean =>
  rows.every(({ opens, isCoded }) => opens === undefined && !isCoded);

function canBeChanged(
  { text, table }: TabledXml,
  { path: { attribute }, element, row: { term = '' } }: Walked,
): boolean {
  if (attribute !== undefined) return true;
  // A field is one line.
  if (element.children.length > 0 || textIn(text, element).includes('\n')) return false;
  const format = attributeIn(text, element, 'format');
  const isDay = table.kinds[term] === 'date' && table.types.date?.date !== undefined;
  return !isDay || format === undefined || format === '102';
}

function walkAlong(
  xml: TabledXml,
  path: TermPath,
  near: ReadonlySet<Element>,
  { indices: given, nextOf }: Where,
): Walked | undefined {
  let element = xml.root;
  let rows = xml.table.rows;
  let missing: Pick<Walked, 'row' | 'depth'> | undefined;
  const indices: number[] = [];
  const lists: string[] = [];
  for (const [depth, row] of path.rows.entries()) {
    const { taken, others } = missing ? NO_ENTRIES : entriesOf(xml, element, row, rowsFor(xml.table, rows));
    if (others.length > 0) return undefined;
    let [next] = taken;
    if (row.each !== undefined) {
      const index = given?.[indices.length] ?? indexIn(taken, near, row.each === nextOf);
      // The next entry can be added, but for those of an extension.
      const isNext = index === taken.length && !row.each.startsWith('EXT-');
      if (index === undefined || (!taken[index] && !isNext)) return undefined;
      indices.push(index);
      lists.push(row.each);
      next = taken[index];
    }
    if (!next) missing ??= { row, depth };
    else [element, rows] = [next, row.elements ?? []];
  }
  return {
    path,
    element,
    indices,
    lists,
    ...(missing ?? { row: path.rows.at(-1)!, depth: path.rows.length }),
  };
}

const NO_ENTRIES: Entries = { taken: [], others: [] };

/** The entry that a finding names, or the only one. */
function indexIn(
  entries: readonly Element[],
  near: ReadonlySet<Element>,
  isNext: boolean,
): number | undefined {
  const at = entries.findIndex((entry) => near.has(entry));
  if (at >= 0) return at;
  if (isNext) return entries.length;
  return entries.length <= 1 ? 0 : undefined;
}

/** The elements of a path as findings have it, from the root as far as they are there. */
function* elementsOn({ root }: TabledXml, xpath: string): Generator<Element> {
  const [first, ...steps] = xpath.matchAll(/\/(?:Q\{[^}]*\}|\*:|[\w.-]+:)?([\w.-]+)((?:\[[^\]]*\])*)/g);
  if (first?.[1] !== root.name) return;
  let element: Element | undefined = root;
  for (const [, name, predicates = ''] of steps) {
    const position = Number(/\[(\d+)\]$/.exec(predicates)?.[1] ?? 1);
    element = element.children.filter((child) => child.name === name)[position - 1];
    if (!element) return;
    yield element;
  }
}

/** A group of terms in a file: one that is there, or that can be added. */
export interface GroupPlace {
  readonly group: string;
  readonly indices: readonly number[];
  readonly isThere: boolean;
  readonly places: readonly TermPlace[];
}

/** The group that a finding names; if all that it may name are there, the next one. Undefined if no term of it has a place. */
export function groupAt(text: string, group: string, where: Where): GroupPlace | undefined {
  const xml = tabledXml(text);
  const terms = xml?.table.groups[group] ?? [];
  const groupIn = (from: Where): GroupPlace | undefined => {
    const places = terms.flatMap((term) => placeOf(text, term, from) ?? []);
    const isPresent = places.some(
      ({ term, indices }) => xml && walksTo(xml, term, { indices }).some((each) => isThere(each)),
    );
    const indices = places.reduce<readonly number[]>(
      (longest, each) => (each.indices.length > longest.length ? each.indices : longest),
      [],
    );
    return places.length === 0 ? undefined : { group, indices, isThere: isPresent, places };
  };
  const first = groupIn(where);
  const repeats = terms.some(
    (term) => xml && pathsTo(xml.table, term).some(({ rows }) => rows.some(({ each }) => each === group)),
  );
  if ((first && !first.isThere) || !repeats || where.indices) return first;
  return groupIn({ ...where, nextOf: group });
}

/** What a finding without a term names: what the schema requires in its element or beside it and is not there, and the value of the element. */
export function termsAt(text: string, xpath: string): readonly string[] {
  const xml = tabledXml(text);
  const at = xml && [...elementsOn(xml, xpath)].at(-1);
  if (!xml || !at || at.name !== /(?<![\w.-])([\w.-]+)(?:\[[^[\]]*\])*$/.exec(xpath)?.[1]) return [];
  const { term } = rowOf(xml, at) ?? {};
  const required = [at.parent, at].flatMap((each) => (each ? requiredIn(xml, each) : []));
  return [...required, ...(term === undefined ? [] : [term])];
}

/** The terms of what an element does not have, though the schema requires it. */
function requiredIn(xml: TabledXml, element: Element): readonly string[] {
  const there = new Set(element.children.map(({ name }) => name));
  const missing = partsOf(xml.table, element.name, element.parent?.name).missing(there) ?? [];
  const rows = rowsIn(xml, element);
  return missing.flatMap((name) => {
    const row = rows.find((each) => localOf(nameOfRow(xml.table, each)) === name);
    return row ? [...termsOf(row)] : [];
  });
}

/** Without those of an extension. */
function* termsOf({ term, elements = [], readOnly }: Row): Generator<string> {
  if (readOnly) return;
  if (term !== undefined && !term.startsWith('EXT-')) yield term;
  for (const each of elements) yield* termsOf(each);
}

/** How many entries a group has. */
export function countOf(text: string, group: string): number {
  const xml = tabledXml(text);
  const rows = xml && pathToList(rowsFor(xml.table, xml.table.rows), group);
  if (!xml || !rows) return 0;
  let around = xml.root;
  let among = xml.table.rows;
  for (const row of rows) {
    const { taken } = entriesOf(xml, around, row, rowsFor(xml.table, among));
    if (row.each === group) return taken.length;
    if (!taken[0]) return 0;
    around = taken[0];
    among = row.elements ?? [];
  }
  return 0;
}

function pathToList(rows: readonly Row[], group: string): readonly Row[] | undefined {
  for (const row of rows) {
    if (row.each === group) return [row];
    const inner = row.each === undefined ? pathToList(row.elements ?? [], group) : undefined;
    if (inner) return [row, ...inner];
  }
  return undefined;
}
