import type { SchemaFiles } from '../../xsd/schema-files.ts';
import type { ElementDeclaration, SchemaModel, Type } from '../model.ts';
import { nameKey, type NameKey } from '../names.ts';
import { CheckEscaped, SchemaRefused } from '../unsupported.ts';
import { BUILT_IN_TYPES } from '../text/built-in.ts';
import { fixedKey } from '../text/restriction.ts';
import { faultOf, type SimpleType } from '../text/simple-type.ts';
import { ANY_TYPE } from '../ur-type.ts';
import { AttributeReader } from './attributes.ts';
import { ComplexTypes, isTrue } from './complex-types.ts';
import { type ElementSource, ParticleReader } from './particles.ts';
import type { SchemaNode } from './schema-node.ts';
import { type Components, readComponents } from './schema-set.ts';
import { SimpleTypes } from './simple-types.ts';

/**
 * Compiles a schema set.
 * @throws SchemaRefused if it uses anything that this engine does not know. It is then checked by libxml2.
 */
export function readSchema(set: SchemaFiles): SchemaModel {
  try {
    return new SchemaReading(readComponents(set)).model();
  } catch (error) {
    // A value in the schema that is not checked here.
    if (error instanceof CheckEscaped) throw new SchemaRefused(error.message);
    throw error;
  }
}

type OpenDeclaration = { -readonly [member in keyof ElementDeclaration]: ElementDeclaration[member] };

class SchemaReading implements ElementSource {
  private readonly elements = new Map<NameKey, ElementDeclaration>();
  private readonly simple: SimpleTypes;
  private readonly attributes: AttributeReader;
  private readonly complex: ComplexTypes;
  /** Types of elements are read when the type around them is: types may contain each other. */
  private readonly waiting: (() => void)[] = [];
  private readonly constrained: (() => void)[] = [];

  constructor(private readonly components: Components) {
    this.simple = new SimpleTypes(components.simpleType);
    this.attributes = new AttributeReader(components, this.simple);
    const particles = new ParticleReader(this, components.group);
    this.complex = new ComplexTypes(components.complexType, this.simple, this.attributes, particles);
  }

  model(): SchemaModel {
    const { components } = this;
    const typeNames = [...components.complexType.keys(), ...components.simpleType.keys()];
    if (new Set(typeNames).size < typeNames.length) throw new SchemaRefused('two types of one name');
    const types = new Map<NameKey, Type>(
      [...BUILT_IN_TYPES.values(), ANY_TYPE].map((type) => [type.name!, type] as const),
    );
    for (const name of typeNames) types.set(name, this.complex.type(name));
    const elements = new Map([...components.element.keys()].map((name) => [name, this.global(name)]));
    const attributes = new Map(
      [...components.attribute.keys()].map((name) => [name, this.attributes.global(name)]),
    );
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) next();
    for (const constrain of this.constrained) constrain();
    this.complex.finish();
    return { elements, attributes, types };
  }

  global(name: NameKey): ElementDeclaration {
    const known = this.elements.get(name);
    if (known) return known;
    const node = this.components.element.get(name);
    if (!node) throw new SchemaRefused(`there is no element ${name}`);
    node.only('name', 'type', 'nillable', 'abstract', 'default', 'fixed', 'final');
    const declaration = this.declare(node, name);
    this.elements.set(name, declaration);
    return declaration;
  }

  local(node: SchemaNode): ElementDeclaration {
    node.only('name', 'type', 'nillable', 'default', 'fixed', 'form', 'minOccurs', 'maxOccurs');
    const isQualified = (node.token('form') ?? node.forms.element) === 'qualified';
    return this.declare(node, nameKey(isQualified ? node.target : '', node.token('name') ?? ''));
  }

  private declare(node: SchemaNode, name: NameKey): ElementDeclaration {
    const declaration: OpenDeclaration = {
      name,
      type: ANY_TYPE,
      nillable: isTrue(node, 'nillable'),
      abstract: isTrue(node, 'abstract'),
      fixed: undefined,
      fallback: undefined,
    };
    this.waiting.push(() => {
      declaration.type = this.typeOf(node);
      if (node.attribute('fixed') !== undefined || node.attribute('default') !== undefined)
        this.constrained.push(() => this.constrain(declaration, node));
    });
    return declaration;
  }

  private typeOf(node: SchemaNode): Type {
    const named = node.reference('type');
    const [inside, ...others] = node.children;
    if (others.length > 0 || (inside && named !== undefined))
      throw new SchemaRefused('an element with constraints');
    if (!inside) return named === undefined ? ANY_TYPE : this.complex.type(named);
    if (inside.kind === 'simpleType') return this.simple.read(inside, undefined);
    if (inside.kind === 'complexType') return this.complex.inside(inside);
    throw new SchemaRefused(`an element with ${inside.kind}`);
  }

  private constrain(declaration: OpenDeclaration, node: SchemaNode): void {
    const fixed = node.attribute('fixed');
    const fallback = node.attribute('default');
    const text = this.textOf(declaration.type);
    if (fixed !== undefined) declaration.fixed = { text: fixed, key: fixedKey(text, fixed) };
    else if (faultOf(text, fallback!, 0, fallback!.length))
      throw new SchemaRefused('a default that its type excludes');
    declaration.fallback = fixed ?? fallback;
  }

  private textOf(type: Type): SimpleType {
    const text = type.kind === 'simple' ? type : this.complex.textOf(type);
    if (!text) throw new SchemaRefused('a value of an element that holds elements');
    return text;
  }
}
