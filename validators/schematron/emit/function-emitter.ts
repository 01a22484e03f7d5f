import type { Cond, Kind, Lowered, Seq, Slot, Unit, Value } from '../compile/ir.ts';
import { isNode } from '../compile/make.ts';
import type { Plain } from '../compile/walk.ts';
import type { LabelPath } from '../match/labels.ts';
import { REGEX_OPERATIONS, nodeOperations } from '../runtime/operations.ts';
import { TICK, writeAxis } from './axes.ts';
import type { Pool } from './pool.ts';
import { Writer, quoted } from './writer.ts';

/** What a function may refer to outside of itself. */
export interface ModuleNames {
  readonly pool: Pool;
  listOf(paths: readonly LabelPath[]): number;
  /** A function that gives the strings of a unit as a set. */
  setOf(unit: Unit): string;
}

/** Operations that JavaScript writes with an operator. */
const INFIX: Readonly<Record<string, string>> = {
  doubleAdd: '+', doubleSubtract: '-', doubleMultiply: '*', doubleDivide: '/', doubleRemainder: '%',
  stringEqual: '===', stringDiffers: '!==', booleanEqual: '===', booleanDiffers: '!==',
  integerEqual: '===', integerDiffers: '!==', integerLess: '<', integerAtMost: '<=', integerGreater: '>', integerAtLeast: '>=',
  doubleEqual: '===', doubleDiffers: '!==', doubleLess: '<', doubleAtMost: '<=', doubleGreater: '>', doubleAtLeast: '>=',
  dateEqual: '===', dateDiffers: '!==', dateLess: '<', dateAtMost: '<=', dateGreater: '>', dateAtLeast: '>=',
}; // prettier-ignore

/**
 * Writes one function. Values and conditions become expressions where they can; what takes a loop or a branch becomes
 * statements before the expression, and those of a right operand stay behind the left one.
 */
export class FunctionEmitter {
  readonly w = new Writer();
  private readonly module: ModuleNames;

  constructor(module: ModuleNames) {
    this.module = module;
  }

  /** The whole body, returning what `body` computes; sequences as arrays. */
  returning(body: Plain): string {
    const result =
      body.form === 'cond' ? this.cond(body) : body.form === 'value' ? this.value(body) : this.array(body);
    this.w.line(`return ${result};`);
    return this.w.text();
  }

  value(value: Value): string {
    const { pool } = this.module;
    switch (value.op) {
      case 'const':
        return literal(value.value);
      case 'decimal':
        return pool.decimal(value.digits);
      case 'absent':
        return absent(value.kind);
      case 'local':
        return slotName(value.slot);
      case 'root-element':
        return '1';
      case 'unit':
        return this.unit(value.unit, value.at);
      case 'call':
        return this.strict(value.args, absent(value.kind), (args) =>
          this.operation(value.fn, value.args, args),
        );
      case 'invoke':
        return this.invoke(value.fn.id, value.args);
      case 'default':
        return `(${this.value(value.value)} ?? ${this.value(value.fallback)})`;
      case 'required':
        return this.required(value);
      case 'if':
        return this.branches(
          value.test,
          () => this.value(value.then),
          () => this.value(value.otherwise),
        );
      case 'only':
        return this.only(value.seq, value.code);
      case 'first':
        return this.found(value.seq, absent(value.kind), (item) => item);
      case 'count':
        return this.count(value.seq);
      case 'sum':
        return this.sum(value.seq);
      case 'fold':
        return `${pool.operation(value.fn)}(${[this.array(value.seq), ...value.args.map((arg) => this.value(arg))].join(', ')})`;
      case 'truth':
        return this.cond(value.cond);
      case 'let':
        this.bind(value.slot, value.init);
        return this.value(value.body);
      default:
        return value satisfies never;
    }
  }

  cond(cond: Cond): string {
    const { pool } = this.module;
    switch (cond.op) {
      case 'const':
        return String(cond.value);
      case 'and':
      case 'or':
        return this.connected(cond);
      case 'not':
        return `!${this.cond(cond.operand)}`;
      case 'if':
        return this.branches(
          cond.test,
          () => this.cond(cond.then),
          () => this.cond(cond.otherwise),
        );
      case 'exists':
        return this.exists(cond.seq);
      case 'present':
        return `(${this.value(cond.value)} !== ${absent(cond.value.kind)})`;
      case 'test':
        return this.strict(cond.args, 'false', (args) => this.operation(cond.fn, cond.args, args));
      case 'holds':
        return `(${this.value(cond.value)} === true)`;
      case 'among':
        return `${pool.strings(cond.set)}.has(${this.value(cond.value)})`;
      case 'listed':
        return `${pool.codeList(cond.list, cond.separator)}.holds(${this.value(cond.value)})`;
      case 'found':
        return this.strict(
          [cond.value],
          'false',
          ([value]) => `${this.module.setOf(cond.unit)}().has(${value!})`,
        );
      case 'some':
        return this.some(cond);
      case 'unit':
        return this.unit(cond.unit, cond.at);
      case 'let':
        this.bind(cond.slot, cond.init);
        return this.cond(cond.body);
      default:
        return cond satisfies never;
    }
  }

  /** Writes a loop over the items; `body` writes what is done with one, and may leave by a label of its own. */
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
      default: {
        const item = w.name('t');
        w.line(`for (const ${item} of ${this.array(seq)}) { ${TICK}`);
        body(item);
        w.line('}');
      }
    }
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
        return this.collected(seq);
    }
  }

  private collected(seq: Seq): string {
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
    const wanted = this.simple(this.value(index));
    const [position, label] = [w.name('t'), w.name('L')];
    w.line(`let ${position} = 0; ${label}: {`);
    this.each(input, (item) => {
      w.line(`if (++${position} === ${wanted}) {`);
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

  private only(seq: Seq, code: string): string {
    const { w } = this;
    if (seq.op === 'axis' && seq.test.kind === 'name' && seq.from.kind === 'element') {
      const name = this.module.pool.name(seq.test.name.namespace, seq.test.name.localName);
      const from = this.value(seq.from);
      if (seq.axis === 'attribute') return `firstAttribute(D, ${from}, ${name})`;
      if (seq.axis === 'child') {
        const child = w.constant(`firstChild(D, ${from}, ${name})`);
        w.line(`if (${child} !== 0 && nextSame[${child}] !== 0) raise(${quoted(code)});`);
        return child;
      }
    }
    const [result, none] = [w.name('t'), absent(seq.kind)];
    w.line(`let ${result} = ${none};`);
    this.each(seq, (item) =>
      w.line(`if (${result} !== ${none}) raise(${quoted(code)}); ${result} = ${item};`),
    );
    return result;
  }

  private exists(seq: Seq): string {
    if (seq.op === 'labelled')
      return `(list(${this.module.listOf(seq.paths)}).start < list(${this.module.listOf(seq.paths)}).end)`;
    if (seq.op === 'concat') {
      return this.connected(seq.parts.map((part): Cond => ({ form: 'cond', op: 'exists', seq: part })).reduce((left, right) => ({ form: 'cond', op: 'or', left, right }))); // prettier-ignore
    }
    if (
      seq.op === 'axis' &&
      seq.test.kind === 'name' &&
      seq.from.kind === 'element' &&
      (seq.axis === 'child' || seq.axis === 'attribute')
    ) {
      const first = seq.axis === 'child' ? 'firstChild' : 'firstAttribute';
      return `(${first}(D, ${this.value(seq.from)}, ${this.module.pool.name(seq.test.name.namespace, seq.test.name.localName)}) !== 0)`;
    }
    if (isAnyChild(seq)) {
      const from = this.simple(this.value(seq.from));
      return `(last[${from}] > ${from})`;
    }
    return this.found(seq, 'false', () => 'true');
  }

  private some({ slot, seq, cond }: Extract<Cond, { op: 'some' }>): string {
    const { w } = this;
    const [result, label] = [w.name('t'), w.name('L')];
    w.line(`let ${result} = false; ${label}: {`);
    this.each(seq, (item) => {
      w.line(`const ${slotName(slot)} = ${item};`);
      w.line(`if (${this.cond(cond)}) { ${result} = true; break ${label}; }`);
    });
    w.line('}');
    return result;
  }

  /** Something of the first item. */
  private found(seq: Seq, none: string, of: (item: string) => string): string {
    const { w } = this;
    const [result, label] = [w.name('t'), w.name('L')];
    w.line(`let ${result} = ${none}; ${label}: {`);
    this.each(seq, (item) => w.line(`${result} = ${of(item)}; break ${label};`));
    w.line('}');
    return result;
  }

  private count(seq: Seq): string {
    if (seq.op === 'labelled') {
      const run = this.w.constant(`list(${this.module.listOf(seq.paths)})`);
      return `(${run}.end - ${run}.start)`;
    }
    const total = this.w.name('t');
    this.w.line(`let ${total} = 0;`);
    this.each(seq, () => this.w.line(`${total}++;`));
    return total;
  }

  private sum(seq: Seq): string {
    const total = this.w.name('t');
    const zero = seq.kind === 'decimal' ? this.module.pool.decimal('0') : '0';
    this.w.line(`let ${total} = ${zero};`);
    this.each(seq, (item) =>
      this.w.line(`${total} = ${this.operation(`${seq.kind}Add`, [], [total, item])};`),
    );
    return total;
  }

  private required({ value, kind, code }: Extract<Value, { op: 'required' }>): string {
    const result = this.w.constant(this.value(value));
    this.w.line(`if (${result} === ${absent(kind)}) raise(${quoted(code)});`);
    return result;
  }

  private connected(cond: Cond): string {
    if (cond.op !== 'and' && cond.op !== 'or') return this.cond(cond);
    const left = this.cond(cond.left);
    const { result: right, lines } = this.w.apart(() => this.cond(cond.right));
    if (lines.length === 0) return `(${left} ${cond.op === 'and' ? '&&' : '||'} ${right})`;
    const result = this.w.name('t');
    this.w.line(`let ${result} = ${left};`);
    this.w.line(`if (${cond.op === 'and' ? '' : '!'}${result}) {`);
    this.w.append([...lines, `${result} = ${right};`, '}']);
    return result;
  }

  private branches(test: Cond, then: () => string, otherwise: () => string): string {
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

  /** Evaluates arguments from left to right and stops at the first that is absent. */
  private strict(args: readonly Value[], none: string, use: (texts: string[]) => string): string {
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

  /** Expressions side by side; one that needs statements makes those before it run before them. */
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

  private operation(fn: string, args: readonly Value[], texts: readonly string[]): string {
    const infix = INFIX[fn];
    if (infix) return `(${texts[0]!} ${infix} ${texts[1]!})`;
    const { pool } = this.module;
    if (fn in nodeOperations) return `${pool.operation(fn)}(D, ${texts.join(', ')})`;
    if (!REGEX_OPERATIONS.has(fn)) return `${pool.operation(fn)}(${texts.join(', ')})`;
    const pattern = args[1];
    if (pattern?.op !== 'const') throw new Error('a pattern that is not constant');
    return `${fn}(${[pool.regex(String(pattern.value)), texts[0]!, ...texts.slice(2)].join(', ')})`;
  }

  private invoke(id: number, args: readonly Lowered[]): string {
    const texts = this.inOrder(
      args.map((arg) => () => {
        if (arg.form === 'seq') return this.array(arg);
        if (arg.form === 'value') return this.value(arg);
        throw new Error(`a ${arg.form} as an argument`);
      }),
    );
    return `f${id}(${texts.join(', ')})`;
  }

  private unit(unit: Unit, at: Value | undefined): string {
    return `u${unit.id}(${at ? this.value(at) : ''})`;
  }

  private bind(slot: Slot, init: Value | Seq): void {
    this.w.line(`const ${slotName(slot)} = ${init.form === 'seq' ? this.array(init) : this.value(init)};`);
  }

  /** Something that may be written twice. */
  private simple(text: string): string {
    return /^\w+$/.test(text) ? text : this.w.constant(text);
  }
}

/** `*` below an element: its last descendant is another node. */
const isAnyChild = (seq: Seq): seq is Extract<Seq, { op: 'axis' }> =>
  seq.op === 'axis' &&
  seq.axis === 'child' &&
  seq.from.kind === 'element' &&
  seq.test.kind === 'wildcard' &&
  seq.test.namespace === undefined &&
  seq.test.localName === undefined;

export const slotName = (slot: Slot): string => `v${slot.id}`;

/** How "no item" is written. */
const absent = (kind: Kind): string => (isNode(kind) ? '0' : 'undefined');

function literal(value: string | number | bigint | boolean): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'bigint' ? `${value}n` : Object.is(value, -0) ? '-0' : String(value);
}
