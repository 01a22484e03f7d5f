/**
 * Limits a label's values: the first `most` values keep their names, later ones are counted as `other`. Rule packs and routes
 * bring codes that are in no list of ours, and every new value is a time series for good.
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
