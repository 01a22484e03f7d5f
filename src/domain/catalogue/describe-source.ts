import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { PLACES } from '../invoice/canonical-places.ts';

/** The member that states a term, in words, for the explanation of a rule. */
export function describeSource(term: string | undefined): Text {
  if (term === undefined) return say('codes.it-speaks-about-how-file-is-written-and');
  const member = memberOf(term);
  return member === undefined
    ? say('codes.no-member-of-canonical-invoice-states-service-writes', { term })
    : say('codes.in-canonical-invoice-is', { term, field: member });
}

function memberOf(term: string): string | undefined {
  const { field, steps = [] } = PLACES.get(term) ?? {};
  if (typeof field === 'string') return field;
  const names = steps
    .filter(({ name }) => name !== '')
    .map(({ name, isList }) => `${name}${isList ? '[]' : ''}`);
  return names.length > 0 && names.length === steps.length ? names.join('.') : undefined;
}
