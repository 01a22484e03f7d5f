import type { NameKey } from '../names.ts';
import { faultsOf, normalise, type SimpleType, type TextFault } from '../text/simple-type.ts';
import type { Reason } from './misplaced.ts';

/** @param reason is ours: libxml2 names what may stand there, and no more. */
export function notExpected(expected: readonly NameKey[], reason: Reason | undefined): string {
  const sentence = 'This element is not expected.';
  return expected.length === 0
    ? sentence
    : `${sentence} Expected is ${listed(expected)}.${reason ? ` ${REASONS[reason.kind](reason.names)}` : ''}`;
}

const REASONS: Readonly<Record<Reason['kind'], (names: readonly NameKey[]) => string>> = {
  missing: (names) => `Missing before it is ${listed(names)}.`,
  late: (names) => `It belongs before ${listed(names)}.`,
  again: () => 'It occurs again.',
  unknown: (names) => `There is no such element in ${listed(names)}.`,
};

export function incomplete(expected: readonly NameKey[]): string {
  return expected.length === 0
    ? 'Missing child element(s).'
    : `Missing child element(s). Expected is ${listed(expected)}.`;
}

const listed = (expected: readonly NameKey[]): string =>
  `${expected.length > 1 ? 'one of ' : ''}( ${expected.join(', ')} )`;

/** @param text that is no value of the type. A pattern is hard to read, so it comes last. */
export function wrongTexts(type: SimpleType, text: string): readonly string[] {
  const value = normalise(text, type.whiteSpace);
  return faultsOf(type, text)
    .toSorted((a, b) => Number(a.facet === 'pattern') - Number(b.facet === 'pattern'))
    .map((fault) => wrongText(type, fault, value));
}

/** @param value as it stands in the document, normalised. */
function wrongText(type: SimpleType, { facet, limit = '' }: TextFault, value: string): string {
  const name = nearestName(type);
  const named = name === undefined ? '' : ` '${builtInPrefix(name)}'`;
  const length = String(type.lengthOf?.(value) ?? 0);
  switch (facet) {
    case undefined:
      return `'${value}' is not a valid value of the ${named === '' ? 'local ' : ''}${varietyOf(type)} type${named}.`;
    case 'enumeration': {
      const codes = limit.split('\n').map((code) => `'${code}'`);
      return `[facet 'enumeration'] The value '${value}' is not an element of the set {${codes.join(', ')}}.`;
    }
    case 'pattern':
      return `[facet 'pattern'] The value '${value}' is not accepted by the pattern '${limit}'.`;
    case 'length':
      return `[facet 'length'] The value has a length of '${length}'; this differs from the allowed length of '${limit}'.`;
    case 'maxLength':
      return `[facet 'maxLength'] The value has a length of '${length}'; this exceeds the allowed maximum length of '${limit}'.`;
    case 'minLength':
      return `[facet 'minLength'] The value has a length of '${length}'; this underruns the allowed minimum length of '${limit}'.`;
    case 'totalDigits':
      return `[facet 'totalDigits'] The value '${value}' has more digits than are allowed ('${limit}').`;
    case 'fractionDigits':
      return `[facet 'fractionDigits'] The value '${value}' has more fractional digits than are allowed ('${limit}').`;
    case 'minInclusive':
      return `[facet 'minInclusive'] The value '${value}' is less than the minimum value allowed ('${limit}').`;
    case 'minExclusive':
      return `[facet 'minExclusive'] The value '${value}' must be greater than the minimum value allowed ('${limit}').`;
    case 'maxInclusive':
      return `[facet 'maxInclusive'] The value '${value}' is greater than the maximum value allowed ('${limit}').`;
    case 'maxExclusive':
      return `[facet 'maxExclusive'] The value '${value}' must be less than the maximum value allowed ('${limit}').`;
    default:
      return facet satisfies never;
  }
}

/** A type inside an element is described by the one that it restricts. */
const nearestName = ({ name, base }: SimpleType): NameKey | undefined => name ?? (base && nearestName(base));

const varietyOf = ({ members, items }: SimpleType): string => (members ? 'union' : items ? 'list' : 'atomic');

const builtInPrefix = (name: NameKey): string => name.replace('{http://www.w3.org/2001/XMLSchema}', 'xs:');

export const SENTENCES = {
  noRoot: 'No matching global declaration available for the validation root.',
  noWildcardDeclaration:
    'No matching global element declaration available, but demanded by the strict wildcard.',
  abstractElement: 'The element declaration is abstract.',
  abstractType: 'The type definition is abstract.',
  emptyContent: 'Character content is not allowed, because the content type is empty.',
  elementsOnly:
    'Character content other than whitespace is not allowed because the content type is element-only.',
  textOnly: 'Element content is not allowed, because the content type is a simple type definition.',
  noContent: 'Element content is not allowed, because the content type is empty.',
  nilled: 'Neither character nor element content is allowed, because the element is nilled.',
  notNillable: "The element is not 'nillable'.",
  notBoolean: "The value of xsi:nil is not 'true' or 'false'.",
  noType: 'The type that xsi:type names is not declared.',
  notDerived: 'The type that xsi:type names is not derived from that of the element.',
  notFixed: (value: string, fixed: string) =>
    `The actual value '${value}' does not match the fixed value constraint '${fixed}'.`,
  notAllowed: (name: NameKey) => `The attribute '${name}' is not allowed.`,
  missing: (name: NameKey) => `The attribute '${name}' is required but missing.`,
  repeatedId: (value: string) => `The identity '${value}' occurs more than once.`,
  noAttributeDeclaration:
    'No matching global attribute declaration available, but demanded by the strict wildcard.',
  nilledFixed: 'The element is nilled, although its value is fixed.',
  noId: (value: string) => `There is no identity '${value}' that the reference names.`,
} as const;
