import type { Document } from '../../engine/xml/document.ts';
import { stringValue } from '../../engine/xml/values.ts';
import type { AttributeDeclaration, AttributeUse, FixedValue, SchemaModel, Type } from '../model.ts';
import { keyOf, type NameKey, XSI } from '../names.ts';
import { CheckEscaped } from '../unsupported.ts';
import { ANY_SIMPLE_TYPE, BUILT_IN_TYPES } from '../text/built-in.ts';
import { listOf } from '../text/restriction.ts';
import { faultOf, isFree, normalise, type SimpleType, textKey } from '../text/simple-type.ts';
import type { Breaches } from './breach.ts';
import type { Identities } from './identities.ts';
import type { PathCache } from './path-cache.ts';
import { SENTENCES, wrongTexts } from './sentences.ts';

/** An attribute as the type of its element sees it. */
export interface AttributeName {
  readonly owner: Type;
  readonly key: NameKey;
  /** Undefined: nothing is known of its value. */
  readonly type: SimpleType | undefined;
  readonly fixed: FixedValue | undefined;
  readonly isRequired: boolean;
  /** Why it may not stand there. */
  readonly refused: string | undefined;
}

const ADDRESS = BUILT_IN_TYPES.get('anyURI')!;

/** They may stand on every element, and have declarations of their own (part 1, 3.2.7). `Instructions` reads the first two. */
const ALWAYS: ReadonlyMap<string, SimpleType | undefined> = new Map([
  ['type', undefined],
  ['nil', undefined],
  ['schemaLocation', listOf(ADDRESS, undefined, ANY_SIMPLE_TYPE)],
  ['noNamespaceSchemaLocation', ADDRESS],
]);

export class AttributeCheck {
  constructor(
    private readonly document: Document,
    private readonly model: SchemaModel,
    private readonly names: PathCache<AttributeName>,
    private readonly identities: Identities,
  ) {}

  check(e: number, type: Type, breaches: Breaches): void {
    const { firstAttribute, attributePath } = this.document;
    const end = firstAttribute[e + 1]!;
    let required = 0;
    for (let a = firstAttribute[e]!; a < end; a += 1) {
      let name = this.names.get(attributePath[a]!);
      if (name?.owner !== type) name = this.names.set(attributePath[a]!, this.nameOf(a, type));
      if (name.isRequired) required += 1;
      if (name.refused !== undefined) breaches.add(~a, name.refused);
      else if (name.type && (name.fixed || !isFree(name.type)))
        this.value(a, name.type, name.fixed, breaches);
    }
    if (type.kind === 'complex' && required < type.required.length) this.missing(e, type.required, breaches);
  }

  private missing(e: number, required: readonly AttributeUse[], breaches: Breaches): void {
    const { firstAttribute } = this.document;
    const present = new Set<NameKey>();
    for (let a = firstAttribute[e]!; a < firstAttribute[e + 1]!; a += 1)
      present.add(keyOf(this.document.nameOf(~a)));
    for (const { declaration } of required)
      if (!present.has(declaration.name)) breaches.add(e, SENTENCES.missing(declaration.name));
  }

  private nameOf(a: number, owner: Type): AttributeName {
    const { namespace, local } = this.document.nameOf(~a);
    const key = keyOf({ namespace, local });
    const free = { owner, key, type: undefined, fixed: undefined, isRequired: false, refused: undefined };
    if (namespace === XSI && ALWAYS.has(local)) return { ...free, type: ALWAYS.get(local) };
    if (owner.kind === 'simple') return { ...free, refused: SENTENCES.notAllowed(key) };
    const use = owner.attributes.get(key);
    if (use) return { ...free, type: use.declaration.type, fixed: use.fixed, isRequired: use.isRequired };
    const { anyAttribute } = owner;
    if (!anyAttribute?.allows(namespace)) return { ...free, refused: SENTENCES.notAllowed(key) };
    if (anyAttribute.processing === 'skip') return free;
    const declared: AttributeDeclaration | undefined = this.model.attributes.get(key);
    // Part 1, 3.4.4, 5: one such attribute at most, and none beside an identity of the type.
    if (declared?.type.identity) throw new CheckEscaped('an identity that a wildcard allows');
    if (declared) return { ...free, type: declared.type, fixed: declared.fixed };
    return anyAttribute.processing === 'strict'
      ? { ...free, refused: SENTENCES.noAttributeDeclaration }
      : free;
  }

  private value(a: number, type: SimpleType, fixed: FixedValue | undefined, breaches: Breaches): void {
    const { document } = this;
    const isPlain = document.attributePlain[a] === 1;
    const text = isPlain ? document.source : stringValue(document, ~a);
    const start = isPlain ? document.attributeStart[a]! : 0;
    const end = isPlain ? document.attributeEnd[a]! : text.length;
    if (faultOf(type, text, start, end))
      for (const sentence of wrongTexts(type, text.slice(start, end))) breaches.add(~a, sentence);
    else {
      if (fixed && textKey(type, text.slice(start, end)) !== fixed.key)
        breaches.add(~a, () =>
          SENTENCES.notFixed(normalise(text.slice(start, end), type.whiteSpace), fixed.text),
        );
      if (type.identity)
        this.identities.add(~a, type.identity, normalise(text.slice(start, end), 'collapse'), breaches);
    }
  }
}
