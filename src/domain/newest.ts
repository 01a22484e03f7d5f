/** Values by name, of which only so many are kept: those that were set last. */
export class Newest<Value> {
  private readonly values = new Map<string, Value>();

  /** @param most how many are kept. */
  constructor(private readonly most: number) {}

  get(name: string): Value | undefined {
    return this.values.get(name);
  }

  /** It is not kept any longer. */
  take(name: string): Value | undefined {
    const value = this.values.get(name);
    this.values.delete(name);
    return value;
  }

  /** What was set before under its name is forgotten; so is the oldest when there are too many. */
  set(name: string, value: Value): void {
    this.values.delete(name);
    this.values.set(name, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }
}
