import { AXES } from './ast.ts';
import type {
  Arithmetic,
  Axis,
  Binding,
  Comparison,
  ComparisonStyle,
  Expr,
  NodeTest,
  PathStart,
  QName,
  Step,
} from './ast.ts';
import { tokenize, XPathSyntaxError } from './lex.ts';
import type { Token } from './lex.ts';

export const FUNCTIONS_NAMESPACE = 'http://www.w3.org/2005/xpath-functions';

const COMPARISONS: Readonly<Record<string, readonly [ComparisonStyle, Comparison]>> = {
  '=': ['general', '='],
  '!=': ['general', '!='],
  '<': ['general', '<'],
  '<=': ['general', '<='],
  '>': ['general', '>'],
  '>=': ['general', '>='],
  eq: ['value', '='],
  ne: ['value', '!='],
  lt: ['value', '<'],
  le: ['value', '<='],
  gt: ['value', '>'],
  ge: ['value', '>='],
};

const ADDITIVE: Readonly<Record<string, Arithmetic>> = { '+': '+', '-': '-' };
const MULTIPLICATIVE: Readonly<Record<string, Arithmetic>> = {
  '*': '*',
  div: 'div',
  idiv: 'idiv',
  mod: 'mod',
};

/** Grammar of XPath 2.0 that no rule pack uses: listed, so that a error can name it. */
const NOT_TAKEN = new Set(['intersect', 'except', 'instance', 'treat', 'is', '<<', '>>']);

/** XPath 2.0, A.3: never the name of a function. */
const RESERVED = new Set(['attribute', 'comment', 'document-node', 'element', 'empty-sequence', 'item', 'node',
  'processing-instruction', 'schema-attribute', 'schema-element', 'text', 'typeswitch']); // prettier-ignore

const DESCENDANTS: Step = {
  kind: 'axis',
  axis: 'descendant-or-self',
  test: { kind: 'node' },
  predicates: [],
};

/**
 * @param resolve namespace of a prefix; undefined if it is not declared.
 * @throws XPathSyntaxError for anything that is not understood; nothing is skipped.
 */
export function parseXPath(text: string, resolve: (prefix: string) => string | undefined): Expr {
  return new Parser(tokenize(text), resolve).whole();
}

/** Recursive descent, one method per level of the grammar (XPath 2.0, appendix A.1). */
class Parser {
  private index = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly resolve: (prefix: string) => string | undefined,
  ) {}

  whole(): Expr {
    const expr = this.sequence();
    if (this.peek().kind !== 'end') this.fail(`unexpected "${this.peek().text}"`);
    return expr;
  }

  private sequence(): Expr {
    const items = [this.single()];
    while (this.accept(',')) items.push(this.single());
    return items.length === 1 ? items[0]! : { kind: 'sequence', items };
  }

  private single(): Expr {
    const { kind, text } = this.peek();
    const next = this.peek(1);
    if (
      kind === 'name' &&
      next.kind === 'variable' &&
      (text === 'for' || text === 'some' || text === 'every')
    ) {
      return this.binder(text);
    }
    if (kind === 'name' && text === 'if' && isSymbol(next, '(')) return this.conditional();
    return this.or();
  }

  private binder(kind: 'for' | 'some' | 'every'): Expr {
    this.index++;
    const bindings: Binding[] = [];
    do {
      const variable = this.take('variable').text;
      this.word('in');
      bindings.push({ variable, in: this.single() });
    } while (this.accept(','));
    this.word(kind === 'for' ? 'return' : 'satisfies');
    return { kind, bindings, body: this.single() };
  }

  private conditional(): Expr {
    this.index++;
    this.symbol('(');
    const test = this.sequence();
    this.symbol(')');
    this.word('then');
    const then = this.single();
    this.word('else');
    return { kind: 'if', test, then, otherwise: this.single() };
  }

  private or(): Expr {
    let left = this.and();
    while (this.acceptWord('or')) left = { kind: 'or', left, right: this.and() };
    return left;
  }

  private and(): Expr {
    let left = this.comparison();
    while (this.acceptWord('and')) left = { kind: 'and', left, right: this.comparison() };
    return left;
  }

  /** Comparisons do not chain: `a = b = c` is a syntax error. */
  private comparison(): Expr {
    const left = this.range();
    const comparison = this.operator(COMPARISONS);
    if (!comparison) return left;
    const [style, op] = comparison;
    return { kind: 'compare', style, op, left, right: this.range() };
  }

  private range(): Expr {
    const from = this.additive();
    return this.acceptWord('to') ? { kind: 'range', from, to: this.additive() } : from;
  }

  private additive(): Expr {
    let left = this.multiplicative();
    for (let op = this.operator(ADDITIVE); op; op = this.operator(ADDITIVE)) {
      left = { kind: 'arithmetic', op, left, right: this.multiplicative() };
    }
    return left;
  }

  private multiplicative(): Expr {
    let left = this.union();
    for (let op = this.operator(MULTIPLICATIVE); op; op = this.operator(MULTIPLICATIVE)) {
      left = { kind: 'arithmetic', op, left, right: this.union() };
    }
    return left;
  }

  private union(): Expr {
    let left = this.cast();
    while (this.accept('|') || this.acceptWord('union')) left = { kind: 'union', left, right: this.cast() };
    if (NOT_TAKEN.has(this.peek().text) && this.peek().kind !== 'string')
      this.fail(`"${this.peek().text}" is not supported`);
    return left;
  }

  private cast(): Expr {
    const operand = this.unary();
    for (const kind of ['castable', 'cast'] as const) {
      if (!this.acceptWord(kind)) continue;
      this.word('as');
      const type = this.name(this.take('name'), '');
      return { kind, operand, type, orEmpty: this.accept('?') };
    }
    return operand;
  }

  private unary(): Expr {
    for (const op of ['-', '+'] as const) {
      if (this.accept(op)) return { kind: 'sign', op, operand: this.unary() };
    }
    return this.path();
  }

  private path(): Expr {
    if (this.accept('//'))
      return { kind: 'path', start: 'root', steps: [DESCENDANTS, ...this.relative(this.step())] };
    if (this.accept('/')) {
      const steps = this.startsStep() ? this.relative(this.step()) : [];
      return { kind: 'path', start: 'root', steps };
    }
    const first = this.step();
    const steps = this.relative(first);
    if (first.kind === 'axis') return { kind: 'path', start: 'context', steps };
    return steps.length === 1
      ? first.expr
      : { kind: 'path', start: first.expr satisfies PathStart, steps: steps.slice(1) };
  }

  private relative(first: Step): Step[] {
    const steps = [first];
    for (;;) {
      if (this.accept('//')) steps.push(DESCENDANTS, this.step());
      else if (this.accept('/')) steps.push(this.step());
      else return steps;
    }
  }

  private startsStep(): boolean {
    const { kind, text } = this.peek();
    if (kind === 'symbol')
      return text === '.' || text === '..' || text === '@' || text === '*' || text === '(';
    return (
      kind === 'name' || kind === 'wildcard' || kind === 'variable' || kind === 'string' || kind === 'number'
    );
  }

  private step(): Step {
    const { kind, text } = this.peek();
    if (this.accept('..')) return this.axisStep('parent', { kind: 'node' });
    if (this.accept('@')) return this.axisStep('attribute', this.nodeTest());
    if (kind === 'name' && isSymbol(this.peek(1), '::')) {
      const axis = AXES.find((known) => known === text);
      if (!axis) this.fail(`the axis "${text}" is not supported`);
      this.index += 2;
      return this.axisStep(axis, this.nodeTest());
    }
    const isCall = kind === 'name' && isSymbol(this.peek(1), '(') && !RESERVED.has(text);
    if (kind === 'wildcard' || isSymbol(this.peek(), '*') || (kind === 'name' && !isCall)) {
      return this.axisStep('child', this.nodeTest());
    }
    return { kind: 'expression', expr: this.filter() };
  }

  private axisStep(axis: Axis, test: NodeTest): Step {
    return { kind: 'axis', axis, test, predicates: this.predicates() };
  }

  private nodeTest(): NodeTest {
    const token = this.peek();
    if (this.accept('*')) return { kind: 'wildcard', namespace: undefined, localName: undefined };
    if (token.kind === 'wildcard') {
      this.index++;
      const [prefix, local] = token.text.split(':') as [string, string];
      return prefix === '*'
        ? { kind: 'wildcard', namespace: undefined, localName: local }
        : { kind: 'wildcard', namespace: this.namespace(prefix, token), localName: undefined };
    }
    const name = this.take('name');
    if (!isSymbol(this.peek(), '(')) return { kind: 'name', name: this.name(name, '') };
    if (name.text !== 'node' && name.text !== 'text')
      this.fail(`the node test "${name.text}()" is not supported`, name);
    this.symbol('(');
    this.symbol(')');
    return { kind: name.text };
  }

  private filter(): Expr {
    const base = this.primary();
    const predicates = this.predicates();
    return predicates.length === 0 ? base : { kind: 'filter', base, predicates };
  }

  private predicates(): Expr[] {
    const predicates: Expr[] = [];
    while (this.accept('[')) {
      predicates.push(this.sequence());
      this.symbol(']');
    }
    return predicates;
  }

  private primary(): Expr {
    const token = this.peek();
    if (this.accept('(')) {
      if (this.accept(')')) return { kind: 'sequence', items: [] };
      const inner = this.sequence();
      this.symbol(')');
      return inner;
    }
    if (this.accept('.')) return { kind: 'context-item' };
    this.index++;
    if (token.kind === 'variable') return { kind: 'variable', name: token.text };
    if (token.kind === 'string') return { kind: 'string', value: token.text };
    if (token.kind === 'number') return numeric(token.text);
    if (token.kind === 'name') return this.call(token);
    this.index--;
    return this.fail(token.kind === 'end' ? 'the expression ends too soon' : `unexpected "${token.text}"`);
  }

  private call(token: Token): Expr {
    const name = this.name(token, FUNCTIONS_NAMESPACE);
    const args: Expr[] = [];
    this.symbol('(');
    if (!this.accept(')')) {
      do args.push(this.single());
      while (this.accept(','));
      this.symbol(')');
    }
    return { kind: 'call', name, args };
  }

  private name(token: Token, withoutPrefix: string): QName {
    const colon = token.text.indexOf(':');
    if (colon < 0) return { namespace: withoutPrefix, localName: token.text };
    return {
      namespace: this.namespace(token.text.slice(0, colon), token),
      localName: token.text.slice(colon + 1),
    };
  }

  private namespace(prefix: string, token: Token): string {
    return this.resolve(prefix) ?? this.fail(`the prefix "${prefix}" is not declared`, token);
  }

  /** Takes the next token if the table has it as an operator. */
  private operator<T>(table: Readonly<Record<string, T>>): T | undefined {
    const { kind, text } = this.peek();
    if ((kind !== 'symbol' && kind !== 'name') || !Object.hasOwn(table, text)) return undefined;
    this.index++;
    return table[text];
  }

  private peek(ahead = 0): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]!;
  }

  private accept(symbol: string): boolean {
    if (!isSymbol(this.peek(), symbol)) return false;
    this.index++;
    return true;
  }

  private acceptWord(word: string): boolean {
    const { kind, text } = this.peek();
    if (kind !== 'name' || text !== word) return false;
    this.index++;
    return true;
  }

  private symbol(symbol: string): void {
    if (!this.accept(symbol)) this.fail(`"${symbol}" expected, not "${this.peek().text}"`);
  }

  private word(word: string): void {
    if (!this.acceptWord(word)) this.fail(`"${word}" expected, not "${this.peek().text}"`);
  }

  private take(kind: Token['kind']): Token {
    const token = this.peek();
    if (token.kind !== kind) this.fail(`a ${kind} expected, not "${token.text}"`);
    this.index++;
    return token;
  }

  private fail(reason: string, token: Token = this.peek()): never {
    throw new XPathSyntaxError(reason, token.offset);
  }
}

function isSymbol(token: Token, symbol: string): boolean {
  return token.kind === 'symbol' && token.text === symbol;
}

function numeric(digits: string): Expr {
  if (/[eE]/.test(digits)) return { kind: 'double', digits };
  return { kind: digits.includes('.') ? 'decimal' : 'integer', digits };
}
