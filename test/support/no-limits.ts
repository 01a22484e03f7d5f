import type { TimeLimits } from '../../src/adapters/piscina/limits.ts';

/** Of a pool whose verdicts a test expects. The limits of the service are in wall time, which a machine with other work may use up. */
export const NO_LIMITS: TimeLimits = { layerMs: () => 3_600_000, documentMs: () => 3_600_000 };
