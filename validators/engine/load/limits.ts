import { PackRefused } from './pack-refused.ts';
import type { Place } from './schema.ts';

/** Limits on a pack: the largest official one stays below a twentieth of each. */
export const LIMITS = {
  /** Nested elements; an included file counts in the place of its include. */
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

/** Refused for its size. No other engine is tried: it would have the same work. */
export class PackTooLarge extends PackRefused {}

/** @throws PackTooLarge */
export function refuseDepth(at: Place): never {
  throw new PackTooLarge(at, `more than ${LIMITS.depth} elements inside each other`);
}
