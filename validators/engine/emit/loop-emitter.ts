import type { Beside, Cond, Kind, Lowered, Seq, Slot, Unit, Value } from '../compile/ir.ts';
import { isNode } from '../compile/make.ts';
import type { LabelPath } from '../match/labels.ts';
import { REGEX_OPERATIONS, nodeOperations } from '../runtime/operations.ts';
import { TICK, writeAxis } from './axes.ts';
import type { Pool } from './pool.ts';
import { Writer, quote } from './writer.ts';

/** The names outside of a function that it may refer to. */
export interface ModuleNames {
  readonly pool: Pool;
  listOf(paths: readonly LabelPath[]): number;
  /** A function that gives the strings of a unit as a set. */
  setOf(unit: Unit): string;
  /** A function that gives the texts at the sides of elements. */
  neighboursOf(cond: Beside): string;
}

/** Operations that JavaScript writes with an operator. */
const INFIX: Readonly<Record<string, string>> = {
  doubleAdd: '+', doubleSubtract: '-', doubleMultiply: '*', doubleDivide: '/', doubleRemainder: '%',
  stringEqual: '===', stringDiffers: '!==', booleanEqual: '===', booleanDiffers: '!==',
  integerEqual: '===', integerDiffers: '!==', integerLess: '<', integerAtMost: '<=', integerGreater: '>', integerAtLeast: '>=',
  doubleEqual: '===', doubleDiffers: '!==', doubleLess: '<', doubleAtMost: '<=', doubleGreater: '>', doubleAtLeast: '>=',
  dateEqual: '===', dateDiffers: '!==', dateLess: '<', dateAtMost: '<=', dateGreater: '>', dateAtLeast: '>=',
}; // prettier-ignore

/** Writes the loops and calls of a function; the subclass writes values and conditions. */
export abstract class LoopEmitter {
  readonly w = new Writer();

  constructor(protected readonly module: ModuleNames) {}

  /** Writes a loop over the items; `body` writes the code for one item, and may leave by a label of its own. */
  each(seq: Seq, body: (item: string) => void): void {
    const { w } = this;
    switch (seq.op) {
      case 'one':
        return this.eachOne(seq.value, body);
      case 'axis':
        return writeAxis(w, this.module.pool, seq, this.simple(this.value(seq.from)), body);
      case 'labelled': {
        const run = w.constant(`list(${this.module.listOf(seq.paths)})`);
        const i = w.name('t');
        w.line(`for (let ${i} = ${run}.start; ${i} < ${run}.end; ${i}++) { ${TICK}`);
        body(w.constant(`${run}.nodes[${i}]`));
        w.line('}');
        return;
      }
      case 'for':
        return this.each(seq.input, (item) => {
          w.line(`const ${slotName(seq.slot)} = ${item};`);
          this.each(seq.body, body);
        });
      case 'where':
        return this.each(seq.input, (item) => {
          w.line(`const ${slotName(seq.slot)} = ${item};`);
          w.line(`if (${this.cond(seq.cond)}) {`);
          body(slotName(seq.slot));
          w.line('}');
        });
      case 'nth':
        return this.nth(seq, body);
      case 'range':
        return this.range(seq, body);
      case 'let':
        w.line('{');
        this.bind(seq.slot, seq.init);
        this.each(seq.body, body);
        w.line('}');
        return;
      case 'if':
        if (!isNothing(seq.otherwise)) return this.eachOf(seq, body);
        w.line(`if (${this.cond(seq.test)}) {`);
        this.each(seq.then, body);
        w.line('}');
        return;
      default:
        return this.eachOf(seq, body);
    }
  }

  /** A loop over all items at once. */
  private eachOf(seq: Seq, body: (item: string) => void): void {
    const { w } = this;
    const item = w.name('t');
    w.line(`for (const ${item} of ${this.array(seq)}) { ${TICK}`);
    body(item);
    w.line('}');
  }

  /** All items at once. */
  array(seq: Seq): string {
    switch (seq.op) {
      case 'list':
        return slotName(seq.slot);
      case 'unit':
        return this.unit(seq.unit, seq.at);
      case 'invoke':
        return this.invoke(seq.fn.id, seq.args);
      case 'spread':
        return this.strict(seq.args, '[]', (args) => this.operation(seq.fn, seq.args, args));
      case 'through':
        return this.operation(seq.fn, [], [this.array(seq.input)]);
      case 'if':
        return this.branches(
          seq.test,
          () => this.array(seq.then),
          () => this.array(seq.otherwise),
        );
      default:
        return this.collect(seq);
    }
  }

  private collect(seq: Seq): string {
    const parts = seq.op === 'concat' ? seq.parts : [seq];
    if (parts.every((part) => part.op === 'one' && part.value.op === 'const')) {
      return this.module.pool.constant(
        `[${parts.map((part) => this.value((part as Extract<Seq, { op: 'one' }>).value)).join(', ')}]`,
      );
    }
    const items = this.w.constant('[]');
    for (const part of parts) this.each(part, (item) => this.w.line(`${items}.push(${item});`));
    return items;
  }

  private eachOne(value: Value, body: (item: string) => void): void {
    const item = this.simple(this.value(value));
    this.w.line(value.optional ? `if (${item} !== ${absent(value.kind)}) {` : '{');
    body(item);
    this.w.line('}');
  }

  private nth({ input, index }: Extract<Seq, { op: 'nth' }>, body: (item: string) => void): void {
    const { w } = this;
    if (index === 'last') {
      const [last, any] = [w.name('t'), w.name('t')];
      w.line(`let ${last}, ${any} = false;`);
      this.each(input, (item) => w.line(`${last} = ${item}; ${any} = true;`));
      w.line(`if (${any}) {`);
      body(last);
      w.line('}');
      return;
    }
    const expectedPosition = this.simple(this.value(index));
    const [position, label] = [w.name('t'), w.name('L')];
    w.line(`let ${position} = 0; ${label}: {`);
    this.each(input, (item) => {
      w.line(`if (++${position} === ${expectedPosition}) {`);
      body(item);
      w.line(`break ${label}; }`);
    });
    w.line('}');
  }

  private range({ from, to }: Extract<Seq, { op: 'range' }>, body: (item: string) => void): void {
    const { w } = this;
    const [first, end] = [w.constant(this.value(from)), w.constant(this.value(to))];
    const item = w.name('t');
    // Absent bounds make an empty range: comparisons with undefined are false.
    w.line(`for (let ${item} = ${first}; ${item} <= ${end}; ${item}++) { ${TICK}`);
    body(item);
    w.line('}');
  }

  protected branches(test: Cond, then: () => string, otherwise: () => string): string {
    const condition = this.cond(test);
    const [yes, no] = [this.w.apart(then), this.w.apart(otherwise)];
    if (yes.lines.length + no.lines.length === 0) return `(${condition} ? ${yes.result} : ${no.result})`;
    const result = this.w.name('t');
    this.w.line(`let ${result};`);
    this.w.line(`if (${condition}) {`);
    this.w.append([
      ...yes.lines,
      `${result} = ${yes.result};`,
      '} else {',
      ...no.lines,
      `${result} = ${no.result};`,
      '}',
    ]);
    return result;
  }

  /** Evaluates arguments from left to right and stops at the first absent one. */
  protected strict(args: readonly Value[], none: string, use: (texts: string[]) => string): string {
    if (args.every((arg) => !arg.optional))
      return use(this.inOrder(args.map((arg) => () => this.value(arg))));
    const { w } = this;
    const result = w.name('t');
    w.line(`let ${result} = ${none};`);
    const texts: string[] = [];
    let open = 0;
    for (const arg of args) {
      const text = this.value(arg);
      texts.push(arg.optional ? this.simple(text) : text);
      if (!arg.optional) continue;
      w.line(`if (${texts.at(-1)!} !== ${absent(arg.kind)}) {`);
      open++;
    }
    w.line(`${result} = ${use(texts)};${' }'.repeat(open)}`);
    return result;
  }

  /** Expressions in order; if one needs statements, those before it are evaluated before them. */
  private inOrder(expressions: readonly (() => string)[]): string[] {
    let texts: string[] = [];
    for (const expression of expressions) {
      const { result, lines } = this.w.apart(expression);
      if (lines.length > 0) texts = texts.map((text) => this.simple(text));
      this.w.append(lines);
      texts.push(result);
    }
    return texts;
  }

  protected operation(fn: string, args: readonly Value[], texts: readonly string[]): string {
    const infix = INFIX[fn];
    if (infix) return `(${texts[0]!} ${infix} ${texts[1]!})`;
    const { pool } = this.module;
    if (fn in nodeOperations) return `${pool.operation(fn)}(D, ${texts.join(', ')})`;
    if (!REGEX_OPERATIONS.has(fn)) return `${pool.operation(fn)}(${texts.join(', ')})`;
    const pattern = args[1];
    if (pattern?.op !== 'const') throw new Error('a pattern that is not constant');
    return `${fn}(${[pool.regex(String(pattern.value)), texts[0]!, ...texts.slice(2)].join(', ')})`;
  }

  protected invoke(id: number, args: readonly Lowered[]): string {
    const texts = this.inOrder(
      args.map((arg) => () => {
        if (arg.form === 'seq') return this.array(arg);
        if (arg.form === 'value') return this.value(arg);
        throw new Error(`a ${arg.form} as an argument`);
      }),
    );
    return `f${id}(${texts.join(', ')})`;
  }

  protected unit(unit: Unit, at: Value | undefined): string {
    return `u${unit.id}(${at ? this.value(at) : ''})`;
  }

  protected bind(slot: Slot, init: Value | Seq): void {
    this.w.line(`const ${slotName(slot)} = ${init.form === 'seq' ? this.array(init) : this.value(init)};`);
  }

  /** An expression that may be written twice. */
  protected simple(text: string): string {
    return /^\w+$/.test(text) ? text : this.w.constant(text);
  }

  abstract value(value: Value): string;

  abstract cond(cond: Cond): string;
}

export const slotName = (slot: Slot): string => `v${slot.id}`;

const isNothing = (seq: Seq): boolean => seq.op === 'concat' && seq.parts.length === 0;

/** The source for "no item". */
export const absent = (kind: Kind): string => (isNode(kind) ? '0' : 'undefined');

export function literal(value: string | number | bigint | boolean): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value);
}
