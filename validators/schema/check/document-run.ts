import type { Document, Node } from '../../engine/xml/document.ts';
import { stringValue } from '../../engine/xml/values.ts';
import { symbolOf } from '../content/content-model.ts';
import type { ComplexType, ElementDeclaration, SchemaModel, Type } from '../model.ts';
import type { Processing } from '../wildcard.ts';
import { keyOf, type NameKey } from '../names.ts';
import { faultOf, normalise, type SimpleType, textKey } from '../text/simple-type.ts';
import { ANY_TYPE } from '../ur-type.ts';
import type { AttributeCheck } from './attribute-check.ts';
import { Breaches } from './breach.ts';
import { ContentSteps } from './content-steps.ts';
import { directText } from './gaps.ts';
import type { Identities } from './identities.ts';
import type { Instructions } from './instructions.ts';
import type { PathCache } from './path-cache.ts';
import { missingAtEnd, reasonOf } from './misplaced.ts';
import { incomplete, notExpected, SENTENCES, wrongTexts } from './sentences.ts';

/** A child as the content model around it sees it. */
export interface ChildName {
  readonly owner: ComplexType;
  readonly symbol: number;
  readonly key: NameKey;
}

/** The check of one document: two passes over its elements, in document order. */
export class DocumentRun {
  readonly breaches = new Breaches();
  /** Undefined: the element is not assessed, and nothing in it. */
  private readonly types: (Type | undefined)[];
  private readonly steps: ContentSteps;
  private readonly nilled = new Set<number>();
  /** Elements whose children are reported as one breach. */
  private readonly childless = new Set<number>();

  constructor(
    private readonly document: Document,
    private readonly model: SchemaModel,
    private readonly children: PathCache<ChildName>,
    private readonly attributes: AttributeCheck,
    private readonly instructions: Instructions,
    private readonly identities: Identities,
  ) {
    this.types = new Array<Type | undefined>(document.count);
    this.steps = new ContentSteps(document.count);
  }

  run(): void {
    const { document, types } = this;
    const { count, parent, last } = document;
    for (let e = 1; e < count; e += 1) {
      const type = parent[e] === 0 ? this.root(e) : this.child(e, parent[e]!);
      types[e] = type;
      if (type === undefined) e = last[e]!;
    }
    this.breaches.beginPass();
    for (let e = 1; e < count; e += 1) {
      const type = types[e];
      if (type === undefined) e = last[e]!;
      else this.end(e, type);
    }
    this.breaches.beginPass();
    this.identities.end(this.breaches);
  }

  private root(e: number): Type | undefined {
    const declaration = this.model.elements.get(keyOf(this.document.nameOf(e)));
    if (declaration) return this.typeOf(e, declaration, declaration.type);
    this.report(e, SENTENCES.noRoot);
    return undefined;
  }

  private child(e: number, parent: number): Type | undefined {
    const type = this.types[parent]!;
    if (type.kind === 'simple' || type.content.kind !== 'elements' || this.nilled.has(parent)) {
      if (!this.childless.has(parent))
        this.report(parent, this.nilled.has(parent) ? SENTENCES.nilled : noChildren(type));
      this.childless.add(parent);
      return undefined;
    }
    const { model } = type.content;
    const path = this.document.path[e]!;
    let name = this.children.get(path);
    if (name?.owner !== type) name = this.children.set(path, this.nameOf(e, type));
    const term = this.steps.step(parent, model, name.symbol);
    if (!term) return this.misplaced(e, parent, type, name);
    if (term.kind === 'element') return this.typeOf(e, term.declaration, term.declaration.type);
    return this.wild(e, name.key, term.wildcard.processing);
  }

  private nameOf(e: number, owner: ComplexType): ChildName {
    const name = this.document.nameOf(e);
    const key = keyOf(name);
    const { content } = owner;
    return {
      owner,
      key,
      symbol: content.kind === 'elements' ? symbolOf(content.model, key, name.namespace) : 0,
    };
  }

  /** It is assessed all the same if its name is that of a sibling, so that its own faults are reported together with its place. */
  private misplaced(e: number, parent: number, type: ComplexType, { key }: ChildName): Type | undefined {
    if (type.content.kind !== 'elements') return undefined;
    const { model } = type.content;
    if (!this.steps.isBroken(parent)) {
      this.report(e, () =>
        notExpected(this.steps.expected(parent, model), reasonOf(this.document, e, model, this.steps)),
      );
      this.steps.break(parent);
    }
    const term = model.terms.find((one) => one.kind === 'element' && one.declaration.name === key);
    return term?.kind === 'element' ? this.typeOf(e, term.declaration, term.declaration.type) : undefined;
  }

  /** An element that a wildcard allows (part 1, 3.10.4 and 3.3.4). */
  private wild(e: number, key: NameKey, processing: Processing): Type | undefined {
    if (processing === 'skip') return undefined;
    const declaration = this.model.elements.get(key);
    if (declaration) return this.typeOf(e, declaration, declaration.type);
    if (processing === 'strict' && !this.instructions.hasType(e)) {
      this.report(e, SENTENCES.noWildcardDeclaration);
      return undefined;
    }
    return this.typeOf(e, undefined, ANY_TYPE);
  }

  /** The type that applies, after what the element itself says about it. */
  private typeOf(e: number, declaration: ElementDeclaration | undefined, declared: Type): Type | undefined {
    let type: Type | undefined = declared;
    if (declaration?.abstract) {
      this.report(e, SENTENCES.abstractElement);
      return undefined;
    }
    if (this.instructions.hasAny(e)) {
      const stated = this.instructions.read(e, declaration, declared);
      for (const sentence of stated.faults) this.report(e, sentence);
      if (stated.isNilled) this.nilled.add(e);
      type = stated.type;
    }
    if (type?.kind === 'complex' && type.abstract) {
      this.report(e, SENTENCES.abstractType);
      return undefined;
    }
    if (type) this.attributes.check(e, type, this.breaches);
    const text = type && textTypeOf(type);
    if (type && text && !this.nilled.has(e)) this.text(e, text, declaration);
    return type;
  }

  /** Of a simple type or simple content. */
  private text(e: number, type: SimpleType, declaration: ElementDeclaration | undefined): void {
    const { document } = this;
    // Elements inside are reported by themselves.
    if (document.last[e] !== e) return;
    const isPlain = document.plain[e] === 1;
    let text = isPlain ? document.source : stringValue(document, e);
    let start = isPlain ? document.contentStart[e]! : 0;
    let end = isPlain ? document.contentEnd[e]! : text.length;
    // Part 1, 3.3.4, 5.1: the type that the element states may exclude the value.
    if (start === end && declaration?.fallback !== undefined)
      [text, start, end] = [declaration.fallback, 0, declaration.fallback.length];
    if (faultOf(type, text, start, end)) {
      for (const sentence of wrongTexts(type, text.slice(start, end))) this.report(e, sentence);
      return;
    }
    const fixed = declaration?.fixed;
    if (fixed && textKey(type, text.slice(start, end)) !== fixed.key)
      this.report(e, () =>
        SENTENCES.notFixed(normalise(text.slice(start, end), type.whiteSpace), fixed.text),
      );
    if (type.identity)
      this.identities.add(e, type.identity, normalise(text.slice(start, end), 'collapse'), this.breaches);
  }

  /** What is known when all children are. */
  private end(e: number, type: Type): void {
    const { document } = this;
    if (this.nilled.has(e)) {
      if (!this.childless.has(e) && directText(document, e) !== 'none') this.report(e, SENTENCES.nilled);
      return;
    }
    if (type.kind === 'simple' || type.content.kind === 'simple') return;
    const { content } = type;
    if (content.kind === 'empty') {
      if (!this.childless.has(e) && directText(document, e) !== 'none')
        this.report(e, SENTENCES.emptyContent);
      return;
    }
    if (!content.mixed && directText(document, e) === 'text') this.report(e, SENTENCES.elementsOnly);
    if (!this.steps.isComplete(e, content.model))
      this.report(e, () => incomplete(missingAtEnd(e, content.model, this.steps)));
  }

  private report(node: Node, sentence: string | (() => string)): void {
    this.breaches.add(node, sentence);
  }
}

const textTypeOf = (type: Type): SimpleType | undefined =>
  type.kind === 'simple' ? type : type.content.kind === 'simple' ? type.content.type : undefined;

const noChildren = (type: Type): string =>
  type.kind === 'complex' && type.content.kind === 'empty' ? SENTENCES.noContent : SENTENCES.textOnly;
