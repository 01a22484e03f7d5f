export function allTests(): readonly string[];
export function testsReachedBy(changed: readonly string[], tests?: readonly string[]): readonly string[];
export function changedSince(revision: string): readonly string[];
