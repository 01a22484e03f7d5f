import { automatonOf } from '../content/automaton.ts';
import type { Particle } from '../content/particle.ts';
import type { ComplexType, Content, Type } from '../model.ts';
import { type NameKey, namespaceOfKey } from '../names.ts';
import { SchemaRefused } from '../unsupported.ts';
import { restrict } from '../text/restriction.ts';
import type { SimpleType } from '../text/simple-type.ts';
import { ANY_TYPE } from '../ur-type.ts';
import { type AttributeReader, type Attributes, NO_ATTRIBUTES } from './attributes.ts';
import type { ParticleReader } from './particles.ts';
import type { SchemaNode } from './schema-node.ts';
import { facetsOf, type SimpleTypes } from './simple-types.ts';

/** A type while the set is read: its content model is made when all types are known. */
type OpenType = { -readonly [member in keyof ComplexType]: ComplexType[member] };

/** What a derived type builds on. */
interface Shape {
  readonly particle: Particle | undefined;
  readonly mixed: boolean;
  /** Of simple content. */
  readonly text: SimpleType | undefined;
}

type Derivation = 'extension' | 'restriction';

const GROUPS: readonly string[] = ['sequence', 'choice', 'all', 'group'];

export class ComplexTypes {
  private readonly types = new Map<NameKey, OpenType>();
  private readonly shapes = new Map<Type, Shape>();
  private readonly all: OpenType[] = [];

  constructor(
    private readonly nodes: ReadonlyMap<NameKey, SchemaNode>,
    private readonly simple: SimpleTypes,
    private readonly attributes: AttributeReader,
    private readonly particles: ParticleReader,
  ) {}

  type(name: NameKey): Type {
    if (name === ANY_TYPE.name) return ANY_TYPE;
    if (this.nodes.has(name)) return this.complex(name);
    return this.simple.named(name);
  }

  /** @throws SchemaRefused also if the type is derived from itself. */
  complex(name: NameKey): ComplexType {
    const known = this.types.get(name);
    if (known) return known;
    const type = openType(name);
    this.types.set(name, type);
    this.read(this.nodes.get(name)!, type);
    return type;
  }

  inside(node: SchemaNode): ComplexType {
    const type = openType(undefined);
    this.read(node, type);
    return type;
  }

  /** Of simple content. */
  textOf(type: ComplexType): SimpleType | undefined {
    return this.shapes.get(type)?.text;
  }

  /** The content models, when everything is read. */
  finish(): void {
    for (const type of this.all) {
      const { particle, mixed, text } = this.shapeOf(type);
      type.content = contentOf(particle, mixed, text);
      type.required = [...type.attributes.values()].filter(({ isRequired }) => isRequired);
    }
  }

  private read(node: SchemaNode, type: OpenType): void {
    node.only('name', 'mixed', 'abstract', 'final');
    type.abstract = isTrue(node, 'abstract');
    const [first] = node.children;
    if (first?.kind === 'simpleContent') this.simpleContent(first, type);
    else if (first?.kind === 'complexContent') this.complexContent(node, first, type);
    else {
      type.base = ANY_TYPE;
      const { particle, rest } = this.contentIn(node.children);
      this.close(type, { particle, mixed: isTrue(node, 'mixed'), text: undefined });
      this.setAttributes(type, this.attributes.of(rest, NO_ATTRIBUTES, 'restriction'));
    }
  }

  private simpleContent(content: SchemaNode, type: OpenType): void {
    const { derivation, node, base } = this.derivationIn(content.only());
    type.base = base;
    const from = base.kind === 'simple' ? base : this.shapeOf(base).text;
    if (!from) throw new SchemaRefused('simple content of a type that has elements');
    let text = from;
    const rest = node.children.filter(({ kind }) => isAttribute(kind));
    if (derivation === 'restriction') {
      if (base.kind === 'simple') throw new SchemaRefused('a restriction of simple content by a simple type');
      const [inside] = node.children.filter(({ kind }) => kind === 'simpleType');
      const restricted = inside ? this.simple.read(inside, undefined) : from;
      const facets = facetsOf(node);
      text = facets.length > 0 ? restrict(restricted, undefined, facets) : restricted;
    } else if (rest.length !== node.children.length)
      throw new SchemaRefused('an extension of simple content');
    this.close(type, { particle: undefined, mixed: false, text });
    this.setAttributes(type, this.attributes.of(rest, attributesOf(base), derivation));
  }

  private complexContent(type: SchemaNode, content: SchemaNode, open: OpenType): void {
    const { derivation, node, base } = this.derivationIn(content.only('mixed'));
    if (base.kind === 'simple') throw new SchemaRefused('complex content of a simple type');
    open.base = base;
    const { particle, rest } = this.contentIn(node.children);
    const mixed = content.token('mixed') === undefined ? isTrue(type, 'mixed') : isTrue(content, 'mixed');
    this.close(
      open,
      derivation === 'extension'
        ? this.extended(base, particle, mixed)
        : { particle, mixed, text: undefined },
    );
    this.setAttributes(open, this.attributes.of(rest, attributesOf(base), derivation));
  }

  private extended(base: ComplexType, own: Particle | undefined, mixed: boolean): Shape {
    const shape = this.shapeOf(base);
    if (shape.text) throw new SchemaRefused('elements in an extension of simple content');
    if (!own) return shape;
    if (!shape.particle) return { particle: own, mixed, text: undefined };
    if (shape.mixed !== mixed) throw new SchemaRefused('an extension that mixes text into elements');
    const particles = [shape.particle, own];
    return {
      particle: { kind: 'sequence', particles, times: { least: 1, most: 1 } },
      mixed,
      text: undefined,
    };
  }

  private derivationIn(content: SchemaNode) {
    const [node, ...others] = content.children;
    const derivation = (['extension', 'restriction'] as const).find((kind) => kind === node?.kind);
    const base = node?.only('base').reference('base');
    if (!node || !derivation || base === undefined || others.length > 0)
      throw new SchemaRefused('content that is not derived');
    return { derivation: derivation as Derivation, node, base: this.type(base) };
  }

  private contentIn(children: readonly SchemaNode[]) {
    const [first] = children;
    const isGroup = first !== undefined && GROUPS.includes(first.kind);
    return {
      particle: isGroup ? this.particles.content(first) : undefined,
      rest: isGroup ? children.slice(1) : children,
    };
  }

  private close(type: OpenType, shape: Shape): void {
    this.shapes.set(type, shape);
    this.all.push(type);
  }

  private setAttributes(type: OpenType, { uses, any }: Attributes): void {
    type.attributes = uses;
    type.anyAttribute = any;
  }

  private shapeOf(type: ComplexType): Shape {
    if (type === ANY_TYPE) throw new SchemaRefused('a derivation from anything');
    const shape = this.shapes.get(type);
    if (!shape) throw new SchemaRefused(`the type ${type.name ?? ''} is derived from itself`);
    return shape;
  }
}

const openType = (name: NameKey | undefined): OpenType => ({
  kind: 'complex',
  name,
  abstract: false,
  content: { kind: 'empty' },
  attributes: new Map(),
  required: [],
  anyAttribute: undefined,
  base: undefined,
});

function contentOf(particle: Particle | undefined, mixed: boolean, text: SimpleType | undefined): Content {
  if (text) return { kind: 'simple', type: text };
  if (!particle && !mixed) return { kind: 'empty' };
  const whole = particle ?? { kind: 'sequence', particles: [], times: { least: 1, most: 1 } };
  return { kind: 'elements', mixed, model: automatonOf(whole, namespaceOfKey) };
}

/** What a restriction keeps, and an extension adds to. */
const attributesOf = (base: Type): Attributes =>
  base.kind === 'simple' ? NO_ATTRIBUTES : { uses: base.attributes, any: base.anyAttribute };

const isAttribute = (kind: string): boolean => ['attribute', 'attributeGroup', 'anyAttribute'].includes(kind);
export const isTrue = (node: SchemaNode, attribute: string): boolean =>
  ['true', '1'].includes(node.token(attribute) ?? '');
