import { say } from 'en16931-rules/vocabulary/message.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { atInvoice, insideReadable } from '../../checks/early-rules/nodes.ts';
import { fieldOf } from '../../invoice/canonical-places.ts';
import { LACKING_CODES } from './written-codes.ts';

/** Rules of CIUS-RO 1.0.9 about lists that are older than those of EN 16931 1.3.16, with the terms that they judge. */
const OLDER_LISTS: readonly {
  readonly id: string;
  readonly terms: readonly string[];
  readonly list: keyof typeof LACKING_CODES;
}[] = [
  { id: 'BR-CL-04', terms: ['BT-5'], list: 'iso-4217-currency' },
  { id: 'BR-CL-05', terms: ['BT-6'], list: 'iso-4217-currency' },
  { id: 'BR-CL-07', terms: ['BT-18-1', 'BT-128-1'], list: 'untdid-1153' },
  { id: 'BR-CL-10', terms: ['BT-29-1', 'BT-46-1', 'BT-60-1'], list: 'icd' },
  { id: 'BR-CL-11', terms: ['BT-30-1', 'BT-47-1', 'BT-61-1'], list: 'icd' },
  { id: 'BR-CL-13', terms: ['BT-158-1'], list: 'untdid-7143' },
  { id: 'BR-CL-16', terms: ['BT-81'], list: 'untdid-4461' },
  { id: 'BR-CL-20', terms: ['BT-105', 'BT-145'], list: 'untdid-7161' },
  { id: 'BR-CL-21', terms: ['BT-157-1'], list: 'icd' },
  { id: 'BR-CL-22', terms: ['BT-121'], list: 'vatex' },
  { id: 'BR-CL-25', terms: ['BT-34-1', 'BT-49-1'], list: 'eas' },
  { id: 'BR-CL-26', terms: ['BT-71-1'], list: 'icd' },
];

/** ANAF judges by its own, older lists. */
export const OLDER_CODES: readonly EarlyRule[] = OLDER_LISTS.map(({ id, terms, list }) => {
  const unknown: ReadonlySet<unknown> = new Set(LACKING_CODES[list].split(' '));
  const places = terms.map((term) => ({ term, read: insideReadable(term) }));
  return {
    id,
    source: 'CIUS-RO',
    term: terms[0]!,
    title: say('routes-ro-efactura.code-is-newer-than-list-of-anaf'),
    fix: say('routes-ro-efactura.use-code-of-older-list-or-leave-it-out'),
    broken: (invoice) =>
      places.flatMap(({ term, read }) =>
        read(atInvoice(invoice)).flatMap(({ self }) =>
          self && unknown.has(self.value)
            ? [{ field: fieldOf(self.place, self), term, fault: 'wrong' as const }]
            : [],
        ),
      ),
  };
});
