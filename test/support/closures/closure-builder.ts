import type { Cond, Seq, Slot, Value } from 'en16931-rules/engine/compile/ir.ts';
import type { Plain } from 'en16931-rules/engine/compile/walk.ts';
import { CodeList, StringSet } from 'en16931-rules/engine/runtime/lists.ts';
import { operations, raise } from 'en16931-rules/engine/runtime/operations.ts';
import { SequenceClosures, absent, reduced } from './sequence-closures.ts';
import type { Frame, Get, Holds, Routine } from './sequence-closures.ts';

/** Builds the closures of one routine; slots become indices into its frame. */
export class ClosureBuilder extends SequenceClosures {
  /** Sequences are returned as arrays. */
  routine(params: readonly Slot[], body: Plain): Routine {
    for (const param of params) this.index(param);
    const compute =
      body.form === 'seq' ? this.array(body) : body.form === 'cond' ? this.cond(body) : this.value(body);
    return (args) => compute([...args]);
  }

  protected override value(value: Value): Get {
    switch (value.op) {
      case 'const':
        return () => value.value;
      case 'decimal': {
        const decimal = operations.decimalFromString(value.digits);
        return () => decimal;
      }
      case 'absent': {
        const none = absent(value.kind);
        return () => none;
      }
      case 'local': {
        const index = this.index(value.slot);
        return (frame) => frame[index];
      }
      case 'root-element':
        return () => 1;
      case 'unit':
        return this.unit(value.unit, value.at);
      case 'call':
        return this.strict(value.args, absent(value.kind), this.operation(value.fn, value.args));
      case 'invoke':
        return this.invoke(value.fn, value.args);
      case 'default': {
        const [first, fallback] = [this.value(value.value), this.value(value.fallback)];
        return (frame) => first(frame) ?? fallback(frame);
      }
      case 'required': {
        const [inner, none] = [this.value(value.value), absent(value.kind)];
        return (frame) => {
          const result = inner(frame);
          return result === none ? raise(value.code) : result;
        };
      }
      case 'if':
        return this.branch(value.test, this.value(value.then), this.value(value.otherwise));
      case 'only':
        return this.only(value);
      case 'first':
        return this.first(value.seq, absent(value.kind));
      case 'count': {
        const each = this.each(value.seq);
        return (frame) => reduced(each, frame, 0, (total) => total + 1);
      }
      case 'sum':
        return this.sum(value.seq);
      case 'fold': {
        const [items, fold] = [this.array(value.seq), this.operation(value.fn, value.args)];
        const args = value.args.map((arg) => this.value(arg));
        return (frame) => fold(items(frame), ...args.map((arg) => arg(frame)));
      }
      case 'truth':
        return this.cond(value.cond);
      case 'let':
        return this.bound(value.slot, value.init, this.value(value.body));
      default:
        return value satisfies never;
    }
  }

  protected override cond(cond: Cond): Holds {
    switch (cond.op) {
      case 'const':
        return () => cond.value;
      case 'and': {
        const [left, right] = [this.cond(cond.left), this.cond(cond.right)];
        return (frame) => left(frame) && right(frame);
      }
      case 'or': {
        const [left, right] = [this.cond(cond.left), this.cond(cond.right)];
        return (frame) => left(frame) || right(frame);
      }
      case 'not': {
        const inner = this.cond(cond.operand);
        return (frame) => !inner(frame);
      }
      case 'if':
        return this.branch(cond.test, this.cond(cond.then), this.cond(cond.otherwise));
      case 'exists': {
        if (cond.seq.op === 'concat') return this.existsAny(cond.seq.parts);
        const each = this.each(cond.seq);
        return (frame) => each(frame, () => true);
      }
      case 'present': {
        const [value, none] = [this.value(cond.value), absent(cond.value.kind)];
        return (frame) => value(frame) !== none;
      }
      case 'test':
        return this.strict(cond.args, false, this.operation(cond.fn, cond.args)) as Holds;
      case 'holds': {
        const value = this.value(cond.value);
        return (frame) => value(frame) === true;
      }
      case 'among': {
        const [set, value] = [new StringSet(cond.set), this.value(cond.value)];
        return (frame) => set.has(value(frame) as string | undefined);
      }
      case 'listed': {
        const [list, value] = [new CodeList(cond.list, cond.separator), this.value(cond.value)];
        return (frame) => list.holds(value(frame) as string);
      }
      case 'found': {
        const value = this.value(cond.value);
        return (frame) => {
          const wanted = value(frame) as string | undefined;
          return wanted !== undefined && this.pack.setOf(cond.unit).has(wanted);
        };
      }
      case 'beside': {
        const [value, from] = [this.value(cond.value), this.value(cond.from)];
        return (frame) => {
          const wanted = value(frame) as string | undefined;
          return wanted !== undefined && this.pack.neighboursOf(cond).has(wanted, from(frame) as number);
        };
      }
      case 'some': {
        const [each, index, holds] = [this.each(cond.seq), this.index(cond.slot), this.cond(cond.cond)];
        return (frame) =>
          each(frame, (item) => {
            frame[index] = item;
            return holds(frame);
          });
      }
      case 'unit':
        return this.unit(cond.unit, cond.at) as Holds;
      case 'let':
        return this.bound(cond.slot, cond.init, this.cond(cond.body));
      default:
        return cond satisfies never;
    }
  }

  private existsAny(parts: readonly Seq[]): Holds {
    const tests = parts.map((seq) => this.cond({ form: 'cond', op: 'exists', seq }));
    return (frame) => tests.some((exists) => exists(frame));
  }

  private only({ seq, kind, code }: Extract<Value, { op: 'only' }>): Get {
    const [each, none] = [this.each(seq), absent(kind)];
    return (frame) => reduced(each, frame, none, (found, item) => (found === none ? item : raise(code)));
  }

  private first(seq: Seq, none: unknown): Get {
    const each = this.each(seq);
    return (frame) => {
      let found = none;
      each(frame, (item) => {
        found = item;
        return true;
      });
      return found;
    };
  }

  private sum(seq: Seq): Get {
    const each = this.each(seq);
    const add = this.operation(`${seq.kind}Add`, []);
    const zero: unknown = seq.kind === 'decimal' ? operations.decimalFromInteger(0) : 0;
    return (frame) => reduced(each, frame, zero, add);
  }

  private branch<T>(
    test: Cond,
    then: (frame: Frame) => T,
    otherwise: (frame: Frame) => T,
  ): (frame: Frame) => T {
    const holds = this.cond(test);
    return (frame) => (holds(frame) ? then(frame) : otherwise(frame));
  }

  private bound<T>(slot: Slot, init: Value | Seq, body: (frame: Frame) => T): (frame: Frame) => T {
    const [index, initial] = [this.index(slot), this.initial(init)];
    return (frame) => {
      frame[index] = initial(frame);
      return body(frame);
    };
  }
}
