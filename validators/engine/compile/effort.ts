import { LIMITS } from '../load/limits.ts';

/** Compiling or running would take too long. It becomes a `PackTooLarge` once the place is known. */
export class TooCostly extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'TooCostly';
  }
}

/** One counter: packs are compiled one after the other, and code everywhere counts. */
let left = 0;

/**
 * A variable stands for its expression, and each branch of a choice is consumed separately, so twenty short expressions can become a
 * million. Every node that is made or visited is one of these steps.
 */
export function withinEffort<T>(compile: () => T): T {
  left = LIMITS.steps;
  return compile();
}

/** @throws TooCostly */
export function spend(steps = 1): void {
  left -= steps;
  if (left < 0)
    throw new TooCostly(`an expression is written out again and again, in more than ${LIMITS.steps} steps`);
}
