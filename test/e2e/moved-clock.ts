import assert from 'node:assert/strict';
import type { Service } from '../support/service.ts';

/** The clock of all processes on a store, and which time of it any real time was. */
export class MovedClock {
  readonly #services: readonly Service[];
  readonly #moves: { readonly from: number; readonly offsetMs: number }[] = [{ from: 0, offsetMs: 0 }];

  /** @param services that share it; those that are added later, too. */
  constructor(services: readonly Service[]) {
    this.#services = services;
  }

  now(): number {
    return this.at(Date.now());
  }

  at(realMs: number): number {
    return realMs + this.#moves.findLast(({ from }) => from <= realMs)!.offsetMs;
  }

  /** Returns when every living process goes by the new time. */
  async advance(seconds: number): Promise<void> {
    const alive = this.#services.filter(
      ({ process: { exitCode, signalCode } }) => exitCode === null && signalCode === null,
    );
    const [first, ...others] = alive;
    const { offsetMs } = this.#moves.at(-1)!;
    this.#moves.push({ from: Date.now(), offsetMs: offsetMs + seconds * 1000 });
    await moved(first!, seconds);
    // A move by nothing has a process read what the store says now.
    await Promise.all(others.map((service) => moved(service, 0)));
  }
}

async function moved({ metricsUrl }: Service, seconds: number): Promise<void> {
  const body = JSON.stringify({ advance_seconds: seconds });
  assert.equal((await fetch(`${metricsUrl}/clock`, { method: 'POST', body })).status, 200);
}
