import { fieldOf } from '../../invoice/canonical-places.ts';
import type { EarlyRule } from './early-rule.ts';
import { atInvoice, insideReadable } from './nodes.ts';

/** A rule that asks a list of codes whose edition lacks codes of EN 16931. */
interface ListRule {
  readonly id: string;
  /** Their places in the canonical form take every code of EN 16931. */
  readonly terms: readonly string[];
  readonly list: string;
}

type ListOf<Rules extends readonly ListRule[]> = Rules[number]['list'];

/** @param lacking the codes, blanks between them, by list; a list that no rule asks does not compile. */
export const lackingCodes = <
  const Rules extends readonly ListRule[],
  const Lacking extends Readonly<Record<ListOf<Rules>, string>>,
>(
  origin: Pick<EarlyRule, 'source' | 'title' | 'fix'>,
  lacking: Lacking & Readonly<Record<Exclude<keyof Lacking, ListOf<Rules>>, never>>,
  rules: Rules,
): readonly EarlyRule[] =>
  rules.map(({ id, terms, list }) => {
    const codes: Readonly<Record<string, string>> = lacking;
    const unknown: ReadonlySet<unknown> = new Set(codes[list]?.split(' '));
    return { ...origin, id, term: terms[0]!, broken: wrongValues(terms, (value) => unknown.has(value)) };
  });

/** The members of some terms whose value is wrong. */
export function wrongValues(
  terms: readonly string[],
  isWrong: (value: unknown) => boolean,
): EarlyRule['broken'] {
  const places = terms.map((term) => ({ term, read: insideReadable(term) }));
  return (invoice) =>
    places.flatMap(({ term, read }) =>
      read(atInvoice(invoice)).flatMap(({ self }) =>
        self && isWrong(self.value)
          ? [{ field: fieldOf(self.place, self), term, fault: 'wrong' as const }]
          : [],
      ),
    );
}
