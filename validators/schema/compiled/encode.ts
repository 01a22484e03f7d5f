import { NOWHERE } from '../content/content-model.ts';
import type {
  AttributeDeclaration,
  AttributeUse,
  ComplexType,
  ContentModel,
  ElementDeclaration,
  SchemaModel,
  Type,
} from '../model.ts';
import type { Wildcard } from '../wildcard.ts';
import { nameKey, type NameKey, XSD } from '../names.ts';
import { BUILT_IN_TYPES } from '../text/built-in.ts';
import type { SimpleType } from '../text/simple-type.ts';
import { ANY_TYPE } from '../ur-type.ts';
import {
  type AttributeForm,
  type ComplexForm,
  type ElementForm,
  type ModelForm,
  SCHEMA_FORMAT,
  type SchemaForm,
  type SimpleForm,
  type TypeRef,
  type UseForm,
} from './form.ts';

/** The form in which a pack keeps a model. */
export const encodeModel = (model: SchemaModel): SchemaForm => new Encoding().whole(model);

/** Rows by what they stand for. */
class Table<T, F> {
  readonly rows: F[] = [];
  private readonly numbers = new Map<T, number>();

  constructor(private readonly write: (one: T) => F) {}

  /** Of one whose parts do not lead back to it. */
  number(one: T): number {
    const known = this.numbers.get(one);
    if (known !== undefined) return known;
    const row = this.write(one);
    this.numbers.set(one, this.rows.length);
    return this.rows.push(row) - 1;
  }
}

/** The same for parts of each other: they are written after their numbers are known. */
class OpenTable<T, F> {
  private readonly numbers = new Map<T, number>();
  private readonly all: T[] = [];
  private readonly written: F[] = [];

  constructor(private readonly write: (one: T) => F) {}

  number(one: T): number {
    const known = this.numbers.get(one);
    if (known !== undefined) return known;
    this.numbers.set(one, this.all.length);
    return this.all.push(one) - 1;
  }

  /** @returns whether there was anything left. */
  writeNext(): boolean {
    const next = this.all[this.written.length];
    if (!next) return false;
    this.written.push(this.write(next));
    return true;
  }

  get rows(): readonly F[] {
    return this.written;
  }
}

const BUILT_IN: ReadonlyMap<SimpleType, string> = new Map(
  [...BUILT_IN_TYPES].map(([local, type]) => [type, local]),
);
const BUILT_IN_NAMES: ReadonlySet<NameKey> = new Set(
  [...BUILT_IN_TYPES.keys(), 'anyType'].map((local) => nameKey(XSD, local)),
);

class Encoding {
  private readonly names = new Table<NameKey, string>((name) => name);
  private readonly simple = new Table<SimpleType, SimpleForm>((type) => this.simpleForm(type));
  private readonly wildcards = new Table((wildcard: Wildcard) => ({
    processing: wildcard.processing,
    namespaces: wildcard.namespaces,
  }));
  private readonly attributes = new Table<AttributeDeclaration, AttributeForm>((attribute) => ({
    name: this.names.number(attribute.name),
    type: this.type(attribute.type),
    ...(attribute.fixed && { fixed: attribute.fixed }),
  }));
  private readonly uses = new Table<AttributeUse, UseForm>((use) => ({
    attribute: this.attributes.number(use.declaration),
    ...(use.isRequired && { required: true }),
    ...(use.fixed && { fixed: use.fixed }),
  }));
  private readonly elements = new OpenTable<ElementDeclaration, ElementForm>((element) =>
    this.elementForm(element),
  );
  private readonly complex = new OpenTable<ComplexType, ComplexForm>((type) => this.complexForm(type));

  whole(model: SchemaModel): SchemaForm {
    const globals = {
      elements: [...model.elements.values()].map((element) => this.elements.number(element)),
      attributes: [...model.attributes.values()].map((attribute) => this.attributes.number(attribute)),
      types: [...model.types]
        .filter(([name]) => !BUILT_IN_NAMES.has(name))
        .map(([, type]) => this.type(type)),
    };
    while (this.elements.writeNext() || this.complex.writeNext());
    return {
      format: SCHEMA_FORMAT,
      names: this.names.rows,
      simple: this.simple.rows,
      wildcards: this.wildcards.rows,
      attributes: this.attributes.rows,
      uses: this.uses.rows,
      elements: this.elements.rows,
      complex: this.complex.rows,
      globals,
    };
  }

  private type(type: Type): TypeRef {
    if (type.kind === 'complex') return type === ANY_TYPE ? 'anyType' : this.complex.number(type);
    return BUILT_IN.get(type) ?? -1 - this.simple.number(type);
  }

  private nameOf = (name: NameKey | undefined): number => (name === undefined ? -1 : this.names.number(name));

  private simpleForm({ name, base, facets, items, members }: SimpleType): SimpleForm {
    const named = { name: this.nameOf(name) };
    if (facets && base) return { ...named, restricts: this.type(base), facets };
    if (items) return { ...named, lists: this.type(items) };
    if (members) return { ...named, unites: members.map((one) => this.type(one)) };
    throw new TypeError(`the simple type ${name ?? ''} is not made of others`);
  }

  private elementForm({ name, type, nillable, abstract, fixed, fallback }: ElementDeclaration): ElementForm {
    return {
      name: this.names.number(name),
      type: this.type(type),
      ...(nillable && { nillable }),
      ...(abstract && { abstract }),
      ...(fixed && { fixed }),
      ...(fallback !== undefined && { fallback }),
    };
  }

  private complexForm({ name, abstract, base, content, attributes, anyAttribute }: ComplexType): ComplexForm {
    return {
      name: this.nameOf(name),
      ...(abstract && { abstract }),
      base: this.type(base!),
      ...(content.kind === 'simple' && { text: this.type(content.type) }),
      ...(content.kind === 'elements' && { model: this.modelForm(content.model) }),
      ...(content.kind === 'elements' && content.mixed && { mixed: true }),
      ...(attributes.size > 0 && {
        attributes: [...attributes.values()].map((use) => this.uses.number(use)),
      }),
      ...(anyAttribute && { any: this.wildcards.number(anyAttribute) }),
    };
  }

  private modelForm(model: ContentModel): ModelForm {
    const { names, wildcards, terms, accepting, counters } = model;
    const counted = [...counters.entries()].flatMap(([state, times]) =>
      times ? [[state, times.least, times.most === Infinity ? -1 : times.most] as const] : [],
    );
    return {
      names: names.map((name) => this.names.number(name)),
      ...(wildcards.length > 0 && {
        wildcards: wildcards.map(({ wildcard }) => this.wildcards.number(wildcard)),
      }),
      terms: terms.map((term) =>
        term.kind === 'element'
          ? this.elements.number(term.declaration)
          : -1 - this.wildcards.number(term.wildcard),
      ),
      accepting: [...accepting].join(''),
      moves: Array.from(accepting, (_, state) => movesFrom(model, state)),
      ...(counted.length > 0 && { counters: counted }),
    };
  }
}

function movesFrom({ width, next, via }: ContentModel, state: number): readonly number[] {
  const runs: number[][] = [];
  for (let symbol = 0; symbol < width; symbol += 1) {
    const [to, term] = [next[state * width + symbol]!, via[state * width + symbol]!];
    if (to === NOWHERE) continue;
    const [from = 0, length = 0, first = 0, firstTerm = 0] = runs.at(-1) ?? [];
    const isNext = from + length === symbol && first + length === to && firstTerm + length === term;
    if (length > 0 && isNext) runs[runs.length - 1]![1] = length + 1;
    else runs.push([symbol, 1, to, term]);
  }
  return runs.flat();
}
