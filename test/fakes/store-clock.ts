import type { StoreClock } from '../../src/ports/store-clock.ts';

export class FakeStoreClock implements StoreClock {
  private offset = 0;

  async offsetMs(): Promise<number> {
    return this.offset;
  }

  async advance(ms: number, mostMs: number): Promise<number | undefined> {
    if (this.offset + ms > mostMs) return undefined;
    this.offset += ms;
    return this.offset;
  }
}
