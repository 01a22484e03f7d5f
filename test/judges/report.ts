import type { Judge } from '../support/judges.ts';

/** A run without more judges proves too little. */
const MAX_MISSING = 2;

/** What is missing, a line for each, and whether the others are enough. */
export function report(
  judges: readonly Judge[],
  missing: ReadonlyMap<string, string>,
): { readonly lines: readonly string[]; readonly isEnough: boolean } {
  const isEnough = missing.size <= MAX_MISSING;
  return {
    lines: [
      `judges: ${judges.length - missing.size} of ${judges.length}`,
      ...judges.flatMap(({ name, judges: what }) => {
        const reason = missing.get(name);
        return reason === undefined ? [] : [`missing: ${name}, which judges ${what} (${reason})`];
      }),
      ...(isEnough ? [] : [`More than ${MAX_MISSING} judges are missing.`]),
    ],
    isEnough,
  };
}
