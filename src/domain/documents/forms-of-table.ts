import { GROUPS, TERMS, type GroupId, type Term, type TermId } from '../invoice/terms.ts';
import {
  type AttributeForm,
  type ConditionForm,
  type DocumentForm,
  type ElementForm,
  type ListPlace,
  type NeedsForm,
  type OpeningForm,
  type SayingForm,
  type ValuePlace,
  asks,
} from './document-form.ts';
import {
  type AttributeRow,
  type Condition,
  type DocumentKind,
  type ElementRow,
  type Saying,
  type SyntaxTable,
  type ValueForm,
  isTerm,
} from 'en16931-rules/vocabulary/syntax-table.ts';

/** @throws Error naming a row that does not fit the model. */
export const documentForms = (table: SyntaxTable): readonly DocumentForm[] =>
  table.documents.map((kind) => new FormOf(table, kind).form());

/** The lists around an element, outermost first, each as the beginning of the paths to its members: `lines[].`. */
type Scopes = readonly string[];
const WHOLE: Scopes = [''];

class FormOf {
  constructor(
    private readonly table: SyntaxTable,
    private readonly kind: DocumentKind,
  ) {}

  form(): DocumentForm {
    const { syntax, root, types } = this.kind;
    const { title, namespaces } = this.table;
    const elements = this.elements(this.table.elements, WHOLE);
    const used = new Set(prefixesIn(elements));
    const prefix = prefixOf(root);
    // A namespace that only the root uses needs no prefix.
    const isDefault = !used.has(prefix);
    const others = Object.entries(namespaces).filter(([other]) => other !== prefix && used.has(other));
    return {
      syntax,
      title,
      expandedRoot: this.expand(root),
      root: isDefault ? root.slice(prefix.length + 1) : root,
      ...(types && { types }),
      prefixes: new Map(Object.entries(namespaces).map(([known, uri]) => [uri, known])),
      namespaces: [[isDefault ? '' : prefix, namespaces[prefix] ?? ''], ...others],
      elements,
    };
  }

  private elements(rows: readonly ElementRow[], scopes: Scopes): readonly ElementForm[] {
    return rows
      .filter(({ only }) => only === undefined || only === this.kind.syntax)
      .map((row) => this.element(row, scopes));
  }

  private element(row: ElementRow, around: Scopes): ElementForm {
    const { term, each, opens, otherwise, says, required, readOnly, once, always, tells } = row;
    const scopes = each === undefined ? around : [...around, listOf(pathOf(each))];
    const codes = row.codes && { codes: new Map(Object.entries(row.codes)) };
    const value = term === undefined ? undefined : { ...this.value(term, scopes), ...codes };
    const opening = opens === undefined ? undefined : this.opening(opens, scopes);
    const attributes = this.attributes(row, value, scopes);
    const elements = this.elements(row.elements, scopes);
    const outermost = Math.min(...depthsIn({ value, attributes, elements }));
    return {
      name: this.nameOf(row),
      expandedName: this.expand(this.nameOf(row)),
      ...(each !== undefined && { list: listPlace(each, around, row.most, outermost < around.length) }),
      ...(value && { value }),
      ...(opening && { opening }),
      ...(otherwise !== undefined && { otherwise }),
      ...(says && { says: this.saying(says, scopes) }),
      attributes,
      elements,
      isFixed: outermost === Infinity,
      isMarked: attributes.some(asks) || elements.some(marksParent),
      required,
      readOnly,
      once,
      always,
      tells,
      conditions: [...this.conditions(row.when, true, scopes), ...this.conditions(row.unless, false, scopes)],
      ...needsOf({ opening, attributes, elements }, row.most),
    };
  }

  private conditions(
    condition: Condition | undefined,
    holds: boolean,
    scopes: Scopes,
  ): readonly ConditionForm[] {
    if (!condition) return [];
    const { term, like } = condition;
    return [
      { value: this.value(term, scopes), holds, ...(like !== undefined && { like: new RegExp(like) }) },
    ];
  }

  private nameOf({ names }: ElementRow): string {
    const [only = ''] = names;
    return names.length === 1 ? only : (names[this.table.documents.indexOf(this.kind)] ?? only);
  }

  private expand(name: string): string {
    const prefix = prefixOf(name);
    const namespace = this.table.namespaces[prefix];
    return namespace === undefined ? name : `{${namespace}}${name.slice(prefix.length + 1)}`;
  }

  /** Attributes of the row, then those that every value of its type has. */
  private attributes(
    row: ElementRow,
    value: ValuePlace | undefined,
    scopes: Scopes,
  ): readonly AttributeForm[] {
    const own = new Set(row.attributes.map(({ name }) => name));
    const ofType = (value?.form.attributes ?? []).filter(({ name }) => !own.has(name));
    return [...row.attributes, ...ofType].map(({ name, term, says, once }: AttributeRow) => ({
      name,
      ...(term !== undefined && { value: this.value(term, scopes) }),
      ...(says && { says: this.saying(says, scopes) }),
      once,
    }));
  }

  private saying({ write, is, ...more }: Saying, scopes: Scopes): SayingForm {
    const resolve = (value: string) => (isTerm(value) ? this.value(value, scopes) : value);
    return {
      ...more,
      ...(write !== undefined && { write: resolve(write) }),
      ...(is !== undefined && { is: typeof is === 'boolean' ? is : resolve(is) }),
    };
  }

  private opening(opens: string, scopes: Scopes): OpeningForm {
    const [, before, term, length, after] = /^([^{]*)\{([^:}]+):(\d+)\}(.*)$/.exec(opens) ?? [];
    if (before === undefined || term === undefined || after === undefined)
      throw new Error(`${opens} names no term`);
    return { before, value: this.value(term, scopes), length: Number(length), after };
  }

  private value(term: string, scopes: Scopes): ValuePlace {
    const { path, kind } = termOf(term);
    return { term, kind, form: this.table.types[kind] ?? NO_FORM, ...place(path, scopes, term) };
  }
}

const NO_FORM: ValueForm = { attributes: [] };

function termOf(term: string): Term {
  if (!Object.hasOwn(TERMS, term)) throw new Error(`${term} is no term of EN 16931-1`);
  return TERMS[term as TermId];
}

const pathOf = (group: string): string =>
  Object.hasOwn(GROUPS, group) ? `${GROUPS[group as GroupId]}.` : termOf(group).path;

/** `lines[].` of `lines[].name`; empty outside of lists. */
const listOf = (path: string): string => /^.*\[\]\./.exec(path)?.[0] ?? '';

/** @throws Error if the list of the member is not around the element. */
function place(path: string, scopes: Scopes, what: string): Pick<ValuePlace, 'depth' | 'path'> {
  const list = listOf(path);
  const depth = scopes.indexOf(list);
  if (depth === -1) throw new Error(`${what} stands outside of its list`);
  return { depth, path: path.slice(list.length).split('.') };
}

function listPlace(of: string, around: Scopes, most: number | undefined, holdsOuter: boolean): ListPlace {
  const list = listOf(pathOf(of));
  if (list === '') throw new Error(`there are never several ${of}`);
  const { depth, path } = place(list.slice(0, -'[].'.length), around, of);
  return { of, key: list, within: around[depth] ?? '', depth, path, holdsOuter, ...(most && { most }) };
}

function needsOf(
  { opening, attributes, elements }: Pick<ElementForm, 'opening' | 'attributes' | 'elements'>,
  most: number | undefined,
): { readonly needs?: NeedsForm } {
  const needs: NeedsForm = {
    besides: [opening, ...attributes].flatMap((one) => one?.value ?? []),
    telling: attributes.flatMap(({ says }) => (typeof says?.is === 'object' ? [says.is] : [])),
    required: elements.flatMap(({ required, value, tells, elements: parts }) =>
      tells ? parts.flatMap((part) => part.value ?? []) : required && value ? [value] : [],
    ),
    inside: elements.filter((form) => form.needs && !form.readOnly),
  };
  const isFree = most === undefined && Object.values(needs).every((some) => some.length === 0);
  return isFree ? {} : { needs };
}

/** A fixed part tells the element around it from others; so does a fixed attribute of a value. */
const marksParent = (form: ElementForm): boolean =>
  form.attributes.some(asks) ||
  ((form.isFixed || form.tells) && (asks(form) || form.elements.some(marksParent)));

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
