import { type NameKey, XSD, nameKey } from '../names.ts';
import { SchemaRefused } from '../unsupported.ts';
import { ANY_SIMPLE_TYPE, BUILT_IN_TYPES } from '../text/built-in.ts';
import { listOf, restrict, unionOf } from '../text/restriction.ts';
import type { SimpleType, StatedFacet } from '../text/simple-type.ts';
import type { SchemaNode } from './schema-node.ts';

const BUILT_IN = new Map([...BUILT_IN_TYPES].map(([local, type]) => [nameKey(XSD, local), type]));

/** The simple types of a schema set. */
export class SimpleTypes {
  private readonly types = new Map<NameKey, SimpleType | 'open'>(BUILT_IN);

  constructor(private readonly nodes: ReadonlyMap<NameKey, SchemaNode>) {}

  isKnown(name: NameKey): boolean {
    return this.types.has(name) || this.nodes.has(name);
  }

  named(name: NameKey): SimpleType {
    const known = this.types.get(name);
    if (known === 'open') throw new SchemaRefused(`the type ${name} is derived from itself`);
    if (known) return known;
    const node = this.nodes.get(name);
    if (!node) throw new SchemaRefused(`there is no simple type ${name}`);
    this.types.set(name, 'open');
    const type = this.read(node, name);
    this.types.set(name, type);
    return type;
  }

  /** @param name undefined for a type inside something. */
  read(node: SchemaNode, name: NameKey | undefined): SimpleType {
    node.only('name', 'final');
    const [derivation, ...others] = node.children;
    if (!derivation || others.length > 0) throw new SchemaRefused('a simple type that is not derived');
    switch (derivation.kind) {
      case 'restriction':
        derivation.only('base');
        return restrict(this.baseOf(derivation, 'base'), name, facetsOf(derivation));
      case 'list':
        derivation.only('itemType');
        return listOf(this.baseOf(derivation, 'itemType'), name, ANY_SIMPLE_TYPE);
      case 'union': {
        derivation.only('memberTypes');
        const named = derivation.references('memberTypes').map((member) => this.named(member));
        const inside = derivation.children.map((member) => this.read(member, undefined));
        return unionOf([...named, ...inside], name, ANY_SIMPLE_TYPE);
      }
      default:
        throw new SchemaRefused(`a simple type by ${derivation.kind}`);
    }
  }

  private baseOf(derivation: SchemaNode, attribute: string): SimpleType {
    const named = derivation.reference(attribute);
    const [inside] = derivation.children.filter(({ kind }) => kind === 'simpleType');
    if ((named === undefined) === (inside === undefined))
      throw new SchemaRefused('a simple type without one base');
    return inside ? this.read(inside, undefined) : this.named(named!);
  }
}

/** Names of components in a restriction that are no facets. */
const OTHERS: readonly string[] = ['simpleType', 'attribute', 'attributeGroup', 'anyAttribute'];

/** The facets of a restriction; one that is not known is refused where it is used. */
export const facetsOf = (restriction: SchemaNode): readonly StatedFacet[] =>
  restriction.children
    .filter(({ kind }) => !OTHERS.includes(kind))
    .map((facet) => {
      facet.only('value', 'fixed');
      if (facet.children.length > 0) throw new SchemaRefused(`a facet ${facet.kind} with content`);
      return { name: facet.kind, value: facet.attribute('value') ?? '' };
    });
