import { type CallTimes, type CapWindow, counted } from '../../src/domain/lifecycle/caps.ts';
import type { Caps, Taking } from '../../src/ports/caps.ts';

export class FakeCaps implements Caps {
  readonly #calls = new Map<string, CallTimes>();

  async take(key: string, windows: readonly CapWindow[], now: Date): Promise<Taking> {
    const { calls, freeAt } = counted(this.#calls.get(key) ?? [], windows, now);
    this.#calls.set(key, calls);
    return freeAt ? { taken: false, freeAt } : { taken: true };
  }
}
