import type { Messages } from '../engine/engine.ts';
import type { RuleRun } from '../engine/result.ts';
import type { CheckedFile } from './checked-file.ts';

/** A pack's rules on one engine, ready to run. */
export interface Rules {
  /** @throws Unreadable */
  run(file: CheckedFile, deadlineMs: number): Promise<RuleRun>;
  /** Left out by an engine that knows no nodes. @throws Unreadable */
  list?(file: CheckedFile, deadlineMs: number): Messages;
}
