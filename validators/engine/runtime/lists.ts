/** A set of strings for look-ups; built once per pack or per document. */
export class StringSet {
  private readonly single: string | undefined;
  private readonly strings: ReadonlySet<string> | undefined;

  constructor(strings: readonly string[]) {
    // One comparison is faster than a hash, and one string is usual: a document has one currency.
    if (strings.length === 1) this.single = strings[0];
    else this.strings = new Set(strings);
  }

  has(string: string | undefined): boolean {
    if (string === undefined) return false;
    return this.strings ? this.strings.has(string) : this.single === string;
  }
}

/** A text of codes between separators: ` EUR PLN RON `. */
export class CodeList {
  private readonly codes: ReadonlySet<string>;

  constructor(
    private readonly text: string,
    private readonly separator: string,
  ) {
    this.codes = new Set(text.split(separator).slice(1, -1));
  }

  /** Exactly `contains($list, concat($separator, $code, $separator))`: a value may contain the separator itself. */
  holds(code: string): boolean {
    if (!code.includes(this.separator)) return this.codes.has(code);
    return this.text.includes(this.separator + code + this.separator);
  }
}
