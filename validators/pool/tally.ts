import type { RuleRun } from '../engine/result.ts';
import { severityOf } from './judge.ts';
import type { FiredTally } from './task.ts';

/** The rules that fired, with the pack's own flags and every count; undefined if the rules gave no verdict. */
export function tallyOf(run: RuleRun): readonly FiredTally[] | undefined {
  if (run.kind !== 'verdict') return undefined;
  return run.fired.flatMap((test): FiredTally[] => {
    const severity = severityOf(test);
    if (test.id !== undefined) return [{ id: test.id, severity, count: test.count }];
    return test.firings.map(({ text }) => ({ id: `text:${text}`, severity, count: 1 }));
  });
}
