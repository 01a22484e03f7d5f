interface Kept<T> {
  readonly value: T;
  readonly bytes: number;
  readonly since: number;
}

/**
 * What this process has just stored, for the step that follows here: each is taken once. Whatever is not here is read from the store. The
 * oldest is taken first, so what no longer fits in is not kept.
 */
export class Recent<T> {
  private readonly entries = new Map<string, Kept<T>>();
  private bytes = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly maxAgeMs: number,
  ) {}

  keep(key: string, value: T, bytes: number): void {
    const now = performance.now();
    for (const [other, { since }] of this.entries) {
      if (now - since < this.maxAgeMs) break;
      this.take(other);
    }
    if (this.entries.has(key) || this.bytes + bytes > this.maxBytes) return;
    this.entries.set(key, { value, bytes, since: now });
    this.bytes += bytes;
  }

  take(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (entry) this.bytes -= entry.bytes;
    this.entries.delete(key);
    return entry?.value;
  }
}
