import type { Expr, QName } from '../xpath/ast.ts';
import { FUNCTIONS_NAMESPACE } from '../xpath/parse.ts';
import { TooCostly } from './effort.ts';
import type { Compilation, Scope } from './compilation.ts';
import {
  asAtomic,
  asCond,
  asDouble,
  asNumber,
  asSeq,
  asString,
  asValue,
  atomizedSeq,
  capital,
  cast,
  mapSeq,
} from './convert.ts';
import { compileRegex } from '../runtime/regex.ts';
import { RegexRefused, RegexTooCostly } from '../runtime/regex-translation.ts';
import type { AtomicKind, Cond, Kind, Lowered, Seq, Value } from './ir.ts';
import {
  ABSENT,
  EMPTY,
  FALSE,
  NotUnderstood,
  TRUE,
  call,
  choice,
  exists,
  integer,
  isNode,
  isNumeric,
  isTextual,
  many,
  not,
} from './make.ts';
import { one, orElse, present, requireOperation, test, text, through } from './make.ts';
import { inOrder } from './order.ts';
import { contextItem } from './paths.ts';

const XSD_NAMESPACE = 'http://www.w3.org/2001/XMLSchema';

type Builtin = (c: Compilation, args: readonly Lowered[]) => Lowered;

export function lowerCall(c: Compilation, expr: Extract<Expr, { kind: 'call' }>, scope: Scope): Lowered {
  const { name, args } = expr;
  const lowered = args.map((arg) => c.lower(arg, scope));
  if (name.namespace === XSD_NAMESPACE) return construct(name, lowered);
  if (name.namespace !== FUNCTIONS_NAMESPACE) return userCall(c, name, lowered);
  const defaulted =
    CONTEXT_DEFAULT.has(name.localName) && args.length === 0 ? [contextItem(scope).value] : lowered;
  const builtin = BUILTINS.get(`${name.localName}/${defaulted.length}`);
  if (builtin) return builtin(c, defaulted);
  if (name.localName === 'concat' && args.length >= 2) return concat(lowered);
  throw new NotUnderstood(`the function ${name.localName}() with ${args.length} arguments is not supported`);
}

/** Functions that use the context item if they get no argument. */
const CONTEXT_DEFAULT = new Set([
  'string',
  'number',
  'normalize-space',
  'string-length',
  'name',
  'local-name',
]);

const ATOMIC_TYPES = ['string', 'integer', 'decimal', 'double', 'boolean', 'date'] as const;

export function atomicType({ namespace, localName }: QName): AtomicKind {
  const kind = ATOMIC_TYPES.find((known) => known === localName);
  if (namespace !== XSD_NAMESPACE || !kind) throw new NotUnderstood(`the type ${localName} is not supported`);
  return kind;
}

function construct(name: QName, args: readonly Lowered[]): Lowered {
  const kind = atomicType(name);
  if (args.length !== 1) throw new NotUnderstood(`xs:${name.localName}() with ${args.length} arguments`);
  return through<Lowered>(args[0]!, (plain) => cast(asAtomic(plain), kind), choice);
}

function userCall(c: Compilation, name: QName, args: readonly Lowered[]): Lowered {
  const known = c.userFunction(name, args);
  if (!known)
    throw new NotUnderstood(`the function ${name.localName}() of "${name.namespace}" is not declared`);
  const { fn, args: converted } = known;
  const { body } = fn;
  if (body.form === 'cond')
    return { form: 'value', op: 'invoke', kind: 'boolean', optional: false, fn, args: converted };
  if (body.form === 'value') {
    return { form: 'value', op: 'invoke', kind: body.kind, optional: body.optional, fn, args: converted };
  }
  return { ...many(body.kind, 'exact'), op: 'invoke', fn, args: converted };
}

const bool =
  (test: (args: readonly Lowered[], c: Compilation) => Cond): Builtin =>
  (c, args) =>
    test(args, c);
/** A function of strings; none counts as the empty string. */
const strings =
  (kind: Kind, fn: string): Builtin =>
  (_c, args) =>
    foldCase(call(kind, fn, ...args.map(asString)));
/** A predicate over strings. */
const matching =
  (fn: string): Builtin =>
  (_c, args) =>
    test(fn, ...args.map(asString));
const numeric =
  (fn: string): Builtin =>
  (_c, args) =>
    through<Lowered>(args[0]!, (plain) => numericCall(fn, asNumber(plain)), choice);
const numericCall = (fn: string, value: Value): Value =>
  value.kind === 'none' ? ABSENT : call(value.kind, `${value.kind}${fn}`, value);

const BUILTINS = new Map<string, Builtin>([
  ['true/0', () => TRUE],
  ['false/0', () => FALSE],
  ['not/1', bool(([arg]) => not(asCond(arg!)))],
  ['boolean/1', bool(([arg]) => asCond(arg!))],
  ['exists/1', bool(([arg]) => existence(arg!))],
  ['empty/1', bool(([arg]) => not(existence(arg!)))],
  ['count/1', (c, [arg]) => count(asSeq(arg!, c.newSlot))],
  ['sum/1', (c, [arg]) => through<Lowered>(arg!, (plain) => sumOf(c, asSeq(plain, c.newSlot)), choice)],
  ['string/1', (_c, [arg]) => through<Lowered>(arg!, (plain) => stringOf(asAtomic(plain)), choice)],
  ['number/1', (_c, [arg]) => through<Lowered>(arg!, (plain) => numberOf(asAtomic(plain)), choice)],
  ['name/1', (_c, [arg]) => nodeText('qname', asValue(arg!))],
  ['local-name/1', (_c, [arg]) => nodeText('localName', asValue(arg!))],
  ['normalize-space/1', (_c, [of]) => normalize(asString(of!))],
  ['upper-case/1', strings('string', 'upperCase')],
  ['lower-case/1', strings('string', 'lowerCase')],
  ['string-length/1', strings('integer', 'stringLength')],
  ['translate/3', strings('string', 'translate')],
  ['substring-before/2', strings('string', 'substringBefore')],
  ['substring-after/2', strings('string', 'substringAfter')],
  ['substring/2', (_c, [of, start]) => call('string', 'substringFrom', asString(of!), asDouble(start!))],
  ['substring/3', (_c, [of, start, length]) => call('string', 'substring', asString(of!), asDouble(start!), asDouble(length!))], // prettier-ignore
  ['contains/2', (_c, [of, part]) => contains(asString(of!), asString(part!))],
  ['starts-with/2', matching('startsWith')],
  ['ends-with/2', matching('endsWith')],
  ['matches/2', (_c, [of, pattern]) => test('matches', asString(of!), regex(pattern!))],
  [
    'replace/3',
    (_c, [of, pattern, by]) => call('string', 'replace', asString(of!), regex(pattern!), asString(by!)),
  ],
  ['tokenize/2', (_c, [of, pattern]) => tokens(asString(of!), regex(pattern!))],
  ['string-to-codepoints/1', (_c, [of]) => ({ ...many('integer', 'exact'), op: 'spread', fn: 'codepoints', args: [asString(of!)] })], // prettier-ignore
  ['codepoints-to-string/1', (c, [of]) => fold('codepointsToString', asSeq(of!, c.newSlot), 'integer')],
  ['string-join/2', (c, [of, separator]) => join(c, asSeq(of!, c.newSlot), asString(separator!))],
  ['distinct-values/1', (c, [of]) => distinct(atomizedSeq(asSeq(of!, c.newSlot), c.newSlot))],
  ['reverse/1', (c, [of]) => reverse(asSeq(of!, c.newSlot))],
  ['abs/1', numeric('Abs')],
  ['round/1', numeric('Round')],
  ['floor/1', numeric('Floor')],
  ['ceiling/1', numeric('Ceiling')],
]);

/** Reads a node straight from the source, without making its string first. */
function normalize(value: Value): Value {
  if (value.op === 'default' && value.fallback.op === 'const') {
    const inner = normalize(value.value);
    return inner.op === 'call' && inner.fn === 'normalizedValue'
      ? orElse(inner, text(''))
      : call('string', 'normalizeSpace', value);
  }
  if (value.op === 'call' && value.fn === 'stringValue')
    return call('string', 'normalizedValue', ...value.args);
  return call('string', 'normalizeSpace', value);
}

/** Unlike the boolean value, this counts the items and does not look at them. */
function existence(lowered: Lowered): Cond {
  return through(lowered, (plain) => (plain.form === 'seq' ? exists(plain) : plain.form === 'cond' ? TRUE : present(plain)), (cond, then, otherwise) =>
    ({ form: 'cond', op: 'if', test: cond, then, otherwise })); // prettier-ignore
}

function count(seq: Seq): Value {
  if (seq === EMPTY) return integer(0);
  if (seq.kind === 'foreign') throw new NotUnderstood('a count of code-list entries');
  return { form: 'value', op: 'count', kind: 'integer', optional: false, seq: inOrder(seq, 'distinct') };
}

/**
 * Doubles in document order: their sum depends on it. The sum of no items is the integer 0, whatever their type, and not the double 0:
 * dividing by it is an error.
 */
function sumOf(c: Compilation, seq: Seq): Lowered {
  const items = atomizedSeq(seq, c.newSlot);
  if (items.kind === 'none') return integer(0);
  const numbers = items.kind === 'untyped' ? mapSeq(items, c.newSlot, (item) => cast(item, 'double')) : items;
  if (!isNumeric(numbers.kind)) throw new NotUnderstood(`a sum of ${numbers.kind}`);
  const ordered = inOrder(numbers, numbers.kind === 'double' ? 'exact' : 'distinct');
  const sum: Value = { form: 'value', op: 'sum', kind: numbers.kind, optional: false, seq: ordered };
  return numbers.kind === 'double' ? choice(exists(items), sum, integer(0)) : sum;
}

export function stringOf(value: Value): Value {
  return orElse(value.kind === 'none' ? ABSENT : cast(value, 'string'), text(''));
}

function numberOf(value: Value): Value {
  const nan: Value = { form: 'value', op: 'const', kind: 'double', optional: false, value: Number.NaN };
  if (value.kind === 'none') return nan;
  return orElse(isTextual(value.kind) ? call('double', 'number', value) : cast(value, 'double'), nan);
}

function nodeText(fn: 'qname' | 'localName', value: Value): Value {
  if (value.kind === 'none') return text('');
  if (!isNode(value.kind)) throw new NotUnderstood(`the name of a ${value.kind}`);
  return orElse(call('string', fn, value), text(''));
}

function concat(args: readonly Lowered[]): Value {
  return foldCase(
    call(
      'string',
      'concat',
      ...args.map((arg) => asValue(through<Lowered>(arg, (plain) => stringOf(asAtomic(plain)), choice))),
    ),
  );
}

/** Joins constant texts at compile time, so that lists and patterns made of parts stay constants. */
function foldCase(value: Value): Value {
  if (value.op !== 'call' || value.fn !== 'concat') return value;
  const parts = value.args.map((arg) => (arg.op === 'const' ? String(arg.value) : undefined));
  return parts.every((part) => part !== undefined) ? text(parts.join('')) : value;
}

function contains(of: Value, part: Value): Cond {
  if (of.op === 'const' && part.op === 'call' && part.fn === 'concat' && part.args.length === 3) {
    const [before, value, after] = part.args as [Value, Value, Value];
    const separator = before.op === 'const' ? String(before.value) : '';
    if (separator.length === 1 && after.op === 'const' && after.value === separator) {
      return { form: 'cond', op: 'listed', value, list: String(of.value), separator };
    }
  }
  return test('contains', of, part);
}

/** Patterns are constants, so the compiler translates or refuses them. */
function regex(lowered: Lowered): Value {
  const pattern = asString(lowered);
  if (pattern.op !== 'const') throw new NotUnderstood('a regular expression that is not constant');
  try {
    compileRegex(String(pattern.value));
  } catch (error) {
    if (error instanceof RegexTooCostly) throw new TooCostly(error.message);
    if (error instanceof RegexRefused) throw new NotUnderstood(error.message);
    throw error;
  }
  return pattern;
}

/** Literal lists split at literal white space are literals. */
function tokens(of: Value, pattern: Value): Seq {
  if (of.op === 'const' && pattern.op === 'const' && /^(\\s\+?| )$/.test(String(pattern.value))) {
    const separator =
      pattern.value === ' ' ? ' ' : pattern.value === '\\s' ? /[ \t\r\n]/ : /(?<![ \t\r\n])[ \t\r\n]+/;
    return { ...many('string', 'exact'), op: 'concat', parts: of.value === '' ? [] : String(of.value).split(separator).map((token) => one(text(token))) }; // prettier-ignore
  }
  return { ...many('string', 'exact'), op: 'spread', fn: 'tokenize', args: [of, pattern] };
}

function fold(fn: string, seq: Seq, kind: Kind, ...args: readonly Value[]): Value {
  if (seq === EMPTY) return text('');
  if (seq.kind !== kind) throw new NotUnderstood(`${fn} of ${seq.kind}`);
  return { form: 'value', op: 'fold', kind: 'string', optional: false, fn, seq: inOrder(seq, 'exact'), args };
}

function join(c: Compilation, seq: Seq, separator: Value): Value {
  const items = atomizedSeq(seq, c.newSlot);
  if (items.kind !== 'untyped' && items.kind !== 'string' && items.kind !== 'none') {
    throw new NotUnderstood(`string-join of ${items.kind}`);
  }
  return fold('stringJoin', items === EMPTY ? items : { ...items, kind: 'string' }, 'string', separator);
}

/** Items compare by `eq`: untyped values as strings. */
function distinct(seq: Seq): Seq {
  if (seq === EMPTY) return seq;
  const fn = isTextual(seq.kind) ? 'distinctStrings' : `distinct${capital(seq.kind)}s`;
  requireOperation(fn);
  return { ...many(seq.kind, 'exact', seq.needs), op: 'through', fn, input: inOrder(seq, 'exact') };
}

function reverse(seq: Seq): Seq {
  if (isNode(seq.kind)) throw new NotUnderstood('reverse() of nodes');
  return {
    ...many(seq.kind, 'exact', seq.needs),
    op: 'through',
    fn: 'reversed',
    input: inOrder(seq, 'exact'),
  };
}
