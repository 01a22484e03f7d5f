import type { RuleRun } from '../engine/result.ts';
import type { EngineDifference } from './task.ts';

const MAX_IDS = 10;

/** The difference between two engines: their endings, or which rules fired and how often. */
export function difference(
  one: RuleRun,
  other: RuleRun,
): Pick<EngineDifference, 'ids' | 'kinds'> | undefined {
  const kinds = [one.kind, other.kind] as const;
  // An engine that could not decide contradicts no other.
  if (kinds.includes('escape')) return undefined;
  if (one.kind !== 'verdict' || other.kind !== 'verdict')
    return one.kind === other.kind ? undefined : { ids: [], kinds };
  const [ours, theirs] = [firings(one), firings(other)];
  const ids = [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (id) => ours.get(id) !== theirs.get(id),
  );
  return ids.length > 0 || one.reached !== other.reached ? { ids: ids.slice(0, MAX_IDS), kinds } : undefined;
}

function firings({ fired }: Extract<RuleRun, { kind: 'verdict' }>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { id = '', flag = '', count } of fired) {
    const key = flag ? `${id} (${flag})` : id;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  return counts;
}
