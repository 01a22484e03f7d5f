import type { Expr } from 'en16931-rules/engine/xpath/ast.ts';
import type { Draw } from '../../../scripts/bench/random.ts';
import type { Place } from './tree.ts';

/** The binding of a variable: a node, a value, or an expression with its scope. */
export type Bound =
  | { readonly kind: 'node'; readonly node: Place }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'expr'; readonly expr: Expr; readonly scope: Scope };

/** The scope of an expression. */
export interface Scope {
  readonly node: Place;
  readonly variables: ReadonlyMap<string, Bound>;
}

export const at = (scope: Scope, node: Place): Scope => ({ ...scope, node });

export const binding = (scope: Scope, name: string, bound: Bound): Scope => ({
  ...scope,
  variables: new Map(scope.variables).set(name, bound),
});

/** Names in the pack's rules: material for wildcards, and their nesting. */
export interface Lexicon {
  readonly elements: readonly { readonly namespace: string; readonly name: string }[];
  /** Name → elements that some path has as its children. */
  readonly parents: ReadonlyMap<string, readonly { readonly namespace: string; readonly name: string }[]>;
  readonly roots: readonly { readonly namespace: string; readonly name: string }[];
}

export interface PackFunction {
  readonly params: readonly string[];
  /** Local variables, in order, and the result; undefined for a more complex body. */
  readonly body:
    | {
        readonly variables: readonly { readonly name: string; readonly value: Expr }[];
        readonly result: Expr;
      }
    | undefined;
}

/**
 * Changes a document until an expression has a wanted value. The result is not certain: false means that the attempt is known to
 * have failed, true that it may have worked. The engine shows whether a test fires; another attempt makes other choices.
 */
export interface Making {
  readonly draw: Draw;
  readonly lexicon: Lexicon;
  /** Sometimes adds a second element beside an existing one. */
  readonly isLavish: boolean;
  functionNamed(namespace: string, name: string): PackFunction | undefined;
  /** Makes the expression true, or false, as a condition. */
  want(expr: Expr, scope: Scope, wanted: boolean): boolean;
  /** Makes the expression's string value the given one. */
  assign(expr: Expr, scope: Scope, value: string): boolean;
  /** Makes the expression select a node, and returns it. */
  ensure(expr: Expr, scope: Scope): Place | undefined;
  /** Makes the expression select nothing. */
  clear(expr: Expr, scope: Scope): boolean;
  /** The value of the expression in the present document; undefined if it is unknown. */
  values(expr: Expr, scope: Scope): readonly string[] | undefined;
  /** The nodes on the path; predicates are ignored. */
  nodes(expr: Expr, scope: Scope): readonly Place[];
}
