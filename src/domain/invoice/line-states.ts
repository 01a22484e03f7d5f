import type { LineState } from './en16931.ts';

/**
 * A line that follows a line before the correction is that line after it. Any other line is a difference, but not in an order
 * that is stated before and after: there it is an added line (FA(3), StanPrzedZ).
 */
export function lineStates(
  lines: readonly { readonly beforeCorrection?: boolean | undefined }[],
  isOrder: boolean,
): readonly (LineState | undefined)[] {
  const isAdded = isOrder && hasLinesBefore({ lines });
  return lines.map(({ beforeCorrection }, index) => {
    if (beforeCorrection === true) return 'before';
    return isAdded || lines[index - 1]?.beforeCorrection === true ? 'after' : undefined;
  });
}

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
