import type { Caller, Scope } from '../domain/access/caller.ts';
import { CallFailed } from '../domain/failures.ts';
import type { Clock } from '../ports/clock.ts';
import type { RateCounters, RateWindow } from '../ports/rate-counters.ts';

/** Contract part 8. */
export const RATE_LIMITS: Readonly<Record<Scope, readonly RateWindow[]>> = {
  submit: [
    { seconds: 1, limit: 20 },
    { seconds: 60, limit: 600 },
  ],
  read: [
    { seconds: 1, limit: 50 },
    { seconds: 60, limit: 3000 },
  ],
  admin: [
    { seconds: 1, limit: 20 },
    { seconds: 60, limit: 600 },
  ],
};

/** Counts a request per client, not per key; operators and partners count on their own. */
export class LimitRate {
  readonly #counters: RateCounters;
  readonly #clock: Clock;

  constructor(counters: RateCounters, clock: Clock) {
    this.#counters = counters;
    this.#clock = clock;
  }

  /** @throws CallFailed `rate-limited`; then nothing was counted. */
  async run(caller: Caller, scope: Scope): Promise<void> {
    const bucket = `${counted(caller)}/${scope}`;
    const wait = await this.#counters.take(bucket, RATE_LIMITS[scope], this.#clock.now());
    if (wait > 0) throw new CallFailed({ kind: 'rate-limited', retryAfterSeconds: wait });
  }
}

function counted(caller: Caller): string {
  switch (caller.kind) {
    case 'client':
      return `client:${caller.client}`;
    case 'partner':
      return `partner:${caller.partner}`;
    default:
      return caller.kind;
  }
}
