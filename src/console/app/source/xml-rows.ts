import {
  type AttributeRow,
  type DocumentTable,
  expandedOf,
  isTerm,
  localOf,
  nameOfRow,
  type Row,
  rowsFor,
  type Saying,
  type TermPath,
} from './syntax-tables.ts';
import { attributeIn, type Element, expandedName, textIn } from './xml-source.ts';

/** Which rows of the table the elements of a document have. Their fixed parts tell them apart, as the service does (`Marks`). */

export interface TabledXml {
  readonly text: string;
  readonly table: DocumentTable;
  readonly root: Element;
}

/** How far the rows of a path are there. */
export interface Walked {
  readonly path: TermPath;
  readonly row: Row;
  /** The innermost element that is there. */
  readonly element: Element;
  /** How many rows are there. */
  readonly depth: number;
  readonly indices: readonly number[];
  readonly lists: readonly string[];
}

/** The elements of a row, in order; `others` fit it, but it takes one only. */
export interface Entries {
  readonly taken: readonly Element[];
  readonly others: readonly Element[];
}

const known = new WeakMap<Element, Map<Row, Entries>>();

/** @param rows of the element around them, for this kind of document. */
export function entriesOf(xml: TabledXml, around: Element, row: Row, rows: readonly Row[]): Entries {
  const inElement = known.get(around) ?? new Map<Row, Entries>();
  const entries = inElement.get(row) ?? readEntries(xml, around, row, rows);
  known.set(around, inElement.set(row, entries));
  return entries;
}

function readEntries(xml: TabledXml, around: Element, row: Row, rows: readonly Row[]): Entries {
  const name = expandedOf(xml.table, nameOfRow(xml.table, row));
  const named = rows.filter((each) => expandedOf(xml.table, nameOfRow(xml.table, each)) === name);
  // Rows with marks come before the one that takes all others.
  const ordered = [...named.filter(isMarked), ...named.filter((each) => !isMarked(each))];
  const full = new Set<Row>();
  const taken: Element[] = [];
  const others: Element[] = [];
  for (const child of around.children) {
    if (child.name !== name.slice(name.indexOf('}') + 1) || expandedName(xml.text, child) !== name) continue;
    const first = ordered.find((each) => fits(xml, child, each));
    const own =
      first && full.has(first)
        ? ordered.find((each) => each.each && isMarked(each) === isMarked(first) && fits(xml, child, each))
        : first;
    if (own && !own.each) full.add(own);
    if (own === row) taken.push(child);
    else if (!own && first === row) others.push(child);
  }
  return { taken, others };
}

/** Undefined of the root, and of what the table does not have. */
export function rowOf(xml: TabledXml, element: Element): Row | undefined {
  const { parent } = element;
  if (!parent) return undefined;
  const rows = rowsIn(xml, parent);
  return rows.find(
    (row) =>
      localOf(nameOfRow(xml.table, row)) === element.name &&
      entriesOf(xml, parent, row, rows).taken.includes(element),
  );
}

/** The rows of what an element may hold. */
export const rowsIn = (xml: TabledXml, element: Element): readonly Row[] =>
  rowsFor(xml.table, element.parent ? rowOf(xml, element)?.elements : xml.table.rows);

const asks = ({ says }: { readonly says?: Saying }): boolean =>
  says?.is !== undefined || says?.not !== undefined;

/** Nothing in it comes from the invoice. */
export const isFixed = ({ term, attributes = [], elements = [] }: Row): boolean =>
  term === undefined && attributes.every((each) => each.term === undefined) && elements.every(isFixed);

const marksParent = (row: Row): boolean =>
  (row.attributes ?? []).some(asks) ||
  ((isFixed(row) || row.tells === true) && (asks(row) || (row.elements ?? []).some(marksParent)));

const isMarked = ({ attributes = [], elements = [] }: Row): boolean =>
  attributes.some(asks) || elements.some(marksParent);

function fits(xml: TabledXml, element: Element, row: Row): boolean {
  if (!isMarked(row)) return true;
  const rows = rowsFor(xml.table, row.elements);
  return (
    (row.attributes ?? []).every((each) => fitsAttribute(xml, element, each)) &&
    rows.every((each) =>
      isFixed(each) || each.tells ? fitsPart(xml, element, each) : fitsLeaf(xml, element, each, rows),
    )
  );
}

function fitsAttribute(xml: TabledXml, element: Element, { name, says }: AttributeRow): boolean {
  if (!says) return true;
  const text = attributeIn(xml.text, element, name);
  if (says.is !== undefined) return text !== undefined && isEqual(xml, text, says);
  return says.not === undefined || text === undefined || !alike(text, says.not, says.loosely);
}

/** A fixed part has to be present with its text; a part that must not have a text has to be present, too. */
function fitsPart(xml: TabledXml, element: Element, row: Row): boolean {
  const { says } = row;
  if (!asks(row) && !(row.elements ?? []).some(asks)) return true;
  const parts = childrenOf(xml, element, row);
  if (!says)
    return parts.some((part) =>
      rowsFor(xml.table, row.elements).every((inner) => fitsPart(xml, part, inner)),
    );
  if (says.is !== undefined) return parts.some((part) => isEqual(xml, textIn(xml.text, part), says));
  return !parts.some((part) => alike(textIn(xml.text, part), says.not, says.loosely));
}

/** An element with a fixed attribute decides for the one around it, unless that one has other places for the element. */
function fitsLeaf(xml: TabledXml, element: Element, row: Row, rows: readonly Row[]): boolean {
  if (!(row.attributes ?? []).some(asks)) return true;
  const parts = childrenOf(xml, element, row);
  const name = nameOfRow(xml.table, row);
  const same = rows.filter((each) => nameOfRow(xml.table, each) === name);
  return parts.length === 0 || parts.some((part) => same.some((each) => fits(xml, part, each)));
}

function childrenOf({ text, table }: TabledXml, { children }: Element, row: Row): readonly Element[] {
  const name = expandedOf(table, nameOfRow(table, row));
  return children.filter((child) => expandedName(text, child) === name);
}

function isEqual(xml: TabledXml, text: string, { is, loosely = false }: Saying): boolean {
  if (typeof is === 'boolean') return (is ? ['true', '1'] : ['false', '0']).includes(text.trim());
  return alike(text, is !== undefined && isTerm(is) ? valueOfHead(xml, is) : is, loosely);
}

const alike = (text: string, other: string | undefined, loosely = false): boolean =>
  loosely ? text.trim().toUpperCase() === other?.trim().toUpperCase() : text === other;

/** Of a term that stands once, outside of lists and marks, as the currencies do. */
export function valueOfHead({ text, table, root }: TabledXml, term: string): string | undefined {
  const path = headPath(table, term, table.rows);
  let element: Element | undefined = root;
  for (const name of path ?? [])
    element = element?.children.find((child) => expandedName(text, child) === expandedOf(table, name));
  const value = path && element ? textIn(text, element) : '';
  return value === '' ? undefined : value;
}

function headPath(table: DocumentTable, term: string, rows: readonly Row[]): readonly string[] | undefined {
  for (const row of rowsFor(table, rows)) {
    if (row.each) continue;
    const name = nameOfRow(table, row);
    const inner = row.term === term ? [] : headPath(table, term, row.elements ?? []);
    if (inner) return [name, ...inner];
  }
  return undefined;
}
