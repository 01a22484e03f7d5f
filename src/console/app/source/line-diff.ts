/** A stretch of lines that another one replaces. Numbers count from 1. */
export interface Change {
  readonly oldFrom: number;
  readonly oldLines: readonly string[];
  readonly newFrom: number;
  readonly newLines: readonly string[];
}

/** Longer stretches are shown as replaced in whole. */
const MAX_CELLS = 4_000_000;

/** The changed lines of two texts, in order. */
export const changesBetween = (before: string, after: string): readonly Change[] =>
  before === after ? [] : changesOf(before.split('\n'), after.split('\n'));

/** The same of two lists of lines, or of words. */
export function changesOf(old: readonly string[], fresh: readonly string[]): readonly Change[] {
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const [oldLines, newLines] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)];
  if (oldLines.length * newLines.length > MAX_CELLS)
    return [{ oldFrom: start + 1, oldLines, newFrom: start + 1, newLines }];
  return stretches(oldLines, newLines, start + 1);
}

/** @param first the number of the first line of both. */
function stretches(old: readonly string[], fresh: readonly string[], first: number): readonly Change[] {
  const common = commonLengths(old, fresh);
  const width = fresh.length + 1;
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [oldFrom, newFrom] = [i, j];
    while ((i < old.length || j < fresh.length) && old[i] !== fresh[j]) {
      const downIsBetter = common[(i + 1) * width + j]! >= common[i * width + j + 1]!;
      if (j >= fresh.length || (i < old.length && downIsBetter)) i += 1;
      else j += 1;
    }
    if (i > oldFrom || j > newFrom)
      changes.push({
        oldFrom: first + oldFrom,
        oldLines: old.slice(oldFrom, i),
        newFrom: first + newFrom,
        newLines: fresh.slice(newFrom, j),
      });
    while (i < old.length && j < fresh.length && old[i] === fresh[j]) [i, j] = [i + 1, j + 1];
  }
  return changes;
}

/** How many lines the rests from each pair of lines have in common. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Uint32Array {
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 2) * (width + 1));
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === fresh[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  return lengths;
}
