import { COMMON_STATUSES } from '../../domain/delivery/status-mapping.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Inquiry } from '../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';

/**
 * An empty look proves nothing until the route may show what the last call left.
 * @param afterMs how long after a call that takes.
 * @returns the pause until then; undefined once the look counts.
 */
export function notYetShown(
  { startedAt, calledAt = startedAt }: Inquiry,
  afterMs: number,
  clock: Clock,
): RailAnswer | undefined {
  const waitMs = calledAt.getTime() + afterMs - clock.now().getTime();
  if (waitMs <= 0) return undefined;
  return {
    mapping: COMMON_STATUSES.tooMany,
    isOwnPause: true,
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  };
}
