import type { NewSlot } from './convert.ts';
import { asAtomic, asCond, asSeq, asValue, cast, ifValue, promote } from './convert.ts';
import type { AtomicKind, Kind, Lowered, Seq, Value } from './ir.ts';
import { ABSENT, NotUnderstood, isNode, isNumeric, isTextual, only, retag, through, truth } from './make.ts';

/** A declared type, in the forms that packs use: `xs:decimal`, `xs:string?`, `element()?`. */
interface SequenceType {
  readonly kind: AtomicKind | 'element';
  readonly optional: boolean;
}

const KINDS: Readonly<Record<string, SequenceType['kind']>> = {
  'xs:string': 'string',
  'xs:integer': 'integer',
  'xs:decimal': 'decimal',
  'xs:double': 'double',
  'xs:boolean': 'boolean',
  'xs:date': 'date',
  'element()': 'element',
};

/** `xs` always means XML Schema: the loader refuses other bindings of the prefixes that types use. */
export function sequenceType(text: string): SequenceType {
  const match = /^\s*([^?*+\s]+)\s*(?:([?*+])\s*)?$/.exec(text);
  const kind = match && Object.hasOwn(KINDS, match[1]!) ? KINDS[match[1]!] : undefined;
  if (!match || !kind || match[2] === '*' || match[2] === '+')
    throw new NotUnderstood(`the type "${text}" is not supported`);
  return { kind, optional: match[2] === '?' };
}

/** The function conversion rules (XPath 2.0, 3.1.5): untyped is cast, numbers are promoted, nothing else changes. */
export function convert(lowered: Lowered, type: SequenceType): Value {
  return through(lowered, (plain) => require(ofKind(plain, type.kind), type), ifValue);
}

function ofKind(plain: Exclude<Lowered, { form: 'choice' }>, kind: SequenceType['kind']): Value {
  if (kind === 'boolean' && plain.form === 'cond') return truth(asCond(plain));
  if (kind === 'element') {
    const value = plain.form === 'seq' ? only(plain) : asValue(plain);
    if (value.kind !== 'element' && value.kind !== 'none')
      throw new NotUnderstood(`an element is expected, not a ${value.kind}`);
    return value;
  }
  const value = asAtomic(plain);
  if (value.kind === kind || value.kind === 'none') return value;
  if (value.kind === 'untyped') return kind === 'string' ? retag(value, 'string') : cast(value, kind);
  if (isNumeric(value.kind) && isNumeric(kind)) return promote(value, kind);
  throw new NotUnderstood(`a ${kind} is expected, not a ${value.kind}`);
}

function require(value: Value, type: SequenceType): Value {
  const typed: Value = value.kind === 'none' ? { ...ABSENT, kind: type.kind } : value;
  if (type.optional || !typed.optional) return typed;
  return { form: 'value', op: 'required', kind: typed.kind, optional: false, value: typed, code: 'XPTY0004' };
}

/** An argument without a declared type is passed unchanged, nodes as nodes. */
export function convertUndeclared(lowered: Lowered, newSlot: NewSlot): Value | Seq {
  if (lowered.form === 'cond') return truth(lowered);
  if (lowered.form === 'value') return lowered;
  const seq = asSeq(lowered, newSlot);
  const isSupported = (kind: Kind): boolean =>
    isNode(kind) || isNumeric(kind) || isTextual(kind) || kind === 'text' || kind === 'none';
  if (!isSupported(seq.kind)) throw new NotUnderstood(`a sequence of ${seq.kind} as an argument`);
  return seq;
}
