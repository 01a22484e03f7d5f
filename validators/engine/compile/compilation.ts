import type { Expr, QName } from '../xpath/ast.ts';
import type { XmlElement } from '../load/schema.ts';
import type { Kind, Lowered, Needs, Seq, Slot, Unit, UserFunction, Value, Cond } from './ir.ts';

/** The parts of a pack that lowering an expression needs. */
export interface Compilation {
  lower(expr: Expr, scope: Scope): Lowered;
  newSlot(kind: Kind, many?: boolean, optional?: boolean): Slot;
  /** A value that is computed once, on demand. */
  newUnit(body: Value | Cond | Seq, context?: Slot): Unit;
  /** A function of the pack, for arguments of these kinds; undefined if the pack has none of that name. */
  userFunction(
    name: QName,
    args: readonly Lowered[],
  ): { fn: UserFunction; args: readonly Lowered[] } | undefined;
  document(name: string): XmlElement | undefined;
}

/** The scope of an expression: its context item and its variables. */
export interface Scope {
  readonly item: Item | undefined;
  readonly variables: ReadonlyMap<string, Variable>;
}

interface Item {
  readonly value: Value;
  /** The labels that lead to the item; undefined if it was not reached by labels alone. */
  readonly needs: Needs | undefined;
}

/** Lowered again at each use: a variable stands for its expression. */
export type Variable = () => Lowered;

export function withItem(scope: Scope, value: Value, needs?: Needs): Scope {
  return { ...scope, item: { value, needs } };
}

export function withVariable(scope: Scope, name: string, variable: Variable): Scope {
  return { ...scope, variables: new Map(scope.variables).set(name, variable) };
}
