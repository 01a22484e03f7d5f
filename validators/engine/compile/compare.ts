import type { Arithmetic, Comparison, ComparisonStyle } from '../xpath/ast.ts';
import type { AtomicKind, Cond, Lowered, Seq, Value } from './ir.ts';
import { asAtomic, asSeq, atomize, cast, notEmpty, promote, wider } from './convert.ts';
import {
  ABSENT,
  EMPTY,
  FALSE,
  NotUnderstood,
  call,
  choice,
  ifCond,
  integer,
  isNumeric,
  isTextual,
  local,
} from './make.ts';
import { not, some, test, through } from './make.ts';
import type { NewSlot } from './convert.ts';
import { isTotal } from './total.ts';

const RELATION: Readonly<Record<Comparison, string>> = {
  '=': 'Equal',
  '!=': 'Differs',
  '<': 'Less',
  '<=': 'AtMost',
  '>': 'Greater',
  '>=': 'AtLeast',
};

interface Comparing {
  readonly op: Comparison;
  readonly style: ComparisonStyle;
}

/** Left to right, as in the recorded verdicts: the order decides between "false" and an error. */
export function compare(how: Comparing, left: Lowered, right: Lowered, newSlot: NewSlot): Cond {
  return through(left, (l) => through(right, (r) => comparePlain(how, l, r, newSlot), ifCond), ifCond);
}

type Plain = Value | Cond | Seq;

function comparePlain(how: Comparing, left: Plain, right: Plain, newSlot: NewSlot): Cond {
  if (how.style === 'value') return compareValues(how, asAtomic(left), asAtomic(right));
  if (left.form !== 'seq' && right.form !== 'seq') return compareValues(how, asAtomic(left), asAtomic(right));
  if (left === EMPTY || right === EMPTY) return FALSE;
  if (left.form === 'seq') return compareEach(how, left, right, newSlot);
  const set = how.op === '=' ? constants(right) : undefined;
  const value = asAtomic(left);
  if (set && isTextual(value.kind)) return { form: 'cond', op: 'among', value, set };
  const items = asSeq(right, newSlot);
  return bind(value, newSlot, (item) => {
    const slot = newSlot(items.kind);
    return some(slot, items, compareValues(how, item, atomize(local(slot))));
  });
}

/** A right side of one value is evaluated first, as Saxon does: its error shows even if the left side is empty. */
function compareEach(how: Comparing, left: Seq, right: Plain, newSlot: NewSlot): Cond {
  const each = (other: Plain): Cond => {
    const slot = newSlot(left.kind);
    return some(slot, left, comparePlain(how, local(slot), other, newSlot));
  };
  return right.form === 'seq' || isTotal(right) ? each(right) : bind(asAtomic(right), newSlot, each);
}

/** Evaluates `value` once for a condition that reads it in a loop. */
function bind(value: Value, newSlot: NewSlot, body: (item: Value) => Cond): Cond {
  if (value.op === 'const' || value.op === 'local') return body(value);
  const slot = newSlot(value.kind, false, value.optional);
  return { form: 'cond', op: 'let', slot, init: value, body: body(local(slot)) };
}

/** The strings of a sequence of literals. */
function constants(seq: Plain): readonly string[] | undefined {
  if (seq.form !== 'seq' || seq.kind !== 'string') return undefined;
  if (seq.op === 'one' && seq.value.op === 'const') return [seq.value.value as string];
  if (seq.op !== 'concat') return undefined;
  const parts = seq.parts.map(constants);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

function compareValues({ op, style }: Comparing, left: Value, right: Value): Cond {
  if (left.kind === 'none' || right.kind === 'none') return FALSE;
  const relation = RELATION[op];
  const kind = comparisonKind(left.kind as AtomicKind, right.kind as AtomicKind, style);
  if (kind === 'string') {
    // `normalize-space(x) != ''` and `= ''`.
    if (right.op === 'const' && right.value === '' && op === '!=') return notEmpty(left);
    if (right.op === 'const' && right.value === '' && op === '=' && !left.optional)
      return not(notEmpty(left));
    return test(`string${relation}`, left, right);
  }
  return test(`${kind}${relation}`, asComparand(left, kind), asComparand(right, kind));
}

/** XPath 2.0, 3.5: the cast of an untyped value depends on the other side. */
function comparisonKind(a: AtomicKind, b: AtomicKind, style: ComparisonStyle): AtomicKind {
  if (isTextual(a) && isTextual(b)) return 'string';
  if (isNumeric(a) && isNumeric(b)) return wider(a, b);
  if (a === b) return a;
  if (style === 'general' && (a === 'untyped' || b === 'untyped')) {
    const other = a === 'untyped' ? b : a;
    return isNumeric(other) ? 'double' : other;
  }
  throw new NotUnderstood(`a ${a} is compared with a ${b}`);
}

function asComparand(value: Value, kind: AtomicKind): Value {
  if (value.kind === 'untyped') return cast(value, kind);
  return isNumeric(value.kind) && isNumeric(kind) ? promote(value, kind) : value;
}

const OPERATION: Readonly<Record<Arithmetic, string>> = {
  '+': 'Add',
  '-': 'Subtract',
  '*': 'Multiply',
  div: 'Divide',
  idiv: 'Quotient',
  mod: 'Remainder',
};

/** XPath 2.0, 3.4: empty if an operand is; untyped is double. */
export function arithmetic(op: Arithmetic, left: Lowered, right: Lowered): Lowered {
  return through<Lowered>(
    left,
    (l) => through<Lowered>(right, (r) => operation(op, operand(l), operand(r)), choice),
    choice,
  );
}

export function negate(operandOf: Lowered): Lowered {
  return through<Lowered>(operandOf, (plain) => {
    const value = operand(plain);
    if (value.op === 'const' && value.kind === 'integer') return integer(-(value.value as number));
    return value.kind === 'none' ? ABSENT : call(value.kind, `${value.kind}Negate`, value);
  }, choice); // prettier-ignore
}

function operand(plain: Plain): Value {
  const value = asAtomic(plain);
  return value.kind === 'untyped' ? cast(value, 'double') : value;
}

function operation(op: Arithmetic, left: Value, right: Value): Value {
  if (left.kind === 'none' || right.kind === 'none') return ABSENT;
  if (!isNumeric(left.kind) || !isNumeric(right.kind))
    throw new NotUnderstood(`${left.kind} ${op} ${right.kind}`);
  let kind = wider(left.kind, right.kind);
  // Integers divide to a decimal.
  if (op === 'div' && kind === 'integer') kind = 'decimal';
  const result = op === 'idiv' ? 'integer' : kind;
  return call(result, `${kind}${OPERATION[op]}`, promote(left, kind), promote(right, kind));
}
