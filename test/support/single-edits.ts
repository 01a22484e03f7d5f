import type { Attribute, Element, SchemaModel, Type } from './schema-model.ts';

/** A document with one known edit. Whether it is valid is for schemas to decide. */
export interface Edited {
  readonly what: string;
  readonly text: string;
}

/**
 * For every type of a schema a document with all its elements, and for every element one in which it is missing, doubled,
 * moved and mistyped; for every attribute one with another value.
 */
export function* singleEdits(model: SchemaModel): Generator<Edited> {
  const places = placesOf(model);
  const write = new Writer(model, places);
  for (const [name, place] of places) {
    const type = typeOf(model, name);
    const inPlace = (edits: Iterable<readonly [string, string]>): Edited[] =>
      Array.from(edits, ([what, content]) => ({
        what: `${name}: ${what}`,
        text: write.around(place, content),
      }));
    yield* inPlace(type.kind === 'value' ? valueEdits(type) : elementEdits(type, write));
  }
}

/** The shortest path to a type: elements from the root on; the last one has the type. */
type Place = readonly Element[];

function placesOf({ root, types }: SchemaModel): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>([[root.type, [root]]]);
  for (const [name, place] of places) {
    const type = types.get(name);
    if (!type || type.kind === 'value') continue;
    for (const element of type.elements)
      if (!places.has(element.type)) places.set(element.type, [...place, element]);
  }
  return places;
}

function* elementEdits(type: Exclude<Type, ValueType>, write: Writer): Generator<readonly [string, string]> {
  const all = type.elements.map((element) => write.smallest(element));
  const text = (items: readonly string[]): string => items.join('');
  yield ['all elements', text(all)];
  yield ['no element', ''];
  for (const [i, element] of type.elements.entries()) {
    const own = all[i] ?? '';
    const others = all.toSpliced(i, 1);
    const changed = (content: string): string => text(all.with(i, write.element(element, content)));
    yield [`${element.name} alone`, own];
    yield [`${element.name} missing`, text(others)];
    yield [`${element.name} doubled`, text(all.toSpliced(i, 0, own))];
    yield [`${element.name} moved to the front`, text([own, ...others])];
    yield [`${element.name} moved to the end`, text([...others, own])];
    yield [`${element.name} with a word in it`, changed('one')];
    yield [`${element.name} with an element in it`, changed(write.element({ ...element, name: 'None' }, ''))];
    yield [`${element.name} in another namespace`, text(all.with(i, `<none xmlns="urn:none">1</none>`))];
    yield [`${element.name} with every attribute`, text(all.with(i, write.smallest(element, true)))];
  }
}

type ValueType = Extract<Type, { kind: 'value' }>;

const WORDS = [
  '',
  '1',
  '-1.50',
  '1e3',
  'A B',
  'true',
  'QUJD',
  '2026-02-28',
  '2026-02-30',
  '2026-02-28T10:00:00Z',
];
const ATTRIBUTE_VALUES = ['', '1', 'ABC', 'ABCD', ' second  edition 2006 ', '%%', 'http://[no'];

/** The text between the tags, or, with `@` before it, in the opening tag. */
function* valueEdits({ attributes }: ValueType): Generator<readonly [string, string]> {
  for (const word of WORDS) yield [`'${word}'`, word];
  for (const { name, only } of [...attributes, { name: 'none', only: undefined }])
    for (const value of [...ATTRIBUTE_VALUES, ...(only === undefined ? [] : [only])])
      yield [`${name}='${value}'`, `@${name}="${value}"`];
}

/** Writes what a model allows. */
class Writer {
  private readonly prefixes: ReadonlyMap<string, string>;

  constructor(
    private readonly model: SchemaModel,
    places: ReadonlyMap<string, Place>,
  ) {
    const namespaces = new Set([...places.values()].flat().map(({ namespace }) => namespace));
    this.prefixes = new Map([...namespaces].map((namespace, i) => [namespace, `n${i}`]));
  }

  element(
    { name, namespace }: Pick<Element, 'name' | 'namespace'>,
    content: string,
    attributes = '',
  ): string {
    const tag = `${this.prefixes.get(namespace)}:${name}`;
    return `<${tag}${attributes}>${content}</${tag}>`;
  }

  /** The element with its required content only, or with every attribute that it may have. */
  smallest(element: Element, everyAttribute = false): string {
    const type = typeOf(this.model, element.type);
    if (type.kind !== 'value') return this.element(element, this.needed(type, undefined, ''));
    const attributes = type.attributes
      .filter(({ required }) => required || everyAttribute)
      .map(written)
      .join('');
    return this.element(element, SAMPLES[type.holds.replace(/^.*\}/, '')] ?? 'A', attributes);
  }

  /** A document whose elements on the path to a place have their required content only. */
  around(place: Place, content: string): string {
    const [root, ...rest] = place;
    if (!root) throw new Error('no place');
    const namespaces = [...this.prefixes].map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`).join('');
    const [attributes, inside] = content.startsWith('@') ? [` ${content.slice(1)}`, '1'] : ['', content];
    if (rest.length === 0) return this.element(root, inside, namespaces + attributes);
    return this.element(root, this.inside(root, rest, attributes, inside), namespaces);
  }

  private inside(outer: Element, [next, ...rest]: Place, attributes: string, content: string): string {
    if (!next) return content;
    const type = typeOf(this.model, outer.type);
    if (type.kind === 'value') throw new Error(`${outer.name} has no elements`);
    const inner = this.inside(next, rest, attributes, content);
    const stated = rest.length === 0 ? attributes + this.missing(next, attributes) : '';
    return this.needed(type, next, this.element(next, inner, stated));
  }

  /** The attributes that an element needs beside those that it has. */
  private missing({ type: name }: Element, attributes: string): string {
    const type = typeOf(this.model, name);
    if (type.kind !== 'value') return '';
    const needed = type.attributes.filter((one) => one.required && !attributes.includes(` ${one.name}=`));
    return needed.map(written).join('');
  }

  /** The required content of a type, and `wanted` in its place, written as given. */
  private needed(
    { kind, elements }: Exclude<Type, ValueType>,
    wanted: Element | undefined,
    given: string,
  ): string {
    if (kind === 'choice' && !wanted) return elements[0] ? this.smallest(elements[0]) : '';
    return elements
      .map((element) => {
        if (element === wanted) return given;
        return element.required && kind === 'sequence' ? this.smallest(element) : '';
      })
      .join('');
  }
}

const SAMPLES: Readonly<Record<string, string>> = {
  decimal: '1',
  base64Binary: 'QUJD',
  dateTime: '2026-02-28T10:00:00',
  date: '2026-02-28',
  boolean: 'true',
};

const written = ({ name, only = 'ABC' }: Attribute): string => ` ${name}="${only}"`;

function typeOf({ types }: SchemaModel, name: string): Type {
  const type = types.get(name);
  if (!type) throw new Error(`no type ${name}`);
  return type;
}
