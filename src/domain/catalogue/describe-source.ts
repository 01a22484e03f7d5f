import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { PLACES } from '../invoice/canonical-places.ts';

/** Where a term is corrected, in words, for the explanation of a rule. */
export function describeSource(term: string | undefined): Text {
  if (term === undefined) return say('codes.it-speaks-about-how-file-is-written-and');
  return memberOf(term) === undefined
    ? say('codes.term-is-written-by-service-or-sender-of-file', { term })
    : say('codes.correct-term-in-erp-or-editor', { term });
}

/** The member of the canonical invoice that states a term, such as `seller.address.region`. */
export function memberOf(term: string): string | undefined {
  const { field, steps = [] } = PLACES.get(term) ?? {};
  if (typeof field === 'string') return field;
  const names = steps
    .filter(({ name }) => name !== '')
    .map(({ name, isList }) => `${name}${isList ? '[]' : ''}`);
  return names.length > 0 && names.length === steps.length ? names.join('.') : undefined;
}
