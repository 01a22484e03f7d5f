/**
 * XPath 2.0 as the rule packs use it, after names are resolved. The tree stays close to the text: `compile/` decides the meaning of an
 * expression; the parser only knows that it is well formed.
 */
export type Expr =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'integer' | 'decimal' | 'double'; readonly digits: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'context-item' }
  /** The comma operator; no items is the empty sequence. */
  | { readonly kind: 'sequence'; readonly items: readonly Expr[] }
  | { readonly kind: 'and' | 'or'; readonly left: Expr; readonly right: Expr }
  | {
      readonly kind: 'compare';
      readonly style: ComparisonStyle;
      readonly op: Comparison;
      readonly left: Expr;
      readonly right: Expr;
    }
  | { readonly kind: 'arithmetic'; readonly op: Arithmetic; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'sign'; readonly op: '+' | '-'; readonly operand: Expr }
  | { readonly kind: 'range'; readonly from: Expr; readonly to: Expr }
  | { readonly kind: 'union'; readonly left: Expr; readonly right: Expr }
  | { readonly kind: 'if'; readonly test: Expr; readonly then: Expr; readonly otherwise: Expr }
  | { readonly kind: 'for'; readonly bindings: readonly Binding[]; readonly body: Expr }
  | { readonly kind: 'some' | 'every'; readonly bindings: readonly Binding[]; readonly body: Expr }
  | {
      readonly kind: 'cast' | 'castable';
      readonly operand: Expr;
      readonly type: QName;
      readonly orEmpty: boolean;
    }
  | { readonly kind: 'call'; readonly name: QName; readonly args: readonly Expr[] }
  | { readonly kind: 'path'; readonly start: PathStart; readonly steps: readonly Step[] }
  | { readonly kind: 'filter'; readonly base: Expr; readonly predicates: readonly Expr[] };

/** The start of a path: the context item, the document node, or the items of an expression. */
export type PathStart = 'context' | 'root' | Expr;

export type Step =
  | {
      readonly kind: 'axis';
      readonly axis: Axis;
      readonly test: NodeTest;
      readonly predicates: readonly Expr[];
    }
  /** A step that is no axis step: `…/substring(ID, 1, 2)`, `…/(A|B)`. */
  | { readonly kind: 'expression'; readonly expr: Expr };

export type NodeTest =
  | { readonly kind: 'name'; readonly name: QName }
  /** `*`, `prefix:*`, `*:local`. */
  | {
      readonly kind: 'wildcard';
      readonly namespace: string | undefined;
      readonly localName: string | undefined;
    }
  | { readonly kind: 'node' | 'text' };

export interface Binding {
  readonly variable: string;
  readonly in: Expr;
}

/** A name with its prefix resolved; elements without a prefix are in no namespace. */
export interface QName {
  readonly namespace: string;
  readonly localName: string;
}

export const AXES = [
  'child',
  'attribute',
  'descendant',
  'descendant-or-self',
  'parent',
  'self',
  'ancestor',
  'ancestor-or-self',
  'preceding',
  'preceding-sibling',
  'following',
  'following-sibling',
] as const;
export type Axis = (typeof AXES)[number];

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=';
/** `general` compares any item with any other (`=`), `value` one with one (`eq`). */
export type ComparisonStyle = 'general' | 'value';
export type Arithmetic = '+' | '-' | '*' | 'div' | 'idiv' | 'mod';
