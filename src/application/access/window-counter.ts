import type { RateWindow } from '../../ports/rate-counters.ts';

/** Those that are counted apart; later ones share a count until the next minute. */
const MOST_APART = 10_000;

/**
 * Counts in memory, for this process alone, what is not worth a write to the store. However many ask, it stays small: counts of
 * the longest window that is over are forgotten together.
 */
export class WindowCounter {
  private readonly longestMs: number;
  private readonly used = new Map<string, number[]>();
  private slot = -1;

  constructor(private readonly windows: readonly RateWindow[]) {
    this.longestMs = Math.max(...windows.map(({ seconds }) => seconds)) * 1000;
  }

  /**
   * Counts in every window, or in none when one is full. Windows begin at whole multiples of their length.
   * @returns seconds until there is room again, at least 1; 0 when it was counted.
   */
  take(name: string, now: Date): number {
    const at = now.getTime();
    const slot = Math.floor(at / this.longestMs);
    if (slot !== this.slot) this.used.clear();
    this.slot = slot;
    const known = this.used.has(name) || this.used.size < MOST_APART;
    return this.takeAs(known ? name : '', at);
  }

  /** Of each window its number since 1970 and what was counted in it, one after the other. */
  private takeAs(name: string, at: number): number {
    const used = this.used.get(name) ?? [];
    const next: number[] = [];
    let wait = 0;
    for (const [index, { seconds, limit }] of this.windows.entries()) {
      const slot = Math.floor(at / 1000 / seconds);
      const before = used[2 * index] === slot ? (used[2 * index + 1] ?? 0) : 0;
      if (before >= limit) wait = Math.max(wait, 1, Math.ceil((slot + 1) * seconds - at / 1000));
      next.push(slot, before + 1);
    }
    if (wait === 0) this.used.set(name, next);
    return wait;
  }
}
