import type { Rail } from '../../../src/ports/rail/rail.ts';
import { cappedSends } from '../../support/capped-sends.ts';
import { withMethods } from '../../support/with-methods.ts';

/** A short queue exceeds these: batches happen all the time, and some queues are too long for one batch. */
export function narrow(rail: Rail): Rail {
  const { batches, caps } = rail;
  if (!batches) return rail;
  return withMethods(rail, {
    caps: cappedSends(caps, { seconds: 60, limit: 3 }),
    batches: withMethods(batches, {
      windows: [{ seconds: 2, limit: 1 }],
      fromWaitMs: 5_000,
      gatherMs: 1_000,
      most: { ...batches.most, documents: 6 },
    }),
  });
}
