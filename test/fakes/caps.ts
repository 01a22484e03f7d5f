import {
  blockAt,
  type CallEnd,
  type CapState,
  countCall,
  endCall,
  NO_CALLS,
} from '../../src/domain/lifecycle/caps.ts';
import type { CapKey, Caps, PermitResult } from '../../src/ports/caps.ts';

export class FakeCaps implements Caps {
  private readonly calls = new Map<string, CapState>();
  /** The requests for a permit. */
  readonly taken: CapKey[] = [];

  async take({ key, windows }: CapKey, now: Date, turn?: Date): Promise<PermitResult> {
    this.taken.push({ key, windows });
    const { state, promised } = countCall(this.of(key), windows, now, turn);
    this.calls.set(key, state);
    return promised ? { taken: false, promised } : { taken: true };
  }

  async end({ key, windows }: CapKey, call: CallEnd, now: Date): Promise<void> {
    this.calls.set(key, endCall(this.of(key), windows, call, now));
  }

  async blockedUntil({ key }: CapKey, now: Date): Promise<Date | undefined> {
    return blockAt(this.of(key), now);
  }

  private of(key: string): CapState {
    return this.calls.get(key) ?? NO_CALLS;
  }
}
