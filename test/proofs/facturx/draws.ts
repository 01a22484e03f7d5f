/** Random choices that a seed repeats. */
export class Draws {
  constructor(private state: number) {}

  /** From 0 to below `most`. */
  below(most: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor(((this.state >>> 1) / 2 ** 31) * most);
  }

  of<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to draw from');
    return item;
  }
}
