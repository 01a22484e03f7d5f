import type { NameKey } from '../names.ts';
import type { Scan } from './lexical.ts';
import { isBlank } from './lexical.ts';

export type WhiteSpace = 'preserve' | 'replace' | 'collapse';

/** Why a text is no value of a type: the facet, and its limit in the schema. Without a facet it has not the form of the type. */
export interface TextFault {
  readonly facet?: Facet;
  readonly limit?: string;
}

export type Facet =
  | 'length'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'enumeration'
  | 'totalDigits'
  | 'fractionDigits'
  | 'minInclusive'
  | 'minExclusive'
  | 'maxInclusive'
  | 'maxExclusive';

/** A facet of a restriction as the schema has it. */
export interface StatedFacet {
  readonly name: string;
  readonly value: string;
}

/** A facet of a restriction. @param value normalised. */
export type Condition = (value: string) => TextFault | undefined;

export interface SimpleType {
  readonly kind: 'simple';
  /** Undefined for a type inside another, an element or an attribute. */
  readonly name: NameKey | undefined;
  readonly base: SimpleType | undefined;
  readonly whiteSpace: WhiteSpace;
  /** Of a value without blanks at its ends; undefined: every text has the form. */
  readonly scan: Scan | undefined;
  /** Of this restriction and those before it. */
  readonly conditions: readonly Condition[];
  /** Of the primitive type; undefined: this engine does not compare its values. */
  readonly order: ((one: string, other: string) => number | undefined) | undefined;
  /** Equal for equal values (4.2.1), which may be written in different ways; undefined: this engine does not tell. */
  readonly valueKey: ((value: string) => string) | undefined;
  /** Its unit: characters, octets, items. Undefined: the type has no length. */
  readonly lengthOf: ((value: string) => number) | undefined;
  readonly isDecimal: boolean;
  /** Values that stand for one element of the document, or name one. */
  readonly identity: 'ID' | 'IDREF' | undefined;
  readonly items: SimpleType | undefined;
  readonly members: readonly SimpleType[] | undefined;
  /** Of the restriction of `base` that made the type; undefined for one that is built in, a list or a union. */
  readonly facets: readonly StatedFacet[] | undefined;
}

const FORM: TextFault = {};

/** Whether every text is a value. */
export const isFree = ({ scan, conditions, members, items }: SimpleType): boolean =>
  !scan && !members && !items && conditions.length === 0;

/** @param start and `end` of the text as it stands in the document, references resolved. */
export function faultOf(type: SimpleType, text: string, start: number, end: number): TextFault | undefined {
  const { scan, conditions, members, items } = type;
  if (members) return unionFault(type, members, text.slice(start, end));
  if (isFree(type)) return undefined;
  let first = start;
  let last = end;
  if (type.whiteSpace === 'collapse') {
    while (first < last && isBlank(text.charCodeAt(first))) first += 1;
    while (last > first && isBlank(text.charCodeAt(last - 1))) last -= 1;
  }
  if (scan && !scan(text, first, last)) return FORM;
  if (items) {
    const fault = listFault(items, text.slice(first, last));
    if (fault) return fault;
  }
  return conditions.length === 0 ? undefined : brokenCondition(type, text.slice(first, last));
}

/** Every facet that a text breaks, for a report; at least one if `faultOf` has a fault. */
export function faultsOf(type: SimpleType, text: string): readonly TextFault[] {
  const first = faultOf(type, text, 0, text.length);
  if (!first?.facet || type.items || type.members) return first ? [first] : [];
  const value = normalise(text, type.whiteSpace);
  return type.conditions.flatMap((condition) => condition(value) ?? []);
}

function brokenCondition({ whiteSpace, conditions }: SimpleType, text: string): TextFault | undefined {
  const value = normalise(text, whiteSpace);
  for (const condition of conditions) {
    const fault = condition(value);
    if (fault) return fault;
  }
  return undefined;
}

function listFault(items: SimpleType, text: string): TextFault | undefined {
  for (const item of itemsOf(text)) {
    const fault = faultOf(items, item, 0, item.length);
    if (fault) return fault;
  }
  return undefined;
}

function unionFault(type: SimpleType, members: readonly SimpleType[], text: string): TextFault | undefined {
  const member = members.find((one) => !faultOf(one, text, 0, text.length));
  return member ? brokenCondition({ ...type, whiteSpace: member.whiteSpace }, text) : FORM;
}

export const itemsOf = (text: string): readonly string[] => text.match(/[^ \t\n\r][^ \t\n\r]*/g) ?? [];

/** 4.3.6. */
export function normalise(text: string, whiteSpace: WhiteSpace): string {
  if (whiteSpace === 'preserve') return text;
  const replaced = /[\t\n\r]/.test(text) ? text.replace(/[\t\n\r]/g, ' ') : text;
  if (whiteSpace === 'replace') return replaced;
  return / {2}|^ | $/.test(replaced) ? itemsOf(replaced).join(' ') : replaced;
}

/** Equal for two texts that are the same value of a type; undefined: this engine does not tell. */
export function textKey(type: SimpleType, text: string): string | undefined {
  const { members, items, valueKey, whiteSpace } = type;
  if (members) {
    const member = members.find((one) => !faultOf(one, text, 0, text.length));
    return member && textKey(member, text);
  }
  if (items) {
    const keys = itemsOf(text).map((item) => textKey(items, item));
    return keys.includes(undefined) ? undefined : keys.join(' ');
  }
  return valueKey?.(normalise(text, whiteSpace));
}
