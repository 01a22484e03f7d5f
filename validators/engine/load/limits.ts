import { PackRefused } from './refusal.ts';
import type { Place } from './schema.ts';

/** How large a pack may be: the largest official one stays below a twentieth of each. */
export const LIMITS = {
  /** Elements inside each other, included files counted in the place of their include. */
  depth: 100,
  /** Includes and abstract patterns written out. */
  elements: 100_000,
  /** Of attributes and text, written out. */
  characters: 16_000_000,
  /** Characters of one expression. */
  expression: 100_000,
  /** See `nestingOf`. */
  nesting: 500,
  /** Nodes that the compiler makes and visits, over all: a few seconds. */
  steps: 1_000_000,
} as const;

/** Refused for its size. No other engine is asked: it would have to bear the same. */
export class PackTooLarge extends PackRefused {}

/** @throws PackTooLarge */
export function refuseDepth(at: Place): never {
  throw new PackTooLarge(at, `more than ${LIMITS.depth} elements inside each other`);
}
