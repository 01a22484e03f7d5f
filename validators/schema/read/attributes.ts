import type { AttributeDeclaration, AttributeUse, FixedValue } from '../model.ts';
import { nameKey, type NameKey } from '../names.ts';
import { type Wildcard, wildcardOf } from '../wildcard.ts';
import { SchemaRefused } from '../unsupported.ts';
import { ANY_SIMPLE_TYPE } from '../text/built-in.ts';
import { fixedKey } from '../text/restriction.ts';
import { faultOf, type SimpleType } from '../text/simple-type.ts';
import type { Components } from './schema-set.ts';
import type { SchemaNode } from './schema-node.ts';
import type { SimpleTypes } from './simple-types.ts';
import { readWildcard } from './wildcard.ts';

/** The attributes of a type. */
export interface Attributes {
  readonly uses: ReadonlyMap<NameKey, AttributeUse>;
  readonly any: Wildcard | undefined;
}

export const NO_ATTRIBUTES: Attributes = { uses: new Map(), any: undefined };

export class AttributeReader {
  private readonly globals = new Map<NameKey, AttributeDeclaration>();

  constructor(
    private readonly components: Components,
    private readonly types: SimpleTypes,
  ) {}

  global(name: NameKey): AttributeDeclaration {
    const known = this.globals.get(name);
    if (known) return known;
    const node = this.components.attribute.get(name);
    if (!node) throw new SchemaRefused(`there is no attribute ${name}`);
    node.only('name', 'type', 'default', 'fixed');
    const declaration = this.declaration(node, name);
    this.globals.set(name, declaration);
    return declaration;
  }

  /** @param base of the type that is extended or restricted. */
  of(nodes: readonly SchemaNode[], base: Attributes, derivation: 'extension' | 'restriction'): Attributes {
    const uses = new Map(base.uses);
    const own = this.listed(nodes, uses);
    if (derivation === 'restriction') return { uses, any: own };
    return { uses, any: own && base.any ? joined(own, base.any) : (own ?? base.any) };
  }

  private listed(
    nodes: readonly SchemaNode[],
    uses: Map<NameKey, AttributeUse>,
    isInGroup = false,
  ): Wildcard | undefined {
    let any: Wildcard | undefined;
    for (const node of nodes)
      switch (node.kind) {
        case 'attribute':
          // In a group it is no use, so it takes nothing from a restriction (part 1, 3.2.2).
          if (isInGroup && node.token('use') === 'prohibited')
            throw new SchemaRefused('a prohibited attribute in a group');
          this.addUse(node, uses);
          break;
        case 'attributeGroup': {
          const name = node.only('ref').reference('ref');
          const group = name === undefined ? undefined : this.components.attributeGroup.get(name);
          if (!group) throw new SchemaRefused('an attribute group that is not there');
          group.only('name');
          if (this.listed(group.children, uses, true)) throw new SchemaRefused('a group of any attributes');
          break;
        }
        case 'anyAttribute':
          any = readWildcard(node);
          break;
        default:
          throw new SchemaRefused(`a ${node.kind} among attributes`);
      }
    return any;
  }

  private addUse(node: SchemaNode, uses: Map<NameKey, AttributeUse>): void {
    node.only('name', 'ref', 'type', 'use', 'default', 'fixed', 'form');
    const reference = node.reference('ref');
    const declaration =
      reference === undefined ? this.declaration(node, localName(node)) : this.global(reference);
    const use = node.token('use') ?? 'optional';
    if (use === 'prohibited') return void uses.delete(declaration.name);
    const fixed = this.fixedOf(node, declaration.type) ?? declaration.fixed;
    uses.set(declaration.name, { declaration, isRequired: use === 'required', fixed });
  }

  private declaration(node: SchemaNode, name: NameKey): AttributeDeclaration {
    const type = this.typeOf(node);
    return { name, type, fixed: this.fixedOf(node, type) };
  }

  private typeOf(node: SchemaNode): SimpleType {
    const named = node.reference('type');
    const [inside, ...others] = node.children;
    if (others.length > 0 || (inside && (named !== undefined || inside.kind !== 'simpleType')))
      throw new SchemaRefused('an attribute with content');
    if (inside) return this.types.read(inside, undefined);
    return named === undefined ? ANY_SIMPLE_TYPE : this.types.named(named);
  }

  private fixedOf(node: SchemaNode, type: SimpleType): FixedValue | undefined {
    const fallback = node.attribute('default');
    if (fallback !== undefined && type.identity) throw new SchemaRefused('a default that is an identity');
    if (fallback !== undefined && faultOf(type, fallback, 0, fallback.length))
      throw new SchemaRefused('a default that its type excludes');
    const text = node.attribute('fixed');
    return text === undefined ? undefined : { text, key: fixedKey(type, text) };
  }
}

function localName(node: SchemaNode): NameKey {
  const isQualified = (node.token('form') ?? node.forms.attribute) === 'qualified';
  return nameKey(isQualified ? node.target : '', node.token('name') ?? '');
}

/** Of an extension (part 1, 3.4.2): its own processing, both namespaces. */
const joined = (own: Wildcard, base: Wildcard): Wildcard =>
  wildcardOf(own.processing, { kind: 'either', of: [own.namespaces, base.namespaces] });
