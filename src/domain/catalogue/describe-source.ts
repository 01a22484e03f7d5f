import { PLACES } from '../invoice/canonical-places.ts';

/** The member that states a term, in words, for the explanation of a rule. */
export function describeSource(term: string | undefined): string {
  if (term === undefined)
    return 'It speaks about how a file is written, and no single business term: a finding names the element.';
  const member = memberOf(term);
  return member === undefined
    ? `No member of the canonical invoice states ${term}: the service writes it, or the sender of a finished file.`
    : `In the canonical invoice ${term} is ${member}.`;
}

function memberOf(term: string): string | undefined {
  const { field, steps = [] } = PLACES.get(term) ?? {};
  if (typeof field === 'string') return field;
  const names = steps
    .filter(({ name }) => name !== '')
    .map(({ name, isList }) => `${name}${isList ? '[]' : ''}`);
  return names.length > 0 && names.length === steps.length ? names.join('.') : undefined;
}
