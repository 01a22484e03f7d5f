/** The number of rows in one document: a check costs the same for one fault as for forty. */
const GROUP = 40;

export const inGroups = <T>(rows: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(rows.length / GROUP) }, (_, n) => rows.slice(n * GROUP, (n + 1) * GROUP));
