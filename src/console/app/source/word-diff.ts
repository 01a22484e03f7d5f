import { changesOf } from './line-diff.ts';

/** Words of one text that the other has as well, or has not. */
interface Stretch {
  readonly text: string;
  readonly isChanged: boolean;
}

interface Compared {
  readonly before: readonly Stretch[];
  readonly after: readonly Stretch[];
}

/** Two texts in stretches of whole words: what both have, and what only one of them has. */
export function wordsBetween(before: string, after: string): Compared {
  const [old, fresh] = [wordsIn(before), wordsIn(after)];
  const changes = changesOf(old, fresh);
  return {
    before: stretchesOf(
      old,
      changes.map(({ oldFrom, oldLines }) => [oldFrom - 1, oldLines.length]),
    ),
    after: stretchesOf(
      fresh,
      changes.map(({ newFrom, newLines }) => [newFrom - 1, newLines.length]),
    ),
  };
}

const wordsIn = (text: string): readonly string[] => text.split(/\s+/).filter(Boolean);

function stretchesOf(
  words: readonly string[],
  changed: readonly (readonly [from: number, count: number])[],
): readonly Stretch[] {
  const cut = (from: number, to: number, isChanged: boolean): Stretch => ({
    text: words.slice(from, to).join(' '),
    isChanged,
  });
  const stretches: Stretch[] = [];
  let end = 0;
  for (const [from, count] of changed) {
    stretches.push(cut(end, from, false), cut(from, from + count, true));
    end = from + count;
  }
  return [...stretches, cut(end, words.length, false)].filter(({ text }) => text);
}
