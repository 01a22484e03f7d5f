import assert from 'node:assert/strict';
import type { Service } from '../../support/service.ts';

interface Move {
  readonly from: number;
  /** By then every process goes by it. */
  until: number;
  readonly offsetMs: number;
}

/** The clock of all processes on a store, and which time of it any real time was. */
export class MovedClock {
  private readonly moves: Move[] = [{ from: 0, until: 0, offsetMs: 0 }];

  /** @param services that share it; those that are added later, too. */
  constructor(private readonly services: readonly Service[]) {}

  now(): number {
    return this.at(Date.now());
  }

  at(realMs: number): number {
    return realMs + this.moves.findLast(({ from }) => from <= realMs)!.offsetMs;
  }

  /** Whether some processes went by another time than others. */
  wasMoving(realMs: number): boolean {
    const { from, until } = this.moves.findLast((move) => move.from <= realMs)!;
    return from > 0 && realMs <= until;
  }

  /** Returns when every living process goes by the new time. */
  async advance(seconds: number): Promise<void> {
    const alive = this.services.filter(
      ({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null,
    );
    const [first, ...others] = alive;
    const { offsetMs } = this.moves.at(-1)!;
    const move = { from: Date.now(), until: Infinity, offsetMs: offsetMs + seconds * 1000 };
    this.moves.push(move);
    await moved(first!, seconds);
    // A move by nothing has a process read what the store says now.
    await Promise.all(others.map((service) => moved(service, 0)));
    move.until = Date.now();
  }
}

async function moved({ metricsUrl }: Service, seconds: number): Promise<void> {
  const body = JSON.stringify({ advance_seconds: seconds });
  assert.equal((await fetch(`${metricsUrl}/clock`, { method: 'POST', body })).status, 200);
}
