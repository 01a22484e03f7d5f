import { fieldOf } from '../../invoice/canonical-places.ts';
import type { EarlyRule } from './early-rule.ts';
import { atInvoice, insideReadable } from './nodes.ts';

/** A rule that asks a list of codes whose edition lacks codes of EN 16931. */
interface ListRule<List extends string> {
  readonly id: string;
  /** Their places in the canonical form take every code of EN 16931. */
  readonly terms: readonly string[];
  readonly list: List;
}

/** @param lacking the codes, blanks between them, by list. */
export const lackingCodes = <List extends string>(
  origin: Pick<EarlyRule, 'source' | 'title' | 'fix'>,
  lacking: Readonly<Record<List, string>>,
  rules: readonly ListRule<List>[],
): readonly EarlyRule[] =>
  rules.map(({ id, terms, list }) => {
    const unknown: ReadonlySet<unknown> = new Set(lacking[list].split(' '));
    const places = terms.map((term) => ({ term, read: insideReadable(term) }));
    return {
      ...origin,
      id,
      term: terms[0]!,
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
