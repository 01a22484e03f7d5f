export function allTests(): readonly string[];
export function testsReachedBy(changed: readonly string[], tests?: readonly string[]): readonly string[];

/** The files that differ from a revision, also those that git does not know yet. */
export function changedSince(revision: string): string[];
