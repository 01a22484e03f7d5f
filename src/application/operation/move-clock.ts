import { say } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Clock, TestClock } from '../../ports/clock.ts';

export interface ShownClock {
  readonly now: Date;
  readonly canMove: boolean;
}

/** The service's time, and in a sandbox with `CLOCK_CONTROL` the move of it (extension). */
export class MoveClock {
  constructor(
    private readonly ports: { readonly clock: Clock; readonly testClock?: TestClock | undefined },
  ) {}

  read(): ShownClock {
    return { now: this.ports.clock.now(), canMove: this.ports.testClock !== undefined };
  }

  /** @throws CallFailed `not-found`: this clock does not move. `bad-request`: that is too far. */
  async forward(ms: number): Promise<ShownClock> {
    const { testClock } = this.ports;
    if (!testClock)
      throw new CallFailed({
        kind: 'not-found',
        detail: say('calls.this-clock-does-not-move-clock-control-is'),
      });
    const now = await testClock.advance(ms);
    if (!now)
      throw new CallFailed({
        kind: 'bad-request',
        detail: say('calls.clock-ends-with-year-9998-nothing-was-moved'),
      });
    return { now, canMove: true };
  }
}
