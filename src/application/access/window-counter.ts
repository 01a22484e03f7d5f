import type { RateWindow } from '../../ports/rate-counters.ts';

/** Names counted apart; later ones share a count until the next minute. */
const MAX_WINDOWS = 10_000;

/**
 * Counts, in memory and for this process alone, what is not worth a write to the store. It stays small with any number of callers:
 * counts whose longest window is over are dropped together.
 */
export class WindowCounter {
  private readonly maxWindowMs: number;
  private readonly used = new Map<string, number[]>();
  private slot = -1;

  constructor(private readonly windows: readonly RateWindow[]) {
    this.maxWindowMs = Math.max(...windows.map(({ seconds }) => seconds)) * 1000;
  }

  /**
   * Counts in every window, or in none if one is full. Windows begin at whole multiples of their length.
   * @returns seconds until there is room again, at least 1; 0 if the call was counted.
   */
  take(name: string, now: Date): number {
    const shared = this.sharedName(name, now);
    const { wait, counted } = this.withOneMore(shared, now);
    if (wait === 0) this.used.set(shared, counted);
    return wait;
  }

  /** @returns seconds until there is room again; 0 if there is. It counts nothing. */
  wait(name: string, now: Date): number {
    return this.withOneMore(this.sharedName(name, now), now).wait;
  }

  private sharedName(name: string, now: Date): string {
    const slot = Math.floor(now.getTime() / this.maxWindowMs);
    if (slot !== this.slot) this.used.clear();
    this.slot = slot;
    return this.used.has(name) || this.used.size < MAX_WINDOWS ? name : '';
  }

  /** For each window: its number since 1970, then its count. */
  private withOneMore(name: string, now: Date): { readonly wait: number; readonly counted: number[] } {
    const at = now.getTime();
    const used = this.used.get(name) ?? [];
    const counted: number[] = [];
    let wait = 0;
    for (const [index, { seconds, limit }] of this.windows.entries()) {
      const slot = Math.floor(at / 1000 / seconds);
      const before = used[2 * index] === slot ? (used[2 * index + 1] ?? 0) : 0;
      if (before >= limit) wait = Math.max(wait, 1, Math.ceil((slot + 1) * seconds - at / 1000));
      counted.push(slot, before + 1);
    }
    return { wait, counted };
  }
}
