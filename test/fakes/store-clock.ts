import type { StoreClock } from '../../src/ports/store-clock.ts';

export class FakeStoreClock implements StoreClock {
  #offset = 0;

  async offsetMs(): Promise<number> {
    return this.#offset;
  }

  async advance(ms: number): Promise<number> {
    this.#offset += ms;
    return this.#offset;
  }
}
