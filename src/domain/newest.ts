/** The newest values by name; older ones are dropped. */
export class Newest<Value> {
  private readonly values = new Map<string, Value>();
  private last: string | undefined;

  /** @param most how many are kept. */
  constructor(private readonly most: number) {}

  get(name: string): Value | undefined {
    return this.values.get(name);
  }

  /** Removes it. */
  take(name: string): Value | undefined {
    const value = this.values.get(name);
    this.values.delete(name);
    return value;
  }

  /** Drops the earlier value of the name, and the oldest value if there are too many. */
  set(name: string, value: Value): void {
    // The last name keeps its position: a map that is reordered at each use is rebuilt again and again.
    if (name !== this.last) this.values.delete(name);
    this.values.set(name, value);
    this.last = name;
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }
}
