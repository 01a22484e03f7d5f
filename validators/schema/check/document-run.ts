import type { Document, Node } from '../../engine/xml/document.ts';
import { stringValue } from '../../engine/xml/values.ts';
import { symbolOf } from '../content/content-model.ts';
import type { ComplexType, ContentModel, ElementDeclaration, SchemaModel, Type } from '../model.ts';
import type { Processing } from '../wildcard.ts';
import { keyOf, type NameKey } from '../names.ts';
import { faultOf, isFree, normalise, type SimpleType, textKey } from '../text/simple-type.ts';
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
  readonly model: ContentModel;
  readonly symbol: number;
  readonly key: NameKey;
  /** What applied to the first child of this name, if that is the same for each that stands for the same term. */
  usual: UsualChild | undefined;
}

/** A child whose declaration alone says what applies to it. */
interface UsualChild extends Assessment {
  readonly term: number;
  readonly declaration: ElementDeclaration;
}

/** What is looked at in an element of a type. */
interface Assessment {
  readonly type: Type;
  readonly requiresAttributes: boolean;
  /** Its text, unless every text is a value. */
  readonly text: SimpleType | undefined;
  /** It is looked at once more when its children are known. */
  readonly hasEnd: boolean;
}

/** The check of one document: two passes over its elements, in document order. */
export class DocumentRun {
  readonly breaches = new Breaches();
  /** Undefined: the element is not assessed, and nothing in it. */
  private readonly types: (Type | undefined)[];
  private readonly steps: ContentSteps;
  /** Elements that are looked at once more when their children are known, in document order. */
  private readonly atEnd: number[] = [];
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
    for (const e of this.atEnd) this.end(e, types[e]!);
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
    const path = this.document.path[e]!;
    let name = this.children.get(path);
    if (name?.owner !== type || this.isNilled(parent)) {
      if (type.kind === 'simple' || type.content.kind !== 'elements' || this.isNilled(parent))
        return this.unexpected(parent, type);
      name = this.children.set(path, this.nameOf(e, type, type.content.model));
    }
    const by = this.steps.step(parent, name.model, name.symbol);
    const { usual } = name;
    if (usual?.term === by && !this.instructions.areThere) return this.assess(e, usual, usual.declaration);
    const term = name.model.terms[by];
    if (!term) return this.misplaced(e, parent, name);
    if (term.kind === 'any') return this.wild(e, name.key, term.wildcard.processing);
    const { declaration } = term;
    if (!isAbstract(declaration))
      name.usual = { term: by, declaration, ...assessmentOf(declaration, declaration.type) };
    return this.typeOf(e, declaration, declaration.type);
  }

  /** A child of an element that has none. */
  private unexpected(parent: number, type: Type): undefined {
    if (!this.childless.has(parent))
      this.report(parent, this.nilled.has(parent) ? SENTENCES.nilled : noChildren(type));
    this.childless.add(parent);
  }

  private nameOf(e: number, owner: ComplexType, model: ContentModel): ChildName {
    const name = this.document.nameOf(e);
    const key = keyOf(name);
    return { owner, model, key, symbol: symbolOf(model, key, name.namespace), usual: undefined };
  }

  /** It is assessed all the same if its name is that of a sibling, so that its own faults are reported together with its place. */
  private misplaced(e: number, parent: number, { key, model }: ChildName): Type | undefined {
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
    return type && this.assess(e, assessmentOf(declaration, type), declaration);
  }

  /** An element by itself. What its children must be is known at the end. */
  private assess(
    e: number,
    { type, requiresAttributes, text, hasEnd }: Assessment,
    declaration: ElementDeclaration | undefined,
  ): Type {
    const { firstAttribute } = this.document;
    if (requiresAttributes || firstAttribute[e] !== firstAttribute[e + 1])
      this.attributes.check(e, type, this.breaches);
    if (hasEnd || this.isNilled(e)) this.atEnd.push(e);
    else if (text) this.text(e, text, declaration);
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
    if (this.isNilled(e)) {
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
    if (!content.mixed && document.ownText[e] !== 0 && directText(document, e) === 'text')
      this.report(e, SENTENCES.elementsOnly);
    if (!this.steps.isComplete(e, content.model))
      this.report(e, () => incomplete(missingAtEnd(e, content.model, this.steps)));
  }

  private isNilled(e: number): boolean {
    return this.instructions.areThere && this.nilled.has(e);
  }

  private report(node: Node, sentence: string | (() => string)): void {
    this.breaches.add(node, sentence);
  }
}

const isAbstract = ({ abstract, type }: ElementDeclaration): boolean =>
  abstract || (type.kind === 'complex' && type.abstract);

function assessmentOf(declaration: ElementDeclaration | undefined, type: Type): Assessment {
  const text = textTypeOf(type);
  const hasText = text && (!isFree(text) || declaration?.fixed);
  return {
    type,
    requiresAttributes: type.kind === 'complex' && type.required.length > 0,
    text: hasText ? text : undefined,
    hasEnd: text === undefined,
  };
}

const textTypeOf = (type: Type): SimpleType | undefined =>
  type.kind === 'simple' ? type : type.content.kind === 'simple' ? type.content.type : undefined;

const noChildren = (type: Type): string =>
  type.kind === 'complex' && type.content.kind === 'empty' ? SENTENCES.noContent : SENTENCES.textOnly;
