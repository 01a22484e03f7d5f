/** A canonical document as JSON. */
export type Json = Record<string, unknown>;

/** Random numbers from a seed (a linear congruential generator, the constants of ANSI C). */
export class Draws {
  constructor(private state: number) {}

  /** True with a probability of `share`. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** An integer from 0. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  /** An amount with at most this many decimals. */
  number(below: number, decimals: number): string {
    return (this.next() * below + 0.01).toFixed(this.below(decimals - 1) + 2);
  }

  some<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, (_, index) => make(index));
  }

  /** Members that are all present or all absent. */
  maybe<T extends object>(make: () => T, share = 0.5): Partial<T> {
    return this.chance(share) ? make() : {};
  }

  /** Each member is present or absent. */
  each<T extends object>(members: T, share = 0.5): Partial<T> {
    return Object.fromEntries(Object.entries(members).filter(() => this.chance(share))) as Partial<T>;
  }

  private next(): number {
    this.state = (this.state * 1_103_515_245 + 12_345) % 2 ** 31;
    // The lower bits of such a generator repeat soon.
    return (this.state >>> 4) / 2 ** 27;
  }
}
