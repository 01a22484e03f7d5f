import { type Model, modelOf } from './content-model.ts';

/** The tables of `schematron/syntaxes/` (docs/syntaxes.md) with the order of the schemas. The build fills them in. */
declare const SYNTAX_TABLES: SyntaxTables;

export type SyntaxTables = Readonly<Record<'ubl' | 'cii' | 'fa3', SyntaxTable>>;

interface SyntaxTable {
  /** By prefix. */
  readonly namespaces: Readonly<Record<string, string>>;
  readonly roots: readonly (readonly [name: string, kind: string])[];
  readonly rows: readonly Row[];
  /** Of terms that are no texts. */
  readonly kinds: Readonly<Record<string, ValueKind>>;
  readonly types: Readonly<Partial<Record<ValueKind, ValueForm>>>;
  /** By the local name of an element, or `Podmiot1/Adres` if it depends on the one around it, if its type has another one. */
  readonly typeNames: Readonly<Record<string, string>>;
  /** By type, its elements in order: `ID? Note* TaxScheme` (content-model.ts). */
  readonly contents: Readonly<Record<string, string>>;
  /** By business group, its terms. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Of sums by rate: the rate of `P_13_1` and `P_14_1` by its number. */
  readonly rates?: Readonly<Record<string, string>>;
}

export type ValueKind = 'amount' | 'vat-amount' | 'unit-price' | 'quantity' | 'percent' | 'date' | 'binary';

interface ValueForm {
  readonly date?: string;
  readonly attributes: readonly AttributeRow[];
}

export interface Row {
  /** With its prefix in the table; alternatives are for different kinds of documents, in their order. */
  readonly names: readonly string[];
  readonly only?: string;
  readonly term?: string;
  readonly each?: string;
  readonly opens?: string;
  readonly says?: Saying;
  readonly isCoded?: boolean;
  readonly otherwise?: string;
  readonly attributes?: readonly AttributeRow[];
  readonly elements?: readonly Row[];
  readonly required?: boolean;
  readonly readOnly?: boolean;
  readonly tells?: boolean;
  readonly when?: Condition;
  readonly unless?: Condition;
}

export interface AttributeRow {
  readonly name: string;
  readonly term?: string;
  readonly says?: Saying;
}

/** `BT-5` stands for the value of that term. */
export interface Saying {
  readonly write?: string;
  readonly is?: string | boolean;
  readonly not?: string;
  readonly loosely?: boolean;
}

export interface Condition {
  readonly term: string;
  readonly like?: string;
}

/** A table for one kind of document. */
export interface DocumentTable extends SyntaxTable {
  readonly root: string;
  readonly kind: string;
  /** Among the alternatives of a name. */
  readonly index: number;
}

const known = new Map<string, DocumentTable>();

/**
 * @param root the local name of the document's root.
 * @returns undefined of a document that has no table.
 */
export function tableOf(root: string): DocumentTable | undefined {
  const before = known.get(root);
  if (before) return before;
  for (const table of Object.values(SYNTAX_TABLES))
    for (const [index, [name, kind]] of table.roots.entries())
      if (localOf(name) === root) {
        const own = { ...table, root: name, kind, index };
        known.set(root, own);
        return own;
      }
  return undefined;
}

export const localOf = (name: string): string => name.slice(name.indexOf(':') + 1);

export const isTerm = (text: string): boolean => /^B[TG]-[A-Z0-9-]+$/.test(text);

/** As this kind of document has it. */
export const nameOfRow = ({ index }: DocumentTable, { names }: Row): string =>
  (names.length === 1 ? names[0] : names[index]) ?? '';

export const rowsFor = ({ kind }: DocumentTable, rows: readonly Row[] = []): readonly Row[] =>
  rows.filter(({ only }) => only === undefined || only === kind);

/** `{namespace}local`. */
export const expandedOf = (table: DocumentTable, name: string): string =>
  `{${table.namespaces[name.slice(0, Math.max(0, name.indexOf(':')))] ?? ''}}${localOf(name)}`;

/** The rate of a sum that is named by it; undefined of all other terms. */
export function rateOf(term: string): string | undefined {
  const [, number = ''] = /^P_1[34]_(\w+?)W?$/.exec(term) ?? [];
  return SYNTAX_TABLES.fa3.rates?.[number];
}

/** The rows that lead to a term; if an attribute has its value, its name. */
export interface TermPath {
  readonly rows: readonly Row[];
  readonly attribute?: string;
}

const pathsByTerm = new Map<string, readonly TermPath[]>();

/** In the order in which the syntax has them. */
export function pathsTo(table: DocumentTable, term: string): readonly TermPath[] {
  const key = `${table.root} ${term}`;
  const paths = pathsByTerm.get(key) ?? [...pathsIn(table, term, table.rows, [])];
  pathsByTerm.set(key, paths);
  return paths;
}

function* pathsIn(
  table: DocumentTable,
  term: string,
  rows: readonly Row[],
  around: readonly Row[],
): Generator<TermPath> {
  for (const row of rowsFor(table, rows)) {
    const path = [...around, row];
    if (row.term === term) yield { rows: path };
    for (const { name, term: of } of row.attributes ?? [])
      if (of === term) yield { rows: path, attribute: name };
    yield* pathsIn(table, term, row.elements ?? [], path);
  }
}

/** The same as local names below the root: `Party/PartyName/Name`. */
export function pathsOf(term: string, root: string): readonly string[] {
  const table = tableOf(root);
  if (!table) return [];
  const paths = pathsTo(table, term).map(({ rows }) =>
    rows.map((row) => localOf(nameOfRow(table, row))).join('/'),
  );
  return [...new Set(paths)];
}

/**
 * What the schema allows in an element; nothing of one that holds a value, or one of several forms of it.
 * @param around the name of the element around it, on which the type of some depends.
 */
export function partsOf({ typeNames, contents }: DocumentTable, local: string, around = ''): Model {
  const type = typeNames[`${around}/${local}`] ?? typeNames[local] ?? local;
  return modelOf(contents[type] ?? '');
}
