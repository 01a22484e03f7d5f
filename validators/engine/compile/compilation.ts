import type { Expr, QName } from '../xpath/ast.ts';
import type { XmlElement } from '../load/schema.ts';
import type { Kind, Lowered, Needs, Seq, Slot, Unit, UserFunction, Value, Cond } from './ir.ts';

/** What lowering an expression may ask of the pack that it belongs to. */
export interface Compilation {
  lower(expr: Expr, scope: Scope): Lowered;
  newSlot(kind: Kind, many?: boolean, optional?: boolean): Slot;
  /** Something computed once, on demand. */
  newUnit(body: Value | Cond | Seq, context?: Slot): Unit;
  /** A function of the pack, for arguments of these kinds; undefined when the pack has none of that name. */
  userFunction(
    name: QName,
    args: readonly Lowered[],
  ): { fn: UserFunction; args: readonly Lowered[] } | undefined;
  document(name: string): XmlElement | undefined;
}

/** Where an expression stands: its context item and its variables. */
export interface Scope {
  readonly item: Item | undefined;
  readonly variables: ReadonlyMap<string, Variable>;
}

export interface Item {
  readonly value: Value;
  /** How the item was reached; undefined when it was not by labels alone. */
  readonly needs: Needs | undefined;
}

/** Lowered again wherever it is read: a variable stands for its expression. */
export type Variable = () => Lowered;

export function withItem(scope: Scope, value: Value, needs?: Needs): Scope {
  return { ...scope, item: { value, needs } };
}

export function withVariable(scope: Scope, name: string, variable: Variable): Scope {
  return { ...scope, variables: new Map(scope.variables).set(name, variable) };
}
