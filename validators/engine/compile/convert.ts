import type { AtomicKind, Cond, Kind, Lowered, Seq, Slot, Value } from './ir.ts';
import {
  ABSENT,
  EMPTY,
  FALSE,
  NotUnderstood,
  TRUE,
  call,
  exists,
  ifCond,
  isNode,
  isNumeric,
  isTextual,
  local,
  many,
  one,
} from './make.ts';
import { only, orElse, present, retag, test, text, through, truth } from './make.ts';
import { inOrder } from './order.ts';

/** Converts a lowered expression to the form that its consumer needs: a condition, one value, a sequence, a value of some kind. */

export type NewSlot = (kind: Kind, many?: boolean, optional?: boolean) => Slot;

/** The effective boolean value (XPath 2.0, 2.4.3). */
export function asCond(lowered: Lowered): Cond {
  return through(lowered, plainCond, ifCond);
}

function plainCond(plain: Value | Cond | Seq): Cond {
  if (plain.form === 'cond') return plain;
  if (plain.form === 'value') return valueCond(plain);
  if (isNode(plain.kind) || plain.kind === 'text' || plain.kind === 'foreign') return exists(plain);
  // Two strings or numbers have no boolean value.
  return valueCond(only(plain, 'FORG0006'));
}

function valueCond(value: Value): Cond {
  const { kind } = value;
  if (kind === 'none') return FALSE;
  if (isNode(kind) || kind === 'text') return value.optional ? present(value) : TRUE;
  if (value.op === 'truth') return value.cond;
  if (value.op === 'const' && kind !== 'integer') return value.value ? TRUE : FALSE;
  if (kind === 'boolean') return { form: 'cond', op: 'holds', value };
  if (isTextual(kind)) return notEmpty(value);
  if (isNumeric(kind)) return test(`${kind}NotZero`, value);
  throw new NotUnderstood(`a ${kind} has no boolean value`);
}

/** The empty string and an absent string give the same result. */
export function notEmpty(value: Value): Cond {
  if (value.op === 'default' && value.fallback.op === 'const' && value.fallback.value === '')
    return notEmpty(value.value);
  if (value.op === 'call' && value.fn === 'normalizedValue') return test('hasContent', ...value.args);
  return test('notEmpty', value);
}

/** At most one item; a second one raises. Branches of different kinds have no common value and are refused. */
export function asValue(lowered: Lowered): Value {
  return through(lowered, plainValue, ifValue);
}

function plainValue(plain: Value | Cond | Seq): Value {
  if (plain.form === 'cond') return truth(plain);
  if (plain.form === 'value') return plain;
  return plain === EMPTY ? ABSENT : only(plain.order === 'written' ? plain : inOrder(plain, 'distinct'));
}

export function ifValue(cond: Cond, then: Value, otherwise: Value): Value {
  if (cond.op === 'const') return cond.value ? then : otherwise;
  const kind = common(then.kind, otherwise.kind);
  if (!kind) throw new NotUnderstood(`an if of ${then.kind} and ${otherwise.kind} is used as one value`);
  const optional = then.optional || otherwise.optional;
  return {
    form: 'value',
    op: 'if',
    kind,
    optional,
    test: cond,
    then: toKind(then, kind),
    otherwise: toKind(otherwise, kind),
  };
}

export function asSeq(lowered: Lowered, newSlot: NewSlot): Seq {
  return through(lowered, plainSeq, (cond, then, otherwise) => ifSeq(cond, then, otherwise, newSlot));
}

function plainSeq(plain: Value | Cond | Seq): Seq {
  if (plain.form === 'seq') return plain;
  return one(plain.form === 'cond' ? truth(plain) : plain);
}

function ifSeq(cond: Cond, then: Seq, otherwise: Seq, newSlot: NewSlot): Seq {
  const kind = common(then.kind, otherwise.kind);
  if (!kind) throw new NotUnderstood(`an if of ${then.kind} and ${otherwise.kind} is used as a sequence`);
  const order = then.order === otherwise.order ? then.order : isNode(kind) ? 'any' : 'exact';
  return {
    ...many(kind, order),
    op: 'if',
    test: cond,
    then: seqToKind(then, kind, newSlot),
    otherwise: seqToKind(otherwise, kind, newSlot),
  };
}

/** The kind that can hold items of both without changing their meaning. */
export function common(a: Kind, b: Kind): Kind | undefined {
  if (a === b || b === 'none') return a;
  if (a === 'none') return b;
  if (isNode(a) && isNode(b)) return 'node';
  const pair = new Set([a, b]);
  if (pair.has('integer') && pair.has('decimal')) return 'decimal';
  if (pair.has('integer') && pair.has('double')) return 'double';
  if (pair.has('text') && pair.has('untyped')) return 'untyped';
  return undefined;
}

/** For kinds that `common` joins only. */
function toKind(value: Value, kind: Kind): Value {
  if (value.kind === kind || value.kind === 'none' || kind === 'node')
    return value.op === 'absent' ? { ...ABSENT, kind } : value;
  return isNumeric(kind) ? promote(value, kind) : retag(value, kind);
}

function seqToKind(seq: Seq, kind: Kind, newSlot: NewSlot): Seq {
  if (seq.kind === kind || seq.kind === 'none' || kind === 'node') return seq;
  return mapSeq(seq, newSlot, (item) => toKind(item, kind));
}

/** One value per item. */
export function mapSeq(input: Seq, newSlot: NewSlot, map: (item: Value) => Value): Seq {
  if (input === EMPTY) return input;
  if (input.op === 'one') return one(map(input.value));
  const slot = newSlot(input.kind);
  const body = one(map(local(slot)));
  return {
    ...many(body.kind, input.order === 'flat' ? 'exact' : input.order, input.needs),
    op: 'for',
    slot,
    input,
    body,
  };
}

/** The typed value of a node; other values are their own. */
export function atomize(value: Value): Value {
  if (value.kind === 'text') return retag(value, 'untyped');
  return isNode(value.kind) ? call('untyped', 'stringValue', value) : value;
}

export function atomizedSeq(seq: Seq, newSlot: NewSlot): Seq {
  return isNode(seq.kind) || seq.kind === 'text' ? mapSeq(seq, newSlot, atomize) : seq;
}

/** At most one atomic value. */
export function asAtomic(lowered: Lowered): Value {
  return through(lowered, (plain) => atomize(plainValue(plain)), ifValue);
}

/** An argument declared `xs:string?`: untyped becomes string, other types are a type error. An absent one is the empty string. */
export function asString(lowered: Lowered): Value {
  return through(lowered, (plain) => orElse(stringArgument(atomize(plainValue(plain))), text('')), ifValue);
}

function stringArgument(value: Value): Value {
  if (isTextual(value.kind)) return retag(value, 'string');
  if (value.kind === 'none') return text('');
  throw new NotUnderstood(`a string is expected, not a ${value.kind}`);
}

/** An argument declared as a number: untyped is cast to double. */
export function asNumber(lowered: Lowered): Value {
  return through(lowered, (plain) => numberArgument(atomize(plainValue(plain))), ifValue);
}

function numberArgument(value: Value): Value {
  if (value.kind === 'untyped') return cast(value, 'double');
  if (isNumeric(value.kind) || value.kind === 'none') return value;
  throw new NotUnderstood(`a number is expected, not a ${value.kind}`);
}

export function asDouble(lowered: Lowered): Value {
  return through(lowered, (plain) => promote(numberArgument(atomize(plainValue(plain))), 'double'), ifValue);
}

const RANK = { integer: 0, decimal: 1, double: 2 } as const;

/** Numeric promotion; never downwards. */
export function promote(value: Value, kind: 'integer' | 'decimal' | 'double'): Value {
  if (value.kind === kind || value.kind === 'none') return value;
  if (!isNumeric(value.kind) || RANK[value.kind] > RANK[kind]) {
    throw new NotUnderstood(`a ${value.kind} where a ${kind} is expected`);
  }
  return cast(value, kind);
}

export function wider<K extends 'integer' | 'decimal' | 'double'>(a: K, b: K): K {
  return RANK[a] >= RANK[b] ? a : b;
}

const CASTS: Readonly<Record<AtomicKind, readonly Kind[]>> = {
  untyped: [],
  string: ['untyped', 'integer', 'decimal', 'double', 'boolean'],
  integer: ['untyped', 'string', 'decimal', 'double', 'boolean'],
  decimal: ['untyped', 'string', 'integer', 'double', 'boolean'],
  double: ['untyped', 'string', 'integer', 'decimal', 'boolean'],
  boolean: ['untyped', 'string', 'integer', 'decimal', 'double'],
  date: ['untyped', 'string'],
};

/** `cast as`, constructor functions: absent stays absent, an impossible cast raises. */
export function cast(value: Value, to: AtomicKind): Value {
  const from = value.kind;
  if (from === to || from === 'none') return value;
  if (!CASTS[to].includes(from)) throw new NotUnderstood(`a ${from} cannot be cast to ${to}`);
  if (to === 'string' && from === 'untyped') return retag(value, 'string');
  if (value.op === 'const' && from === 'integer') {
    const digits = String(value.value);
    if (to === 'string') return text(digits);
    if (to === 'decimal') return { form: 'value', op: 'decimal', kind: 'decimal', optional: false, digits };
    if (to === 'double') return { ...value, kind: 'double', value: Number(value.value) };
  }
  return call(to, `${to}From${capital(from === 'untyped' ? 'string' : from)}`, value);
}

export function castable(value: Value, to: AtomicKind): Cond {
  const from = value.kind;
  if (from === to || (to === 'string' && from !== 'none')) return value.optional ? present(value) : TRUE;
  if (!isTextual(from)) throw new NotUnderstood(`"castable" of a ${from}`);
  return test(`castableTo${capital(to)}`, value);
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
