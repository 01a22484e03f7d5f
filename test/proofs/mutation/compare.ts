import type { FiredTest, RuleRun } from '../../../validators/engine/result.ts';

/**
 * The differences between two engines on one document and pack: how they ended, which tests fired, how often, with which flag
 * and text, and where. Undefined if they agree. The codes of errors may differ: the verdict is only that there is an error.
 */
export function disagreement(one: RuleRun, other: RuleRun): string | undefined {
  if (one.kind !== other.kind) return `${describe(one)} against ${describe(other)}`;
  if (one.kind !== 'verdict' || other.kind !== 'verdict') return undefined;
  if (one.reached !== other.reached) return `rules reached: ${one.reached} against ${other.reached}`;
  const [ours, theirs] = [one.fired.map(line).sort(), other.fired.map(line).sort()];
  const differing = [
    ...ours.filter((each) => !theirs.includes(each)).map((each) => `+${each}`),
    ...theirs.filter((each) => !ours.includes(each)).map((each) => `-${each}`),
  ];
  return differing.length > 0 || ours.length !== theirs.length ? differing.join('\n') : undefined;
}

const describe = (run: RuleRun): string =>
  run.kind === 'verdict'
    ? `verdict (${run.fired.map(({ id }) => id).join(' ')})`
    : `${run.kind}: ${run.reason}`;

/** If a test fires more often than is reported, engines report the first ones in different orders: then only the count is compared. */
const line = ({ id, flag, role, count, firings }: FiredTest): string =>
  [
    id ?? '-',
    flag ?? '-',
    role ?? '-',
    `×${count}`,
    ...(count > firings.length ? [] : firings).map(
      ({ text, location }) => `${location?.xpath ?? '?'} "${text}"`,
    ),
  ].join(' ');
