const MAX_NAMES = 5;

/** Names in a row; the rest is counted. */
export const firstOf = (names: readonly string[]): string =>
  [
    ...names.slice(0, MAX_NAMES),
    ...(names.length > MAX_NAMES ? [`${names.length - MAX_NAMES} more`] : []),
  ].join(', ');
