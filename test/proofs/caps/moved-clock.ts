import assert from 'node:assert/strict';
import type { Service } from '../../support/service.ts';

interface Move {
  readonly from: number;
  /** By then every process uses the new time. */
  until: number;
  readonly offsetMs: number;
}

/** The clock of all processes on a store, and its time at any real time. */
export class MovedClock {
  private readonly moves: Move[] = [{ from: 0, until: 0, offsetMs: 0 }];

  /** @param services that share it; services added later share it, too. */
  constructor(private readonly services: readonly Service[]) {}

  now(): number {
    return this.at(Date.now());
  }

  at(realMs: number): number {
    return realMs + this.moves.findLast(({ from }) => from <= realMs)!.offsetMs;
  }

  /** Whether two processes used different times. */
  wasMoving(realMs: number): boolean {
    const { from, until } = this.moves.findLast((move) => move.from <= realMs)!;
    return from > 0 && realMs <= until;
  }

  /** Returns when every live process uses the new time. */
  async advance(seconds: number): Promise<void> {
    const alive = this.services.filter(
      ({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null,
    );
    const [first, ...others] = alive;
    const { offsetMs } = this.moves.at(-1)!;
    const move = { from: Date.now(), until: Infinity, offsetMs: offsetMs + seconds * 1000 };
    this.moves.push(move);
    await moved(first!, seconds);
    // A move by zero makes a process read the time of the store.
    await Promise.all(others.map((service) => moved(service, 0)));
    move.until = Date.now();
  }
}

async function moved({ metricsUrl }: Service, seconds: number): Promise<void> {
  const body = JSON.stringify({ advance_seconds: seconds });
  assert.equal((await fetch(`${metricsUrl}/clock`, { method: 'POST', body })).status, 200);
}
