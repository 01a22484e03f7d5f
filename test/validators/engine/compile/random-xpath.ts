import { Random } from '../support/random.ts';

/** Random documents and expressions over what the rule packs use; the same seed gives the same ones. */
export class RandomXPath {
  private readonly random: Random;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  /** `<r>` with some `<s>`, each with a small tree of b, c and d. */
  document(): string {
    const sections = Array.from({ length: 1 + this.random.below(3) }, () => this.element('s', 3));
    return `<r y="${this.text()}">${sections.join('')}</r>`;
  }

  /** An expression of one string or number. */
  expression(): string {
    const cond = (): string => `(if (${this.cond(3)}) then 'yes' else 'no')`;
    return this.random.pick([cond, cond, () => this.string(3), () => this.number(3)])();
  }

  /** A condition of a test. */
  condition(): string {
    return this.cond(3);
  }

  private element(name: string, depth: number): string {
    const attributes = ['x', 'y']
      .filter(() => this.random.below(3) === 0)
      .map((a) => ` ${a}="${this.text()}"`);
    const children =
      depth === 0
        ? []
        : Array.from({ length: this.random.below(4) }, () => this.element(this.name(), depth - 1));
    return `<${name}${attributes.join('')}>${children.length === 0 ? this.text() : children.join('')}</${name}>`;
  }

  private name = (): string => this.random.pick(['b', 'b', 'c', 'd']);
  private text = (): string =>
    this.random.pick(['1', '2', '10', '-3.5', '0', 'x', 'Ab', ' a b ', '', '007', 'true', '1.10']);

  private nodes(depth: number): string {
    if (depth === 0)
      return this.random.pick(['b', 'c', '*', '@x', '@*', '.', '..', '//b', '/r/s', '//@x', '/r/s/b', 'c/b']);
    const inner = (): string => this.nodes(depth - 1);
    return this.random.pick([
      () => this.nodes(0),
      () => `(${inner()} | ${inner()})`,
      () => `b[${this.cond(depth - 1)}]`,
      () => `//c[${this.cond(depth - 1)}]`,
      () => `*[${this.cond(depth - 1)}]/b`,
      () => `.//${this.name()}`,
      () => `../s/${this.name()}`,
      () => `b[${1 + this.random.below(3)}]`,
      () => `(//${this.name()})[${1 + this.random.below(3)}]`,
      () => `//b[${1 + this.random.below(2)}]/@x`,
      () => `(${inner()})[last()]`,
      () =>
        `${this.random.pick(['ancestor', 'preceding', 'following', 'preceding-sibling', 'following-sibling', 'descendant', 'self'])}::${this.random.pick(['*', 'b', 's'])}`,
      () => `(b|c)/${this.random.pick(['..', '@x', 'c', '.'])}`,
    ])();
  }

  private string(depth: number): string {
    if (depth === 0) return this.random.pick(["'x'", "'1'", "' a b '", "''", 'string(@x)', 'name()', "'Ab'"]);
    const inner = (): string => this.string(depth - 1);
    return this.random.pick([
      () => this.string(0),
      () => `string((${this.nodes(depth - 1)})[1])`,
      () => `normalize-space((${this.nodes(depth - 1)})[1])`,
      () => `concat(${inner()}, ${inner()})`,
      () => `substring(${inner()}, ${this.number(0)}, ${this.number(0)})`,
      () => `substring-before(${inner()}, ${inner()})`,
      () => `substring-after(${inner()}, ${inner()})`,
      () => `upper-case(${inner()})`,
      () => `translate(${inner()}, 'abx', 'A-')`,
      () => `string-join(${this.nodes(depth - 1)}, '-')`,
      () => `string-join(for $n in ${this.nodes(depth - 1)} return name($n), ' ')`,
      () => `local-name((${this.nodes(depth - 1)})[1])`,
      () => `replace(${inner()}, '[0-9]+', '#')`,
      () => `string-join(tokenize(${inner()}, '\\s+'), '|')`,
      () => `string-join(distinct-values(${this.nodes(depth - 1)}), '+')`,
      () => `(if (${this.cond(depth - 1)}) then ${inner()} else ${inner()})`,
      () => `codepoints-to-string(reverse(string-to-codepoints(${inner()})))`,
    ])();
  }

  private number(depth: number): string {
    if (depth === 0)
      return this.random.pick(['0', '1', '2', '-1', '1.5', 'count(b)', '10', "xs:decimal('0.10')"]);
    const inner = (): string => this.number(depth - 1);
    return this.random.pick([
      () => this.number(0),
      () => `count(${this.nodes(depth - 1)})`,
      () => `string-length(${this.string(depth - 1)})`,
      () => `(${inner()} ${this.random.pick(['+', '-', '*', 'mod'])} ${inner()})`,
      () => `round(${inner()} * 10)`,
      () => `${this.random.pick(['abs', 'floor', 'ceiling', 'round'])}(${inner()})`,
      () => `number(${this.string(depth - 1)})`,
      () => `sum(for $n in ${this.nodes(depth - 1)} return string-length($n))`,
      () => `sum(${this.nodes(0)})`,
      () => `xs:decimal(${this.string(0)})`,
      () => `xs:integer(${this.string(0)})`,
      () => `(if (${this.cond(depth - 1)}) then ${inner()} else 0)`,
    ])();
  }

  private cond(depth: number): string {
    if (depth === 0)
      return this.random.pick(['@x', 'b', 'not(c)', '. = 1', "@x = 'x'", 'true()', 'exists(*)', 'b = c']);
    const inner = (): string => this.cond(depth - 1);
    const nodes = (): string => this.nodes(depth - 1);
    const relation = (): string => this.random.pick(['=', '!=']);
    // SaxonJS evaluates NaN != 1 to false, and casts all items before it compares any.
    const order = (): string => this.random.pick(['=', '<', '<=', '>', '>=']);
    return this.random.pick([
      () => this.cond(0),
      () => `(${inner()} and ${inner()})`,
      () => `(${inner()} or ${inner()})`,
      () => `not(${inner()})`,
      () => `${nodes()} ${relation()} ${this.string(depth - 1)}`,
      () => `${nodes()} ${relation()} ${nodes()}`,
      () => `(${nodes()})[1] ${order()} ${this.random.below(3)}`,
      () => `${this.number(depth - 1)} ${order()} ${this.number(depth - 1)}`,
      () => `${this.string(depth - 1)} = ('x', '1', 'Ab')`,
      () => `contains(' x 1 Ab ', concat(' ', ${this.string(depth - 1)}, ' '))`,
      () => `starts-with(${this.string(depth - 1)}, ${this.string(0)})`,
      () => `exists(${nodes()})`,
      () => `empty(${nodes()})`,
      () => `boolean(${nodes()})`,
      () => `(some $n in ${nodes()} satisfies $n = ${this.string(0)})`,
      () => `(every $n in ${nodes()} satisfies string-length($n) > ${this.random.below(2)})`,
      () => `${this.string(depth - 1)} castable as xs:integer`,
      () => `${this.string(depth - 1)} castable as xs:decimal`,
      () => `matches(${this.string(depth - 1)}, '^[0-9]+$')`,
    ])();
  }
}
