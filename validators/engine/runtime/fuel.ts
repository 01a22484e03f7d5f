import { Escape } from './errors.ts';

/** Steps between two looks at the clock: about a millisecond. */
const SLICE = 100_000;

interface Limits {
  /** Loop iterations that one pack may take on one document. */
  readonly steps: number;
  /** When to stop, on the clock of `performance.now()`. */
  readonly deadline: number;
}

/**
 * Bounds rules that are quadratic by themselves: every iteration of every loop costs one step. One counter per thread, because packs run
 * one after the other and access to it has to be cheap.
 */
export const fuel = { left: 0 };

let reserve = 0;
let deadline = 0;

export function fill(limits: Limits): void {
  fuel.left = Math.min(SLICE, limits.steps);
  reserve = limits.steps - fuel.left;
  deadline = limits.deadline;
}

/** Called when `fuel.left` is used up. @throws Escape */
export function refuel(): void {
  if (performance.now() > deadline) throw new Escape('deadline', 'the rules did not finish in time');
  if (reserve <= 0) throw new Escape('limit', 'the rules took too many steps');
  fuel.left = Math.min(SLICE, reserve);
  reserve -= fuel.left;
}
