/** Indented lines of one function, with local names for its intermediate values. */
export class Writer {
  private lines: string[] = [];
  private names = 0;

  line(text: string): void {
    this.lines.push(text);
  }

  /** A new local name; the prefix is ours, never a pack's. */
  name(prefix: 't' | 'L'): string {
    return `${prefix}${this.names++}`;
  }

  constant(expression: string): string {
    const name = this.name('t');
    this.line(`const ${name} = ${expression};`);
    return name;
  }

  /** The lines that `write` writes, kept apart, so that the caller may put them inside a branch or see that there are none. */
  apart<T>(write: () => T): { result: T; lines: string[] } {
    const before = this.lines;
    this.lines = [];
    const result = write();
    const lines = this.lines;
    this.lines = before;
    return { result, lines };
  }

  append(lines: readonly string[]): void {
    this.lines.push(...lines);
  }

  text(): string {
    return this.lines.join('\n');
  }
}

/** The only way from a pack's text into source: as a string literal. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(/[\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16)}`);
}
