import { createHash } from 'node:crypto';
import { seeded } from '../../support/seeded.ts';

/** Random choices of one case, drawn from the seed, the attack and the number of the case: each case can be repeated alone. */
export class Chance {
  private readonly next: () => number;

  constructor(seed: number, attack: string, index: number) {
    const hash = createHash('sha256').update(`${seed}/${attack}/${index}`).digest();
    this.next = seeded(hash.readUInt32BE());
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** @param share 0 to 1. */
  happens(share: number): boolean {
    return this.next() < share;
  }
}
