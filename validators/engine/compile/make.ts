import type { XPathErrorCode } from '../runtime/errors.ts';
import { isOperation } from '../runtime/operations.ts';
import { spend } from './effort.ts';
import type { Cond, Kind, Lowered, Needs, NodeKind, Order, Seq, Slot, Value } from './ir.ts';

/** Constructors of the intermediate representation; they decide at once what can be decided. */

/** The compiler does not support this, or not in this place: the pack is refused. It becomes a `PackRefused` once the place is known. */
export class NotUnderstood extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'NotUnderstood';
  }
}

export const TRUE: Cond = { form: 'cond', op: 'const', value: true };
export const FALSE: Cond = { form: 'cond', op: 'const', value: false };
export const ABSENT: Value = { form: 'value', op: 'absent', kind: 'none', optional: true };
export const EMPTY: Seq = {
  form: 'seq',
  op: 'concat',
  kind: 'none',
  order: 'flat',
  needs: undefined,
  parts: [],
};
/** Node 0; as a constant it is the document node, not "none". */
export const DOCUMENT: Value = { form: 'value', op: 'const', kind: 'node', optional: false, value: 0 };
export const ROOT_ELEMENT: Value = { form: 'value', op: 'root-element', kind: 'element', optional: false };

export const isNode = (kind: Kind): kind is Exclude<NodeKind, 'text'> =>
  kind === 'element' || kind === 'attribute' || kind === 'node';
export const isNumeric = (kind: Kind): kind is 'integer' | 'decimal' | 'double' =>
  kind === 'integer' || kind === 'decimal' || kind === 'double';
/** A string at run time, and compared as one with another of these. */
export const isTextual = (kind: Kind): kind is 'untyped' | 'string' =>
  kind === 'untyped' || kind === 'string';

export function text(value: string): Value {
  return { form: 'value', op: 'const', kind: 'string', optional: false, value };
}

export function integer(value: number | bigint): Value {
  return { form: 'value', op: 'const', kind: 'integer', optional: false, value };
}

export function local(slot: Slot): Value {
  return { form: 'value', op: 'local', kind: slot.kind, optional: slot.optional, slot };
}

export function call(kind: Kind, fn: string, ...args: readonly Value[]): Value {
  requireOperation(fn);
  return { form: 'value', op: 'call', kind, optional: args.some((arg) => arg.optional), fn, args };
}

/** Some combinations of kind and operator name no operation. */
export function requireOperation(fn: string): void {
  if (!isOperation(fn)) throw new NotUnderstood(`the run time has no operation "${fn}"`);
}

/** The same value under another static kind of the same representation. */
export function retag(value: Value, kind: Kind): Value {
  return { ...value, kind };
}

export function orElse(value: Value, fallback: Value): Value {
  if (!value.optional) return value;
  if (value.op === 'absent') return fallback;
  return { form: 'value', op: 'default', kind: value.kind, optional: false, value, fallback };
}

export function not(operand: Cond): Cond {
  if (operand.op === 'const') return operand.value ? FALSE : TRUE;
  return operand.op === 'not' ? operand.operand : { form: 'cond', op: 'not', operand };
}

export function and(left: Cond, right: Cond): Cond {
  if (left.op === 'const') return left.value ? right : FALSE;
  return right.op === 'const' && right.value ? left : { form: 'cond', op: 'and', left, right };
}

export function or(left: Cond, right: Cond): Cond {
  if (left.op === 'const') return left.value ? TRUE : right;
  return right.op === 'const' && !right.value ? left : { form: 'cond', op: 'or', left, right };
}

export function test(fn: string, ...args: readonly Value[]): Cond {
  requireOperation(fn);
  return args.some((arg) => arg.op === 'absent') ? FALSE : { form: 'cond', op: 'test', fn, args };
}

export function some(slot: Slot, seq: Seq, cond: Cond): Cond {
  if (cond.op === 'const' && !cond.value && neverRaises(seq)) return FALSE;
  return { form: 'cond', op: 'some', slot, seq, cond };
}

const neverRaises = (seq: Seq): boolean =>
  seq.op === 'labelled' || (seq.op === 'concat' && seq.parts.length === 0);

export function exists(seq: Seq): Cond {
  if (seq.op === 'concat' && seq.parts.length === 0) return FALSE;
  if (seq.op === 'one') return present(seq.value);
  return { form: 'cond', op: 'exists', seq };
}

export function present(value: Value): Cond {
  if (value.op === 'absent') return FALSE;
  return value.op === 'const' ? TRUE : { form: 'cond', op: 'present', value };
}

export function ifCond(cond: Cond, then: Cond, otherwise: Cond): Cond {
  if (cond.op === 'const') return cond.value ? then : otherwise;
  return { form: 'cond', op: 'if', test: cond, then, otherwise };
}

export function truth(cond: Cond): Value {
  if (cond.op === 'const')
    return { form: 'value', op: 'const', kind: 'boolean', optional: false, value: cond.value };
  return { form: 'value', op: 'truth', kind: 'boolean', optional: false, cond };
}

export function one(value: Value): Seq {
  return value.op === 'absent'
    ? EMPTY
    : { form: 'seq', op: 'one', kind: value.kind, order: 'flat', needs: undefined, value };
}

export function only(seq: Seq, code: XPathErrorCode = 'XPTY0004'): Value {
  if (seq.op === 'one') return seq.value;
  return { form: 'value', op: 'only', kind: seq.kind, optional: true, seq, code };
}

/** The common members of every sequence, for the object that adds its operation. */
export function many(
  kind: Kind,
  order: Order,
  needs?: Needs,
): { form: 'seq'; kind: Kind; order: Order; needs: Needs | undefined } {
  return { form: 'seq', kind, order, needs };
}

/** Branches of one form and kind make that form; others stay a choice until they are consumed. */
export function choice(cond: Cond, then: Lowered, otherwise: Lowered): Lowered {
  if (cond.op === 'const') return cond.value ? then : otherwise;
  if (then.form === 'cond' && otherwise.form === 'cond') return ifCond(cond, then, otherwise);
  if (then.form === 'value' && otherwise.form === 'value' && then.kind === otherwise.kind) {
    return {
      form: 'value',
      op: 'if',
      kind: then.kind,
      optional: then.optional || otherwise.optional,
      test: cond,
      then,
      otherwise,
    };
  }
  return { form: 'choice', test: cond, then, otherwise };
}

/** Consumes both branches of every choice in `lowered`, and joins the results. */
export function through<T>(
  lowered: Lowered,
  consume: (plain: Value | Cond | Seq) => T,
  join: (cond: Cond, then: T, otherwise: T) => T,
): T {
  spend();
  if (lowered.form !== 'choice') return consume(lowered);
  const then = through(lowered.then, consume, join);
  return join(lowered.test, then, through(lowered.otherwise, consume, join));
}
