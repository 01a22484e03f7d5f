import type { CanonicalInvoice } from './canonical.ts';
import type { LineState } from './en16931.ts';

/** A line behind one as it was is that line as it is now. */
export const lineStates = (
  lines: readonly { readonly beforeCorrection?: boolean }[],
): readonly (LineState | undefined)[] =>
  lines.map(({ beforeCorrection }, index) => {
    if (beforeCorrection === true) return 'before';
    return lines[index - 1]?.beforeCorrection === true ? 'after' : undefined;
  });

export const hasLinesBefore = ({ lines }: Pick<CanonicalInvoice, 'lines'>): boolean =>
  lines.some(({ beforeCorrection }) => beforeCorrection === true);

const CREDIT_NOTE = '381';

/**
 * How a line counts in the sums, which are differences. A credit note states what it takes back without sign, but for lines
 * before and after, which stand as they were and are.
 */
export function countsNegative(state: LineState | undefined, typeCode: string): boolean {
  if (state === undefined) return false;
  return typeCode === CREDIT_NOTE ? state === 'after' : state === 'before';
}
