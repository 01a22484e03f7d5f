import { isFixed, type TabledXml, valueOfHead, type Walked } from './xml-rows.ts';
import {
  type AttributeRow,
  type Condition,
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

interface Built {
  readonly node: Node;
  /** A value stands in it. */
  readonly isFilled: boolean;
  /** The terms without which the schema does not have it. */
  readonly needs: readonly string[];
}

/** By term, as the syntax writes them. */
export type Values = ReadonlyMap<string, string>;

/**
 * What values need that is not there: their elements, those around them, and fixed parts.
 * @param target the row of a value whose form is not known yet.
 * @returns undefined if the schema or the table has no place for it.
 */
export function nodeFor(xml: TabledXml, walked: Walked, values: Values, target?: Row): Built | undefined {
  const { path, depth, element } = walked;
  const first = path.rows[depth];
  if (!first) return undefined;
  const name = nameOfRow(xml.table, first);
  const local = localOf(name);
  const model = partsOf(xml.table, element.name, element.parent?.name);
  const isThere = (child: (typeof element.children)[number]): boolean =>
    expandedName(xml.text, child) === expandedOf(xml.table, name);
  const isTaken = !model.repeated.has(local) && element.children.some(isThere);
  if (!model.names.includes(local) || isTaken) return undefined;
  const builder = new Builder(xml, values, target);
  const built = builder.build(first, element.name, true);
  const there = new Set(element.children.map((child) => child.name));
  const before = new Set(model.missing(there));
  const beside = model.missing(new Set([...there, local]))?.filter((each) => !before.has(each));
  const rows = rowsFor(xml.table, depth === 0 ? xml.table.rows : path.rows[depth - 1]?.elements);
  const siblings = beside?.map((each) => builder.firstOf(rows, each, element.name));
  if (!built || !siblings || siblings.some((each) => each === undefined || isBare(each))) return undefined;
  const needs = [...built.needs, ...siblings.flatMap((each) => each?.needs ?? [])];
  return { ...built, needs: [...new Set(needs)] };
}

/** It has fixed parts alone, which no value would write. */
const isBare = ({ isFilled, needs }: Built): boolean => !isFilled && needs.length === 0;

class Builder {
  constructor(
    private readonly xml: TabledXml,
    private readonly values: Values,
    private readonly target: Row | undefined,
  ) {}

  /**
   * @param around the local name of the element around it.
   * @param isForced the element around it requires it.
   * @returns undefined if nothing is to be written, or nothing can be.
   */
  build(row: Row, around: string, isForced = false): Built | undefined {
    const attributes = this.attributesOf(row);
    if (row.readOnly || row.opens !== undefined || row.isCoded || !attributes) return undefined;
    return row.elements === undefined
      ? this.leaf(row, attributes, isForced)
      : this.group(row, around, attributes, isForced);
  }

  /** Of the rows with this name, the first that can be written. */
  firstOf(rows: readonly Row[], local: string, around: string): Built | undefined {
    for (const row of rows) {
      const isNamed = localOf(nameOfRow(this.xml.table, row)) === local;
      const built = isNamed ? this.build(row, around, true) : undefined;
      if (built) return built;
    }
    return undefined;
  }

  private leaf(row: Row, { written, isFilled }: Attributes, isForced: boolean): Built | undefined {
    const { term, otherwise, says } = row;
    const node = { name: nameOfRow(this.xml.table, row), attributes: written, children: [] };
    const value = this.valueFor(row);
    if (value !== undefined) return { node: { ...node, text: value }, isFilled: true, needs: [] };
    const fixed = otherwise ?? (term === undefined ? says?.write : undefined);
    if (fixed !== undefined && !isFilled)
      return { node: { ...node, text: fixed }, isFilled: false, needs: [] };
    if (term === undefined || (!isForced && !isFilled) || this.isWrittenElsewhere(row)) return undefined;
    return { node: { ...node, text: '' }, isFilled, needs: [term] };
  }

  private group(
    row: Row,
    around: string,
    { written, isFilled }: Attributes,
    isForced: boolean,
  ): Built | undefined {
    const name = nameOfRow(this.xml.table, row);
    const local = localOf(name);
    const rows = rowsFor(this.xml.table, row.elements);
    const model = partsOf(this.xml.table, local, around);
    const parts = rows.map((each) => this.build(each, local));
    const filled = isFilled || parts.some((each) => each?.isFilled);
    if (!filled && !isForced && !isFixed(row)) return undefined;
    for (const [index, each] of rows.entries())
      if (each.required && !parts[index] && !this.isWrittenElsewhere(each)) {
        parts[index] = this.build(each, local, true);
        if (!parts[index]) return undefined;
      }
    for (;;) {
      const there = new Set(parts.flatMap((each) => (each ? [localOf(each.node.name)] : [])));
      const [first] = model.missing(there) ?? [undefined];
      if (first === undefined) {
        if (!model.missing(there)) return undefined;
        break;
      }
      const built = this.firstOf(rows, first, local);
      if (!built) return undefined;
      parts.push(built);
    }
    const all = parts.filter((each) => each !== undefined);
    if (all.length === 0) return undefined;
    const at = ({ node }: Built): number => model.names.indexOf(localOf(node.name));
    const children = all.toSorted((one, other) => at(one) - at(other)).map(({ node }) => node);
    const node = { name, attributes: written, text: '', children };
    return { node, isFilled: filled, needs: all.flatMap(({ needs }) => needs) };
  }

  private valueFor(row: Row): string | undefined {
    if (row.term === undefined) return undefined;
    if (this.target?.term === row.term && this.target !== row) return undefined;
    const value = this.values.get(row.term);
    return value !== undefined && (this.target === row || this.holds(row, value)) ? value : undefined;
  }

  private isWrittenElsewhere({ term = '' }: Row): boolean {
    return this.values.has(term);
  }

  /** One place of several: with a scheme or without one; by the form of the value. */
  private holds({ when, unless }: Row, value: string): boolean {
    const isSo = ({ term, like }: Condition): boolean =>
      like === undefined ? this.values.has(term) : new RegExp(like).test(value.replaceAll(/\s/g, ''));
    return (when === undefined || isSo(when)) && (unless === undefined || !isSo(unless));
  }

  /** Those with a value or a fixed text, and those that every value of its type has. Undefined if one of these is not known. */
  private attributesOf(row: Row): Attributes | undefined {
    const { attributes: own = [], term = '' } = row;
    const { kinds, types } = this.xml.table;
    const ofType = (kinds[term] && types[kinds[term]]?.attributes) ?? [];
    const all = [...own, ...ofType.filter(({ name }) => !own.some((each) => each.name === name))];
    const written = all.flatMap((each) => {
      const text = this.attributeText(each);
      return text === null ? [] : [[each.name, text] as const];
    });
    const stated = written.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
    if (stated.length < written.length) return undefined;
    const isFilled = own.some((each) => each.term !== undefined && this.values.has(each.term));
    return { written: stated, isFilled };
  }

  /** Null if there is none; undefined if it has to be there and is not known. */
  private attributeText({ term, says }: AttributeRow): string | undefined | null {
    const value = term === undefined ? undefined : this.values.get(term);
    const text = value ?? says?.write;
    if (text === undefined) return null;
    return value === undefined && isTerm(text) ? valueOfHead(this.xml, text) : text;
  }
}

interface Attributes {
  readonly written: Node['attributes'];
  /** One of them has a value. */
  readonly isFilled: boolean;
}
