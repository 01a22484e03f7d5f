import type { Cond, Seq, Value } from '../compile/ir.ts';
import type { Plain } from '../compile/walk.ts';
import { LoopEmitter, absent, literal, slotName } from './loop-emitter.ts';
import { quote } from './writer.ts';

/**
 * Writes one function. Values and conditions become expressions if possible. A loop or a branch becomes statements before the expression;
 * those of a right operand stay after those of the left one.
 */
export class FunctionEmitter extends LoopEmitter {
  /** The whole body, returning what `body` computes; sequences as arrays. */
  returning(body: Plain): string {
    const result =
      body.form === 'cond' ? this.cond(body) : body.form === 'value' ? this.value(body) : this.array(body);
    this.w.line(`return ${result};`);
    return this.w.text();
  }

  override value(value: Value): string {
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
        return this.require(value);
      case 'if':
        return this.branches(
          value.test,
          () => this.value(value.then),
          () => this.value(value.otherwise),
        );
      case 'only':
        return this.only(value.seq, value.code);
      case 'first':
        return this.firstOf(value.seq, absent(value.kind), (item) => item);
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

  override cond(cond: Cond): string {
    const { pool } = this.module;
    switch (cond.op) {
      case 'const':
        return String(cond.value);
      case 'and':
      case 'or':
        return this.connect(cond);
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
      case 'beside':
        return this.strict(
          [cond.value, cond.from],
          'false',
          ([value, from]) => `${this.module.neighboursOf(cond)}().has(${value!}, ${from!})`,
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

  private only(seq: Seq, code: string): string {
    const { w } = this;
    if (seq.op === 'axis' && seq.test.kind === 'name' && seq.from.kind === 'element') {
      const name = this.module.pool.name(seq.test.name.namespace, seq.test.name.localName);
      const from = this.value(seq.from);
      if (seq.axis === 'attribute') return `firstAttribute(D, ${from}, ${name})`;
      if (seq.axis === 'child') {
        const child = w.constant(`firstChild(D, ${from}, ${name})`);
        w.line(`if (${child} !== 0 && nextSame[${child}] !== 0) raise(${quote(code)});`);
        return child;
      }
    }
    const [result, none] = [w.name('t'), absent(seq.kind)];
    w.line(`let ${result} = ${none};`);
    this.each(seq, (item) =>
      w.line(`if (${result} !== ${none}) raise(${quote(code)}); ${result} = ${item};`),
    );
    return result;
  }

  private exists(seq: Seq): string {
    if (seq.op === 'labelled')
      return `(list(${this.module.listOf(seq.paths)}).start < list(${this.module.listOf(seq.paths)}).end)`;
    if (seq.op === 'concat') {
      return this.connect(seq.parts.map((part): Cond => ({ form: 'cond', op: 'exists', seq: part })).reduce((left, right) => ({ form: 'cond', op: 'or', left, right }))); // prettier-ignore
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
    return this.firstOf(seq, 'false', () => 'true');
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

  /** A value of the first item. */
  private firstOf(seq: Seq, none: string, of: (item: string) => string): string {
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

  private require({ value, kind, code }: Extract<Value, { op: 'required' }>): string {
    const result = this.w.constant(this.value(value));
    this.w.line(`if (${result} === ${absent(kind)}) raise(${quote(code)});`);
    return result;
  }

  private connect(cond: Cond): string {
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
}

/** `*` below an element: its last descendant is another node. */
const isAnyChild = (seq: Seq): seq is Extract<Seq, { op: 'axis' }> =>
  seq.op === 'axis' &&
  seq.axis === 'child' &&
  seq.from.kind === 'element' &&
  seq.test.kind === 'wildcard' &&
  seq.test.namespace === undefined &&
  seq.test.localName === undefined;
