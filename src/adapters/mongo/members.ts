/** Members that have a value: a document leaves the others out. */
export const membersWithValue = (record: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined && value !== null));

/** For `$unset`: those of `names` that a document is not to have. */
export const membersWithout = (names: readonly string[], set: object): Record<string, ''> =>
  Object.fromEntries(names.filter((name) => !(name in set)).map((name) => [name, '']));
