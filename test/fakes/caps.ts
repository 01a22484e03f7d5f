import { type CapState, type CapWindow, counted, NO_CALLS } from '../../src/domain/lifecycle/caps.ts';
import type { Caps, Taking } from '../../src/ports/caps.ts';

export class FakeCaps implements Caps {
  readonly #calls = new Map<string, CapState>();

  async take(key: string, windows: readonly CapWindow[], now: Date): Promise<Taking> {
    const { state, freeAt } = counted(this.#calls.get(key) ?? NO_CALLS, windows, now);
    this.#calls.set(key, state);
    return freeAt ? { taken: false, freeAt } : { taken: true };
  }
}
