import type { NameKey } from './names.ts';
import type { SimpleType } from './text/simple-type.ts';
import type { Wildcard } from './wildcard.ts';

/** A compiled schema set: what a document may name. Everything else is reached from here. */
export interface SchemaModel {
  readonly elements: ReadonlyMap<NameKey, ElementDeclaration>;
  readonly attributes: ReadonlyMap<NameKey, AttributeDeclaration>;
  readonly types: ReadonlyMap<NameKey, Type>;
}

export type Type = SimpleType | ComplexType;

export interface ElementDeclaration {
  readonly name: NameKey;
  readonly type: Type;
  readonly nillable: boolean;
  readonly abstract: boolean;
  /** Of simple content only. */
  readonly fixed: FixedValue | undefined;
  /** The value of an empty element, if the schema gives it one. */
  readonly fallback: string | undefined;
}

/** A value that a schema fixes: as it is written there, and to compare. */
export interface FixedValue {
  readonly text: string;
  readonly key: string;
}

export interface AttributeDeclaration {
  readonly name: NameKey;
  readonly type: SimpleType;
  readonly fixed: FixedValue | undefined;
}

/** An attribute of a complex type. */
export interface AttributeUse {
  readonly declaration: AttributeDeclaration;
  readonly isRequired: boolean;
  readonly fixed: FixedValue | undefined;
}

/** What may stand in an element of a complex type. */
export type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'simple'; readonly type: SimpleType }
  | { readonly kind: 'elements'; readonly mixed: boolean; readonly model: ContentModel };

export interface ComplexType {
  readonly kind: 'complex';
  /** Undefined for a type inside an element. */
  readonly name: NameKey | undefined;
  readonly abstract: boolean;
  readonly content: Content;
  readonly attributes: ReadonlyMap<NameKey, AttributeUse>;
  readonly required: readonly AttributeUse[];
  readonly anyAttribute: Wildcard | undefined;
  /** Undefined for the ur-type. */
  readonly base: Type | undefined;
}

/** Occurrences; no upper bound is `Infinity`. */
export interface Times {
  readonly least: number;
  readonly most: number;
}

/** What stands at one place of a content model. */
export type Term =
  | { readonly kind: 'element'; readonly declaration: ElementDeclaration }
  | { readonly kind: 'any'; readonly wildcard: Wildcard };

/**
 * The allowed children of an element as an automaton. A symbol is a name that the model has, or the set of wildcards that allow another
 * name. The transition from state s by symbol y is at `s · width + y`.
 */
export interface ContentModel {
  readonly width: number;
  /** Symbols of the names of the model. */
  readonly symbols: ReadonlyMap<NameKey, number>;
  /** In the order of their symbols. */
  readonly names: readonly NameKey[];
  /** Their symbols are `names.length` + a bit for each wildcard that allows the namespace. */
  readonly wildcards: readonly (Term & { readonly kind: 'any' })[];
  /** The next state, or `NOWHERE`. */
  readonly next: Int32Array;
  /** Index of the term that a transition goes by. */
  readonly via: Int32Array;
  readonly terms: readonly Term[];
  /** 1: the content may end in this state. */
  readonly accepting: Uint8Array;
  /** By state: how often its element has to occur before the next one, and may. Undefined: it is not counted. */
  readonly counters: readonly (Times | undefined)[];
  readonly isCounted: boolean;
  /** State of an element without children. */
  readonly start: number;
}
