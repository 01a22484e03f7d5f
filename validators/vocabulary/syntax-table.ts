import { isObject } from './object.ts';
import { SYNTAXES, type Syntax } from './syntax.ts';

/**
 * The place of each business term in one syntax: a tree of elements in the order of the schema (`schematron/syntaxes/`, docs/syntaxes.md).
 * Writer, reader and rules read the same table, so they cannot disagree.
 */
export interface SyntaxTable {
  /** Of a family of documents: `ubl`. */
  readonly syntax: string;
  /** For people. */
  readonly title: string;
  /** By prefix. */
  readonly namespaces: Readonly<Record<string, string>>;
  readonly documents: readonly DocumentKind[];
  /** How values of a type are written, by the type's name; values of other types are written as they are. */
  readonly types: Readonly<Record<string, ValueForm>>;
  readonly elements: readonly ElementRow[];
}

/** A root element. */
export interface DocumentKind {
  readonly syntax: Syntax;
  readonly root: string;
  /** BT-3 of its documents; absent: all types that no other kind names. */
  readonly types?: readonly string[];
}

export interface ValueForm {
  /** Digits after the point, always this many. */
  readonly decimals?: number;
  /** Of a date: `YYYYMMDD`; left out `YYYY-MM-DD`. */
  readonly date?: string;
  readonly attributes: readonly AttributeRow[];
}

/** One element, or one of its places. */
export interface ElementRow {
  /** With its prefix; alternatives are for different kinds of documents, in their order. */
  readonly names: readonly string[];
  /** The only kind of document that has it here. */
  readonly only?: Syntax;
  /** The term whose value it holds. */
  readonly term?: string;
  /** The group that it holds, for the rules: they find places by the names of terms and groups. */
  readonly group?: string;
  /** It is written for each entry of this group or term; once if there is none. */
  readonly each?: string;
  /** How often it may occur; if left out, as often as there are entries. */
  readonly most?: number;
  /** A name for rules, if the standard has none. */
  readonly name?: string;
  /** The text before the value: another term, with this many characters, between two texts: `#{BT-21:3}#`. */
  readonly opens?: string;
  /** Its text in every document. */
  readonly says?: Saying;
  /** Codes of the syntax in place of the standard's. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Its text if the term has no value and something else is written beside it. */
  readonly otherwise?: string;
  readonly attributes: readonly AttributeRow[];
  readonly elements: readonly ElementRow[];
  /** Rules about it apply at each of its places in the syntax, not only below the document's root. */
  readonly anywhere: boolean;
  /** The element around it requires it. */
  readonly required: boolean;
  /** A second place of a term: read, never written. */
  readonly readOnly: boolean;
  /** It is written even without content. */
  readonly always: boolean;
  /** It is written only if this holds, or does not hold; a document may have it anyway. */
  readonly when?: Condition;
  readonly unless?: Condition;
  /** Rules cannot find it by the name of its term. */
  readonly unnamed: boolean;
  /** If the element around it is written for each entry of a list, it is written with the first alone. */
  readonly once: boolean;
  /** Its fixed parts tell the element around it from others of its name, although it holds terms, too. */
  readonly tells: boolean;
}

/** A term with a value, or with a value of this form. */
export interface Condition {
  readonly term: string;
  /** A regular expression. */
  readonly like?: string;
}

export interface AttributeRow {
  readonly name: string;
  readonly term?: string;
  readonly says?: Saying;
  readonly once: boolean;
}

/** The text that is written, and the text that tells the place from others of its name. */
export interface Saying {
  /** A text, or the term whose value is written. Left out if only `not` counts. */
  readonly write?: string;
  /** Another place is meant unless it has this content: a text, a truth value, or a term whose value it is. */
  readonly is?: string | boolean;
  /** Another place is meant if it has this text. */
  readonly not?: string;
  /** Upper and lower case and outer blanks make no difference. */
  readonly loosely: boolean;
}

/** True for a text such as `BT-5`: it stands for the value of that term. */
export const isTerm = (text: string): boolean => /^B[TG]-[A-Z0-9-]+$/.test(text);

type Raw = Readonly<Record<string, unknown>>;

/** @throws Error naming an invalid row. */
export function syntaxTable(value: unknown): SyntaxTable {
  const { syntax, title, namespaces, documents, types, elements } = fields(value, 'the table');
  return {
    syntax: text(syntax, 'syntax'),
    title: text(title, 'title'),
    namespaces: textFields(namespaces, 'namespaces'),
    documents: Object.entries(fields(documents, 'documents')).map(documentKind),
    types: Object.fromEntries(
      Object.entries(fields(types ?? {}, 'types')).map(([name, form]) => [name, valueForm(form, name)]),
    ),
    elements: elementRows(elements),
  };
}

function documentKind([syntax, value]: [string, unknown]): DocumentKind {
  const { root, types } = fields(value, syntax);
  const known = SYNTAXES.find((one) => one === syntax);
  if (!known) throw new Error(`${syntax} is no kind of document`);
  return {
    syntax: known,
    root: text(root, syntax),
    ...(types !== undefined && { types: texts(types, syntax) }),
  };
}

function valueForm(value: unknown, name: string): ValueForm {
  const { decimals, date, attributes } = fields(value, name);
  return {
    ...(typeof decimals === 'number' && { decimals }),
    ...(date !== undefined && { date: text(date, name) }),
    attributes: attributeRows(attributes, name),
  };
}

/** Rows of a table, or those that a pack adds to one. */
export const elementRows = (value: unknown): readonly ElementRow[] =>
  list(value, 'elements').flatMap((row) => Object.entries(fields(row, 'a row')).map(elementRow));

const KNOWN: ReadonlySet<string> = new Set([
  ...['term', 'group', 'each', 'most', 'name', 'opens', 'attributes', 'elements', 'only'],
  ...['is', 'not', 'write', 'loosely', 'anywhere', 'required', 'read_only', 'once'],
  ...['always', 'when', 'unless', 'unnamed', 'codes', 'otherwise', 'tells'],
]);

function elementRow([names, value]: [string, unknown]): ElementRow {
  const row = shorten(value, names);
  const odd = Object.keys(row).find((key) => !KNOWN.has(key));
  if (odd !== undefined) throw new Error(`${names}: ${odd} means nothing`);
  const only = SYNTAXES.find((one) => one === row['only']);
  if (row['only'] !== undefined && !only) throw new Error(`${names}: there is no ${String(row['only'])}`);
  return {
    names: names.split('|').map((name) => name.trim()),
    ...(only && { only }),
    ...optionalTexts(row, names),
    ...saying(row),
    attributes: attributeRows(row['attributes'], names),
    elements: row['elements'] === undefined ? [] : elementRows(row['elements']),
    anywhere: row['anywhere'] === true,
    required: row['required'] === true,
    readOnly: row['read_only'] === true,
    once: row['once'] === true,
    tells: row['tells'] === true,
    always: row['always'] === true,
    unnamed: row['unnamed'] === true,
    ...(row['codes'] !== undefined && { codes: textFields(row['codes'], names) }),
    ...(row['when'] !== undefined && { when: condition(row['when'], names) }),
    ...(row['unless'] !== undefined && { unless: condition(row['unless'], names) }),
    ...(typeof row['most'] === 'number' && { most: row['most'] }),
  };
}

/** A term alone, or the elements alone, need no names. */
function shorten(value: unknown, names: string): Raw {
  if (typeof value === 'string') return { term: value };
  return Array.isArray(value) ? { elements: value } : fields(value, names);
}

const TEXTS = ['term', 'group', 'each', 'name', 'opens', 'otherwise'] as const;

const optionalTexts = (row: Raw, names: string): Partial<Record<(typeof TEXTS)[number], string>> =>
  Object.fromEntries(TEXTS.flatMap((key) => (row[key] === undefined ? [] : [[key, text(row[key], names)]])));

const attributeRows = (value: unknown, of: string): readonly AttributeRow[] =>
  Object.entries(fields(value ?? {}, of)).map(([name, form]) => {
    const row = typeof form === 'string' ? { term: form } : fields(form, `${of}/@${name}`);
    return {
      name,
      ...(row['term'] !== undefined && { term: text(row['term'], name) }),
      ...saying(row),
      once: row['once'] === true,
    };
  });

/** `BT-1`, or `{ BT-1: form }`. */
function condition(value: unknown, of: string): Condition {
  if (typeof value === 'string') return { term: value };
  const [[term, like] = []] = Object.entries(fields(value, of));
  return { term: text(term, of), like: text(like, of) };
}

function saying(row: Raw): { readonly says?: Saying } {
  const { is, not, write = is === undefined ? undefined : String(is as string | boolean), loosely } = row;
  if (is === undefined && not === undefined && write === undefined) return {};
  return {
    says: {
      ...(write !== undefined && { write: text(write, 'write') }),
      ...(is !== undefined && { is: typeof is === 'boolean' ? is : text(is, 'is') }),
      ...(not !== undefined && { not: text(not, 'not') }),
      loosely: loosely === true,
    },
  };
}

function fields(value: unknown, what: string): Raw {
  if (isObject(value)) return value;
  throw new Error(`${what} has no fields`);
}

const textFields = (value: unknown, what: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields(value, what)).map(([name, one]) => [name, text(one, name)]));

function list(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw new Error(`${what} is no list`);
}

function text(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${what} is no text`);
}

const texts = (value: unknown, what: string): readonly string[] =>
  list(value, what).map((one) => text(one, what));
