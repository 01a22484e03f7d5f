/** What a proof has counted, by a run: published in runs/proof-counts.md. */
export interface Count {
  /** What it was counted of: a store, a route, a corpus; empty if there is only one. */
  readonly of: string;
  /** In the plural: `kills`. */
  readonly unit: string;
  readonly count: number;
}

const MARK = 'counted ';

/** Prints a count, in a line of its own that `npm run proofs` reads. */
export const printCount = (count: Count): void => console.log(`${MARK}${JSON.stringify(count)}`);

/** The counts in the output of a proof. */
export const countsIn = (printed: string): readonly Count[] =>
  printed.split('\n').flatMap((line): readonly Count[] => {
    const text = line.trimStart();
    return text.startsWith(MARK) ? [JSON.parse(text.slice(MARK.length)) as Count] : [];
  });
