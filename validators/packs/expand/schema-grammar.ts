import { escapeAttribute } from '../../vocabulary/escape.ts';
import { posix } from 'node:path';
import { parse } from 'yaml';
import { type Content, type Particle, type Times, readContent, readValue } from './content-model.ts';

/** A schema restated as groups, values and texts; the head of `schematron/fa3/invoice.yaml` explains the notation. */
interface Grammar {
  readonly namespaces: Readonly<Record<string, Namespace>>;
  readonly [prefix: string]: Part | Readonly<Record<string, Namespace>>;
}
interface Namespace {
  readonly uri: string;
  readonly file: string;
}
interface Part {
  /** Namespaces that no part refers to and that have to be known if any element is allowed. */
  readonly imports?: string;
  readonly elements?: Words;
  readonly groups?: Words;
  readonly values?: Words;
  readonly texts?: Readonly<Record<string, TextType>>;
  readonly basics?: Words;
}
type Words = Readonly<Record<string, string>>;
type TextType = Restriction | { readonly union: readonly Restriction[] };
type Restriction = { readonly base: string; readonly values?: string | readonly string[] } & Facets;
type Facets = Readonly<Record<string, string | readonly string[]>>;

/** Writes XML Schema, one file for each namespace, from files of which the first names the namespaces. */
export function schemaFilesOf(texts: readonly string[]): ReadonlyMap<string, string> {
  const grammar = Object.assign({}, ...texts.map((text) => parse(text) as object)) as Grammar;
  return new Map(
    Object.entries(grammar.namespaces).map(([prefix, { file }]) => [
      file,
      new SchemaText(prefix, grammar).write(),
    ]),
  );
}

/** One namespace as XML Schema. */
class SchemaText {
  private readonly part: Part;
  private readonly used = new Set<string>();

  constructor(
    private readonly prefix: string,
    private readonly grammar: Grammar,
  ) {
    this.part = (grammar[prefix] ?? {}) as Part;
  }

  write(): string {
    const {
      imports: also = '',
      elements = {},
      groups = {},
      values = {},
      texts = {},
      basics = {},
    } = this.part;
    for (const prefix of also.match(/\w\w*/g) ?? []) this.used.add(prefix);
    const listNames = (table: object): readonly string[] =>
      Object.keys(table).filter((name) => !isInline(name));
    const body = [
      ...Object.entries(elements).flatMap(([type, names]) => this.elementsOf(type, names)),
      ...Object.entries(basics).flatMap(([base, names]) => this.basicsOf(base, names)),
      ...listNames(groups).map((name) => this.group(name)),
      ...listNames(values).map((name) => this.value(name)),
      ...listNames(texts).map((name) => this.text(name)),
    ].join('\n');
    const { namespaces } = this.grammar;
    const own = this.namespace(this.prefix);
    const imports = Object.entries(namespaces).filter(
      ([name]) => this.used.has(name) && name !== this.prefix,
    );
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${own.uri}" elementFormDefault="qualified"`,
      `  ${Object.entries(namespaces)
        .map(([name, { uri }]) => `xmlns:${name}="${uri}"`)
        .join('\n  ')}>`,
      ...imports.map(
        ([, { uri, file }]) =>
          `  <xs:import namespace="${uri}" schemaLocation="${relativeTo(own.file, file)}"/>`,
      ),
      body,
      '</xs:schema>',
      '',
    ].join('\n');
  }

  private elementsOf(type: string, names: string): readonly string[] {
    return split(names).map((name) =>
      this.declareType(`name="${name}"`, type === '*' ? `${name}Type` : type),
    );
  }

  private basicsOf(base: string, names: string): readonly string[] {
    return split(names).flatMap((name) => [
      this.declareType(`name="${name}"`, `${name}Type`),
      `<xs:complexType name="${name}Type">${this.simpleContent(base)}</xs:complexType>`,
    ]);
  }

  /** An element with a named type, or with its type inside. */
  private declareType(attributes: string, type: string): string {
    if (!isInline(type)) return `<xs:element ${attributes} type="${this.reference(type)}"/>`;
    const { groups = {}, values = {} } = this.part;
    const inside = type in groups ? this.group(type) : type in values ? this.value(type) : this.text(type);
    return `<xs:element ${attributes}>${inside}</xs:element>`;
  }

  private group(name: string): string {
    const { flags, derived, base, particle, attributes } = readContent(
      rowOf(this.part.groups, name),
      (prefix) => prefix in this.grammar.namespaces,
    );
    const inside = `${particle ? this.particle(particle) : ''}${this.attributes(attributes)}`;
    const written = flags.map((flag) => ` ${flag}="true"`).join('');
    const content = base
      ? `<xs:complexContent><xs:${derived} base="${this.reference(base)}">${inside}</xs:${derived}></xs:complexContent>`
      : inside;
    return `<xs:complexType${nameOf(name)}${written}>${content}</xs:complexType>`;
  }

  private value(name: string): string {
    return `<xs:complexType${nameOf(name)}>${this.simpleContent(rowOf(this.part.values, name))}</xs:complexType>`;
  }

  private simpleContent(words: string): string {
    const { derived, base, attributes } = readValue(words);
    return `<xs:simpleContent><xs:${derived} base="${this.reference(base)}">${this.attributes(attributes)}</xs:${derived}></xs:simpleContent>`;
  }

  private text(name: string): string {
    return `<xs:simpleType${nameOf(name)}>${this.textType(rowOf(this.part.texts, name))}</xs:simpleType>`;
  }

  private textType(type: TextType): string {
    if (!('union' in type)) return this.restriction(type);
    const members = type.union as readonly Restriction[];
    return `<xs:union>${members.map((one) => `<xs:simpleType>${this.restriction(one)}</xs:simpleType>`).join('')}</xs:union>`;
  }

  private restriction({ base, values = [], ...facets }: Restriction): string {
    const listed = typeof values === 'string' ? split(values) : values;
    const written = [
      ...listed.map((one) => ['enumeration', one] as const),
      ...Object.entries(facets).flatMap(([facet, of]) => [of].flat().map((one) => [facet, one] as const)),
    ].map(([facet, one]) => `<xs:${facet} value="${escapeAttribute(one)}"/>`);
    return `<xs:restriction base="${this.reference(base)}">${written.join('')}</xs:restriction>`;
  }

  private particle(particle: Particle): string {
    switch (particle.kind) {
      case 'any':
        return `<xs:any namespace="##${particle.namespace}" processContents="${particle.process}"${occurs(particle.times)}/>`;
      case 'element':
        return this.element(particle);
      default:
        return `<xs:${particle.kind}${occurs(particle.times)}>${particle.particles
          .map((one) => this.particle(one))
          .join('')}</xs:${particle.kind}>`;
    }
  }

  private element({ name, type, only, times }: Particle & { readonly kind: 'element' }): string {
    if (type === undefined) return `<xs:element ref="${this.reference(name)}"${occurs(times)}/>`;
    const fixed = only === undefined ? '' : ` fixed="${escapeAttribute(only)}"`;
    return this.declareType(`name="${name}"${occurs(times)}${fixed}`, type);
  }

  private attributes(attributes: Content['attributes']): string {
    return attributes
      .map(({ name, required, type, only }) => {
        if (type === undefined) return '<xs:anyAttribute namespace="##any"/>';
        const written = `name="${name}"${required ? ' use="required"' : ''}${only === undefined ? '' : ` fixed="${escapeAttribute(only)}"`}`;
        return isInline(type)
          ? `<xs:attribute ${written}>${this.text(type)}</xs:attribute>`
          : `<xs:attribute ${written} type="${this.reference(type)}"/>`;
      })
      .join('');
  }

  /** A name without a prefix belongs to this namespace. */
  private reference(name: string): string {
    const [prefix = '', local] = name.includes(':') ? name.split(':') : [this.prefix, name];
    if (prefix === 'xs') return name;
    this.namespace(prefix);
    this.used.add(prefix);
    return `${prefix}:${local}`;
  }

  private namespace(prefix: string): Namespace {
    const namespace = this.grammar.namespaces[prefix];
    if (!namespace) throw new Error(`no namespace ${prefix}`);
    return namespace;
  }
}

const isInline = (name: string): boolean => name.startsWith('#');
const nameOf = (name: string): string => (isInline(name) ? '' : ` name="${name}"`);
const split = (words: string): readonly string[] => words.trim().split(/\s+/);

function rowOf<T>(table: Readonly<Record<string, T>> | undefined, name: string): T {
  const row = table?.[name];
  if (row === undefined) throw new Error(`no type ${name}`);
  return row;
}

const relativeTo = (from: string, to: string): string => posix.relative(posix.dirname(from), to);

const occurs = ([min, max]: Times): string =>
  `${min === '1' ? '' : ` minOccurs="${min}"`}${max === '1' ? '' : ` maxOccurs="${max}"`}`;
