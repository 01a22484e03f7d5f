/**
 * Keeps a label's values few: the first `most` that are seen keep their names, later ones are counted as `other`. Rule
 * packs and routes bring codes that no list of ours holds, and every new value is a time series that never goes away.
 */
export class BoundedLabel {
  private readonly seen = new Set<string>();

  constructor(private readonly most: number) {}

  of(value: string): string {
    if (this.seen.has(value)) return value;
    if (this.seen.size >= this.most) return 'other';
    this.seen.add(value);
    return value;
  }
}
