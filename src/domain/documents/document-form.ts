import { GROUPS, TERMS, type GroupId, type Term, type TermId, type TermKind } from '../invoice/terms.ts';
import type { Syntax } from '../vocabulary/syntax.ts';
import {
  type AttributeRow,
  type DocumentKind,
  type ElementRow,
  type Saying,
  type SyntaxTable,
  type ValueForm,
  isTerm,
} from './syntax-table.ts';

/**
 * The table of a syntax for one kind of document, joined to the model: each element with the member that it holds. Members
 * are found from the entry of a list, so that a list's elements may also hold what is said once for the whole invoice.
 */
export interface DocumentForm {
  readonly syntax: Syntax;
  /** What people call it. */
  readonly title: string;
  readonly root: string;
  /** BT-3 of its documents; none: all that no other form of the syntax names. */
  readonly types?: readonly string[];
  /** Prefix to namespace, as declared; the empty prefix is the default namespace. */
  readonly namespaces: readonly (readonly [prefix: string, uri: string])[];
  readonly elements: readonly ElementForm[];
}

export interface ElementForm {
  readonly name: string;
  /** A list whose entries it stands for. */
  readonly list?: ListPlace;
  readonly value?: ValuePlace;
  /** What comes before the value: another one between two texts. */
  readonly opening?: { readonly before: string; readonly value: ValuePlace; readonly after: string };
  readonly says?: SayingForm;
  readonly attributes: readonly AttributeForm[];
  readonly elements: readonly ElementForm[];
  /** Nothing in it comes from the model. */
  readonly isFixed: boolean;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly once: boolean;
  /** Something in it cannot always be written: an element is required beside others, or may not stand as often. */
  readonly isLimited: boolean;
}

export interface AttributeForm {
  readonly name: string;
  readonly value?: ValuePlace;
  readonly says?: SayingForm;
  readonly once: boolean;
}

export interface SayingForm extends Omit<Saying, 'write' | 'is'> {
  readonly write?: string | ValuePlace;
  readonly is?: string | boolean | ValuePlace;
}

/** Where a member stands: in the entry of which list, counted from the invoice (0) inwards, and along which names. */
export interface ValuePlace {
  readonly term: string;
  readonly depth: number;
  readonly path: readonly string[];
  readonly kind: TermKind;
  readonly form: ValueForm;
}

export interface ListPlace {
  /** The group, or the term, of which there are several. */
  readonly of: string;
  readonly depth: number;
  readonly path: readonly string[];
  /** Something in the element is said outside its list, so it stands once, too, when the list is empty. */
  readonly holdsOuter: boolean;
  readonly most?: number;
}

/** @throws Error naming a row that does not fit the model. */
export const documentForms = (table: SyntaxTable): readonly DocumentForm[] =>
  table.documents.map((kind) => new FormOf(table, kind).form());

/** The lists that an element lies in, outermost first, each as what paths to its members begin with: `lines[].`. */
type Scopes = readonly string[];
const WHOLE: Scopes = [''];

class FormOf {
  readonly #table: SyntaxTable;
  readonly #kind: DocumentKind;

  constructor(table: SyntaxTable, kind: DocumentKind) {
    this.#table = table;
    this.#kind = kind;
  }

  form(): DocumentForm {
    const { syntax, root, types } = this.#kind;
    const { title, namespaces } = this.#table;
    const elements = this.#elements(this.#table.elements, WHOLE);
    const used = new Set(prefixesIn(elements));
    const prefix = prefixOf(root);
    // A namespace in which nothing but the root stands needs no prefix.
    const isDefault = !used.has(prefix);
    const others = Object.entries(namespaces).filter(([other]) => other !== prefix && used.has(other));
    return {
      syntax,
      title,
      root: isDefault ? root.slice(prefix.length + 1) : root,
      ...(types && { types }),
      namespaces: [[isDefault ? '' : prefix, namespaces[prefix] ?? ''], ...others],
      elements,
    };
  }

  #elements(rows: readonly ElementRow[], scopes: Scopes): readonly ElementForm[] {
    return rows
      .filter(({ only }) => only === undefined || only === this.#kind.syntax)
      .map((row) => this.#element(row, scopes));
  }

  #element(row: ElementRow, around: Scopes): ElementForm {
    const { term, each, opens, says, required, readOnly, once } = row;
    const scopes = each === undefined ? around : [...around, listOf(pathOf(each))];
    const value = term === undefined ? undefined : this.#value(term, scopes);
    const opening = opens === undefined ? undefined : this.#opening(opens, scopes);
    const attributes = this.#attributes(row, value, scopes);
    const elements = this.#elements(row.elements, scopes);
    const outermost = Math.min(...depthsIn({ value, attributes, elements }));
    return {
      name: this.#nameOf(row),
      ...(each !== undefined && { list: listPlace(each, around, row.most, outermost < around.length) }),
      ...(value && { value }),
      ...(opening && { opening }),
      ...(says && { says: this.#saying(says, scopes) }),
      attributes,
      elements,
      isFixed: outermost === Infinity,
      required,
      readOnly,
      once,
      isLimited: row.most !== undefined || elements.some((form) => form.required || form.isLimited),
    };
  }

  #nameOf({ names }: ElementRow): string {
    const [only = ''] = names;
    return names.length === 1 ? only : (names[this.#table.documents.indexOf(this.#kind)] ?? only);
  }

  /** Those of the row, then those that every value of its type has. */
  #attributes(row: ElementRow, value: ValuePlace | undefined, scopes: Scopes): readonly AttributeForm[] {
    const own = new Set(row.attributes.map(({ name }) => name));
    const ofType = (value?.form.attributes ?? []).filter(({ name }) => !own.has(name));
    return [...row.attributes, ...ofType].map(({ name, term, says, once }: AttributeRow) => ({
      name,
      ...(term !== undefined && { value: this.#value(term, scopes) }),
      ...(says && { says: this.#saying(says, scopes) }),
      once,
    }));
  }

  #saying({ write, is, ...more }: Saying, scopes: Scopes): SayingForm {
    const said = (value: string) => (isTerm(value) ? this.#value(value, scopes) : value);
    return {
      ...more,
      ...(write !== undefined && { write: said(write) }),
      ...(is !== undefined && { is: typeof is === 'boolean' ? is : said(is) }),
    };
  }

  #opening(opens: string, scopes: Scopes): NonNullable<ElementForm['opening']> {
    const [, before, term, after] = /^(.*)\{(.+)\}(.*)$/.exec(opens) ?? [];
    if (before === undefined || term === undefined || after === undefined)
      throw new Error(`${opens} names no term`);
    return { before, value: this.#value(term, scopes), after };
  }

  #value(term: string, scopes: Scopes): ValuePlace {
    const { path, kind } = termOf(term);
    return { term, kind, form: this.#table.types[kind] ?? NO_FORM, ...placed(path, scopes, term) };
  }
}

const NO_FORM: ValueForm = { attributes: [] };

function termOf(term: string): Term {
  if (!Object.hasOwn(TERMS, term)) throw new Error(`${term} is no term of EN 16931-1`);
  return TERMS[term as TermId];
}

const pathOf = (group: string): string =>
  Object.hasOwn(GROUPS, group) ? `${GROUPS[group as GroupId]}.` : termOf(group).path;

/** `lines[].` of `lines[].name`; nothing outside of lists. */
const listOf = (path: string): string => /^.*\[\]\./.exec(path)?.[0] ?? '';

/** @throws Error when the list of the member is not around. */
function placed(path: string, scopes: Scopes, what: string): Pick<ValuePlace, 'depth' | 'path'> {
  const list = listOf(path);
  const depth = scopes.indexOf(list);
  if (depth === -1) throw new Error(`${what} stands outside of its list`);
  return { depth, path: path.slice(list.length).split('.') };
}

function listPlace(of: string, around: Scopes, most: number | undefined, holdsOuter: boolean): ListPlace {
  const list = listOf(pathOf(of));
  if (list === '') throw new Error(`there are never several ${of}`);
  return { of, ...placed(list.slice(0, -'[].'.length), around, of), holdsOuter, ...(most && { most }) };
}

function* depthsIn({
  value,
  attributes,
  elements,
}: Pick<ElementForm, 'value' | 'attributes' | 'elements'>): Generator<number> {
  if (value) yield value.depth;
  for (const attribute of attributes) if (attribute.value) yield attribute.value.depth;
  for (const element of elements) yield* depthsIn(element);
}

const prefixOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(':')));

function* prefixesIn(elements: readonly ElementForm[]): Generator<string> {
  for (const element of elements) {
    yield prefixOf(element.name);
    yield* prefixesIn(element.elements);
  }
}
