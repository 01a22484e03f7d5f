import { NOWHERE } from '../content/content-model.ts';
import type {
  AttributeDeclaration,
  AttributeUse,
  ComplexType,
  Content,
  ContentModel,
  ElementDeclaration,
  SchemaModel,
  Term,
  Times,
  Type,
} from '../model.ts';
import { type NameKey, nameKey, XSD } from '../names.ts';
import { type Wildcard, wildcardOf } from '../wildcard.ts';
import { ANY_SIMPLE_TYPE, BUILT_IN_TYPES } from '../text/built-in.ts';
import { listOf, restrict, unionOf } from '../text/restriction.ts';
import type { SimpleType } from '../text/simple-type.ts';
import { ANY_TYPE } from '../ur-type.ts';
import {
  type ComplexForm,
  type ModelForm,
  SCHEMA_FORMAT,
  type SchemaForm,
  type SimpleForm,
  type TypeRef,
} from './form.ts';

/** A compiled schema is not what the compiler writes: nothing of it may be used. */
export class SchemaDamaged extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SchemaDamaged';
  }
}

/**
 * The model of a compiled schema.
 * @param json of a file that was compared with its hash.
 * @throws SchemaDamaged if a number names nothing, or there is no element.
 */
export function decodeModel(json: unknown): SchemaModel {
  const form = (json ?? {}) as Partial<SchemaForm>;
  if (form.format !== SCHEMA_FORMAT) throw new SchemaDamaged('not a schema of this compiler');
  try {
    return new Decoding(form as SchemaForm).whole();
  } catch (error) {
    // A table that is missing, a type that is made of later ones, a facet that is none.
    throw new SchemaDamaged(error instanceof Error ? error.message : String(error));
  }
}

type Open<T> = { -readonly [member in keyof T]: T[member] };

class Decoding {
  private readonly simple: SimpleType[] = [];
  private readonly wildcards: readonly Wildcard[];
  private readonly attributes: readonly AttributeDeclaration[];
  private readonly uses: readonly AttributeUse[];
  private readonly elements: readonly Open<ElementDeclaration>[];
  private readonly complex: readonly Open<ComplexType>[];

  constructor(private readonly form: SchemaForm) {
    for (const simple of form.simple) this.simple.push(this.simpleType(simple));
    this.wildcards = form.wildcards.map(({ processing, namespaces }) => wildcardOf(processing, namespaces));
    this.attributes = form.attributes.map(({ name, type, fixed }) => ({
      name: this.name(name),
      type: this.textType(type),
      fixed,
    }));
    this.uses = form.uses.map(({ attribute, required = false, fixed }) => ({
      declaration: rowOf(this.attributes, attribute),
      isRequired: required,
      fixed,
    }));
    this.elements = form.elements.map(({ name, nillable = false, abstract = false, fixed, fallback }) => ({
      name: this.name(name),
      type: ANY_TYPE,
      nillable,
      abstract,
      fixed,
      fallback,
    }));
    this.complex = form.complex.map((complex) => this.openType(complex));
  }

  whole(): SchemaModel {
    const { form } = this;
    // Types and elements name each other, so all of them are there before they are joined.
    for (const [row, element] of this.elements.entries()) element.type = this.type(form.elements[row]!.type);
    for (const [row, type] of this.complex.entries()) this.close(type, form.complex[row]!);
    const { globals } = form;
    if (globals.elements.length === 0) throw new TypeError('a schema without elements');
    return {
      elements: byName(globals.elements.map((row) => rowOf(this.elements, row))),
      attributes: byName(globals.attributes.map((row) => rowOf(this.attributes, row))),
      types: this.namedTypes(globals.types.map((ref) => this.type(ref))),
    };
  }

  private namedTypes(own: readonly Type[]): ReadonlyMap<NameKey, Type> {
    const builtIn = [...BUILT_IN_TYPES].map(([local, type]) => [nameKey(XSD, local), type] as const);
    const types = new Map<NameKey, Type>([...builtIn, [ANY_TYPE.name!, ANY_TYPE]]);
    for (const type of own) {
      if (type.name === undefined) throw new TypeError('a type without a name');
      types.set(type.name, type);
    }
    return types;
  }

  private type(ref: TypeRef): Type {
    if (ref === 'anyType') return ANY_TYPE;
    if (typeof ref === 'string') return BUILT_IN_TYPES.get(ref) ?? damaged(ref);
    return ref >= 0 ? rowOf(this.complex, ref) : rowOf(this.simple, -1 - ref);
  }

  private textType(ref: TypeRef): SimpleType {
    const type = this.type(ref);
    return type.kind === 'simple' ? type : damaged(ref);
  }

  private name(row: number): NameKey {
    return rowOf(this.form.names, row);
  }

  private nameIfAny(row: number): NameKey | undefined {
    return row === -1 ? undefined : this.name(row);
  }

  private simpleType(form: SimpleForm): SimpleType {
    const name = this.nameIfAny(form.name);
    if ('restricts' in form) return restrict(this.textType(form.restricts), name, form.facets);
    if ('lists' in form) return listOf(this.textType(form.lists), name, ANY_SIMPLE_TYPE);
    return unionOf(
      form.unites.map((ref) => this.textType(ref)),
      name,
      ANY_SIMPLE_TYPE,
    );
  }

  private openType({ name, abstract = false, attributes = [], any }: ComplexForm): Open<ComplexType> {
    const uses = attributes.map((row) => rowOf(this.uses, row));
    return {
      kind: 'complex',
      name: this.nameIfAny(name),
      abstract,
      content: { kind: 'empty' },
      attributes: new Map(uses.map((use) => [use.declaration.name, use])),
      required: uses.filter(({ isRequired }) => isRequired),
      anyAttribute: any === undefined ? undefined : rowOf(this.wildcards, any),
      base: undefined,
    };
  }

  private close(type: Open<ComplexType>, form: ComplexForm): void {
    type.base = this.type(form.base);
    type.content = this.content(form);
  }

  private content({ text, model, mixed = false }: ComplexForm): Content {
    if (text !== undefined) return { kind: 'simple', type: this.textType(text) };
    return model ? { kind: 'elements', mixed, model: this.model(model) } : { kind: 'empty' };
  }

  private model(form: ModelForm): ContentModel {
    const names = form.names.map((row) => this.name(row));
    const wildcards = (form.wildcards ?? []).map((row) => ({
      kind: 'any' as const,
      wildcard: rowOf(this.wildcards, row),
    }));
    const states = form.accepting.length;
    if (states === 0 || form.moves.length !== states) damaged('a model without states');
    const counters = new Array<Times | undefined>(states).fill(undefined);
    for (const [state, least, most] of form.counters ?? []) {
      if (!(state < states)) damaged(state);
      counters[state] = { least, most: most === -1 ? Infinity : most };
    }
    return {
      ...movesOf(form, names.length + (1 << wildcards.length)),
      symbols: new Map(names.map((name, symbol) => [name, symbol])),
      names,
      wildcards,
      terms: form.terms.map((row) => this.term(row)),
      accepting: Uint8Array.from(form.accepting, Number),
      counters,
      isCounted: (form.counters ?? []).length > 0,
      start: 0,
    };
  }

  private term(row: number): Term {
    return row >= 0
      ? { kind: 'element', declaration: rowOf(this.elements, row) }
      : { kind: 'any', wildcard: rowOf(this.wildcards, -1 - row) };
  }
}

function movesOf({ moves, terms }: ModelForm, width: number): Pick<ContentModel, 'width' | 'next' | 'via'> {
  const next = new Int32Array(moves.length * width).fill(NOWHERE);
  const via = new Int32Array(moves.length * width).fill(NOWHERE);
  for (const [state, runs] of moves.entries())
    for (let at = 0; at < runs.length; at += 4) {
      const [symbol, length, to, term] = [runs[at]!, runs[at + 1]!, runs[at + 2]!, runs[at + 3]!];
      if (!(symbol + length <= width && to + length <= moves.length && term + length <= terms.length))
        damaged('a move to nowhere');
      for (let step = 0; step < length; step += 1) {
        next[state * width + symbol + step] = to + step;
        via[state * width + symbol + step] = term + step;
      }
    }
  return { width, next, via };
}

function rowOf<T>(table: readonly T[], row: number): T {
  return table[row] ?? damaged(row);
}

function damaged(what: string | number): never {
  throw new TypeError(`a schema that names ${what}, which is not there`);
}

const byName = <T extends { readonly name: NameKey }>(all: readonly T[]): ReadonlyMap<NameKey, T> =>
  new Map(all.map((one) => [one.name, one]));
