import type { LineState } from './en16931.ts';

/** A line that follows a line before the correction is that line after it. */
export const lineStates = (
  lines: readonly { readonly beforeCorrection?: boolean }[],
): readonly (LineState | undefined)[] =>
  lines.map(({ beforeCorrection }, index) => {
    if (beforeCorrection === true) return 'before';
    return lines[index - 1]?.beforeCorrection === true ? 'after' : undefined;
  });

export const hasLinesBefore = ({
  lines,
}: {
  readonly lines: readonly { readonly beforeCorrection?: boolean | undefined }[];
}): boolean => lines.some(({ beforeCorrection }) => beforeCorrection === true);

const CREDIT_NOTES: ReadonlySet<string> = new Set(['381', '261']);

/**
 * Whether a line counts as negative in the sums, which are differences. A credit note states the amounts that it takes back without a sign,
 * except for lines before and after the correction, which keep theirs.
 */
export function countsNegative(state: LineState | undefined, typeCode: string): boolean {
  if (state === undefined) return false;
  return CREDIT_NOTES.has(typeCode) ? state === 'after' : state === 'before';
}
