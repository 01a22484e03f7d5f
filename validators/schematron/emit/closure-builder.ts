import type { Cond, Kind, Lowered, Seq, Slot, Unit, UserFunction, Value } from '../compile/ir.ts';
import { isNode } from '../compile/make.ts';
import type { Plain } from '../compile/walk.ts';
import type { LabelPath } from '../match/labels.ts';
import type { NodeRun } from '../match/program.ts';
import { fuel, refuel } from '../runtime/fuel.ts';
import { CodeList, StringSet } from '../runtime/lists.ts';
import { nodeOperations, operations, raise } from '../runtime/operations.ts';
import { compileRegex, matches, replace, tokenize } from '../runtime/regex.ts';
import type { Document } from '../xml/document.ts';
import type { Vocabulary } from '../xml/vocabulary.ts';
import { walkOf } from './closure-axes.ts';
import type { Visit } from './closure-axes.ts';

/** What closures of one pack share. */
export interface PackContext {
  readonly vocabulary: Vocabulary;
  document(): Document;
  nodesOn(paths: readonly LabelPath[]): () => NodeRun;
  unit(unit: Unit, at: unknown): unknown;
  setOf(unit: Unit): StringSet;
  invoke(fn: UserFunction, args: unknown[]): unknown;
}

export type Routine = (args: unknown[]) => unknown;

/** The local variables of one call. */
type Frame = unknown[];
type Get = (frame: Frame) => unknown;
type Holds = (frame: Frame) => boolean;
/** Shows the items to a visitor until it says stop, and tells whether it did. */
type Each = (frame: Frame, visit: Visit) => boolean;
type AnyOperation = (...args: unknown[]) => unknown;

/** Builds the closures of one routine; slots become indices into its frame. */
export class ClosureBuilder {
  private readonly pack: PackContext;
  private readonly indices = new Map<Slot, number>();

  constructor(pack: PackContext) {
    this.pack = pack;
  }

  /** Sequences come out as arrays. */
  routine(params: readonly Slot[], body: Plain): Routine {
    for (const param of params) this.index(param);
    const compute =
      body.form === 'seq' ? this.array(body) : body.form === 'cond' ? this.cond(body) : this.value(body);
    return (args) => compute([...args]);
  }

  private value(value: Value): Get {
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

  private cond(cond: Cond): Holds {
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

  private each(seq: Seq): Each {
    switch (seq.op) {
      case 'one': {
        const [value, none, optional] = [this.value(seq.value), absent(seq.value.kind), seq.value.optional];
        return (frame, visit) => {
          const item = value(frame);
          return !(optional && item === none) && visit(item);
        };
      }
      case 'axis':
        return this.axis(seq);
      case 'labelled': {
        const nodes = this.pack.nodesOn(seq.paths);
        return (_frame, visit) => {
          const run = nodes();
          return run.nodes.subarray(run.start, run.end).some((node) => tick() && visit(node));
        };
      }
      case 'for': {
        const [input, index, body] = [this.each(seq.input), this.index(seq.slot), this.each(seq.body)];
        return (frame, visit) =>
          input(frame, (item) => {
            frame[index] = item;
            return body(frame, visit);
          });
      }
      case 'where': {
        const [input, index, holds] = [this.each(seq.input), this.index(seq.slot), this.cond(seq.cond)];
        return (frame, visit) =>
          input(frame, (item) => {
            frame[index] = item;
            return holds(frame) && visit(item);
          });
      }
      case 'nth':
        return this.nth(seq);
      case 'range': {
        const [from, to] = [this.value(seq.from), this.value(seq.to)] as ((frame: Frame) => number)[];
        return (frame, visit) => {
          for (let item = from!(frame), end = to!(frame); item <= end; item++)
            if (tick() && visit(item)) return true;
          return false;
        };
      }
      case 'if': {
        const [test, then, otherwise] = [this.cond(seq.test), this.each(seq.then), this.each(seq.otherwise)];
        return (frame, visit) => (test(frame) ? then : otherwise)(frame, visit);
      }
      case 'let': {
        const body = this.each(seq.body);
        const [index, init] = [this.index(seq.slot), this.initial(seq.init)];
        return (frame, visit) => {
          frame[index] = init(frame);
          return body(frame, visit);
        };
      }
      default: {
        const items = this.array(seq);
        return (frame, visit) => items(frame).some((item) => tick() && visit(item));
      }
    }
  }

  private array(seq: Seq): (frame: Frame) => unknown[] {
    switch (seq.op) {
      case 'list': {
        const index = this.index(seq.slot);
        return (frame) => frame[index] as unknown[];
      }
      case 'unit':
        return this.unit(seq.unit, seq.at) as (frame: Frame) => unknown[];
      case 'invoke':
        return this.invoke(seq.fn, seq.args) as (frame: Frame) => unknown[];
      case 'spread':
        return this.strict(seq.args, [], this.operation(seq.fn, seq.args)) as (frame: Frame) => unknown[];
      case 'through': {
        const [input, apply] = [this.array(seq.input), this.operation(seq.fn, [])];
        return (frame) => apply(input(frame)) as unknown[];
      }
      case 'concat': {
        const parts = seq.parts.map((part) => this.array(part));
        return (frame) => parts.flatMap((part) => part(frame));
      }
      default: {
        const each = this.each(seq);
        return (frame) => reduced(each, frame, [] as unknown[], (items, item) => (items.push(item), items));
      }
    }
  }

  private existsAny(parts: readonly Seq[]): Holds {
    const tests = parts.map((seq) => this.cond({ form: 'cond', op: 'exists', seq }));
    return (frame) => tests.some((exists) => exists(frame));
  }

  private axis({ from, axis, test }: Extract<Seq, { op: 'axis' }>): Each {
    const start = this.value(from) as (frame: Frame) => number;
    if (test.kind === 'text') {
      return (frame, visit) => nodeOperations.textNodes(this.pack.document(), start(frame)).some(visit);
    }
    const walk = walkOf(axis, test, this.pack.vocabulary);
    return (frame, visit) => walk(this.pack.document(), start(frame), visit);
  }

  private nth({ input, index }: Extract<Seq, { op: 'nth' }>): Each {
    const each = this.each(input);
    if (index === 'last') {
      return (frame, visit) => {
        const items = reduced(each, frame, [] as unknown[], (_all, item) => [item]);
        return items.length > 0 && visit(items[0]);
      };
    }
    const wanted = this.value(index);
    return (frame, visit) => {
      const position = wanted(frame);
      let seen = 0;
      let stopped = false;
      each(frame, (item) => {
        if (++seen !== position) return false;
        stopped = visit(item);
        return true;
      });
      return stopped;
    };
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

  private initial(init: Lowered): Get {
    if (init.form === 'seq') return this.array(init);
    if (init.form === 'value') return this.value(init);
    throw new Error(`a ${init.form} where a value is expected`);
  }

  private unit(unit: Unit, at: Value | undefined): Get {
    const context = at && this.value(at);
    return (frame) => this.pack.unit(unit, context?.(frame));
  }

  private invoke(fn: UserFunction, args: readonly Lowered[]): Get {
    const passed = args.map((arg) => this.initial(arg));
    return (frame) => this.pack.invoke(fn, passed.map((arg) => arg(frame))); // prettier-ignore
  }

  /** Evaluates arguments from left to right and stops at the first that is absent. */
  private strict(args: readonly Value[], none: unknown, apply: AnyOperation): Get {
    const gets = args.map((arg) => ({ get: this.value(arg), none: arg.optional ? absent(arg.kind) : NEVER }));
    return (frame) => {
      const values: unknown[] = [];
      for (const arg of gets) {
        const value = arg.get(frame);
        if (value === arg.none) return none;
        values.push(value);
      }
      return apply(...values);
    };
  }

  private operation(fn: string, args: readonly Value[]): AnyOperation {
    const pattern = args[1];
    if (Object.hasOwn(REGEX_OPERATIONS, fn) && pattern?.op === 'const') {
      const apply = REGEX_OPERATIONS[fn]!(String(pattern.value));
      return (input, _pattern, by) => apply(input as string, by as string);
    }
    if (Object.hasOwn(nodeOperations, fn)) {
      const apply = nodeOperations[fn as keyof typeof nodeOperations] as AnyOperation;
      return (...values) => apply(this.pack.document(), ...values);
    }
    if (!Object.hasOwn(operations, fn)) throw new Error(`the run time has no operation "${fn}"`);
    return operations[fn as keyof typeof operations] as AnyOperation;
  }

  private index(slot: Slot): number {
    const known = this.indices.get(slot);
    if (known !== undefined) return known;
    this.indices.set(slot, this.indices.size);
    return this.indices.size - 1;
  }
}

/** Equal to no value. */
const NEVER = Symbol('never absent');

const REGEX_OPERATIONS: Readonly<
  Record<string, (pattern: string) => (input: string, by: string) => unknown>
> = {
  matches: (pattern) => {
    const regex = compileRegex(pattern);
    return (input) => matches(regex, input);
  },
  tokenize: (pattern) => {
    const regex = compileRegex(pattern);
    return (input) => tokenize(regex, input);
  },
  replace: (pattern) => {
    const regex = compileRegex(pattern);
    return (input, by) => replace(regex, input, by);
  },
};

const absent = (kind: Kind): unknown => (isNode(kind) ? 0 : undefined);

function tick(): true {
  if (--fuel.left < 0) refuel();
  return true;
}

function reduced<T>(each: Each, frame: Frame, start: T, step: (sofar: T, item: unknown) => T): T {
  let result = start;
  each(frame, (item) => {
    result = step(result, item);
    return false;
  });
  return result;
}
