import { isFixed, type TabledXml, valueOfHead, type Walked } from './xml-rows.ts';
import {
  type AttributeRow,
  expandedOf,
  isTerm,
  localOf,
  nameOfRow,
  partsOf,
  type Row,
  rowsFor,
} from './syntax-tables.ts';
import { expandedName } from './xml-source.ts';

/** An element that is to be written. */
export interface Node {
  /** With its prefix in the table. */
  readonly name: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly children: readonly Node[];
}

/**
 * What a term needs that is not there: its element, those around it, and their fixed parts.
 * @returns undefined if the schema or the table asks for more than that.
 */
export function nodeFor(xml: TabledXml, walked: Walked, value: string): Node | undefined {
  const { path, depth, element } = walked;
  const missing = path.rows.slice(depth);
  const [first] = missing;
  const name = first && nameOfRow(xml.table, first);
  if (name === undefined) return undefined;
  const part = partsOf(xml.table, element.name).find((each) => each.name === localOf(name));
  const isTaken =
    part &&
    !part.isRepeated &&
    element.children.some((child) => expandedName(xml.text, child) === expandedOf(xml.table, name));
  return part && !isTaken ? nodeOf(xml, missing, value) : undefined;
}

function nodeOf(xml: TabledXml, [row, ...inner]: readonly Row[], value: string): Node | undefined {
  if (!row) return undefined;
  const [next] = inner;
  const name = nameOfRow(xml.table, row);
  const children: Node[] = [];
  for (const each of rowsFor(xml.table, next ? row.elements : [])) {
    if (each !== next && !each.required && !isWritten(each)) continue;
    const child = each === next ? nodeOf(xml, inner, value) : fixedNode(xml, each);
    if (!child) return undefined;
    children.push(child);
  }
  const names = new Set(children.map((child) => localOf(child.name)));
  const isWhole = partsOf(xml.table, localOf(name)).every((part) => !part.isRequired || names.has(part.name));
  const attributes = attributesOf(xml, row);
  return isWhole && attributes ? { name, attributes, text: next ? '' : value, children } : undefined;
}

/** Beside any term of the element around it. */
const isWritten = (row: Row): boolean =>
  !row.readOnly && (row.otherwise !== undefined || (isFixed(row) && hasFixedText(row)));

const hasFixedText = ({ says, elements = [] }: Row): boolean =>
  says?.write !== undefined || elements.some(hasFixedText);

function fixedNode(xml: TabledXml, row: Row): Node | undefined {
  const children = rowsFor(xml.table, row.elements).map((each) => fixedNode(xml, each));
  const attributes = attributesOf(xml, row);
  const text = row.otherwise ?? row.says?.write;
  if (!isWritten(row) || !attributes || children.some((child) => child === undefined)) return undefined;
  const name = nameOfRow(xml.table, row);
  return { name, attributes, text: text ?? '', children: children.filter((child) => child !== undefined) };
}

/** Those with a fixed text, and those that every value of its type has. */
function attributesOf(xml: TabledXml, row: Row): Node['attributes'] | undefined {
  const { attributes: own = [], term = '' } = row;
  const { kinds, types } = xml.table;
  const ofType = (kinds[term] && types[kinds[term]]?.attributes) ?? [];
  const all = [...own, ...ofType.filter(({ name }) => !own.some((each) => each.name === name))];
  const written = all.flatMap(({ name, says }: AttributeRow) => {
    const text = says?.write;
    if (text === undefined) return [];
    return [[name, isTerm(text) ? valueOfHead(xml, text) : text] as const];
  });
  const stated = written.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  return stated.length === written.length ? stated : undefined;
}
