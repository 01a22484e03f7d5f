import type { Caps } from '../../src/ports/caps.ts';

/** Caps that let everything through. */
export const NO_CAPS: Caps = {
  take: async () => ({ taken: true }),
  end: async () => undefined,
  blockedUntil: async () => undefined,
};
