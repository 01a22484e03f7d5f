import type {
  Beside,
  Cond,
  Kind,
  Lowered,
  Seq,
  Slot,
  Unit,
  UserFunction,
  Value,
} from 'en16931-rules/engine/compile/ir.ts';
import { isNode } from 'en16931-rules/engine/compile/make.ts';
import type { LabelPath } from 'en16931-rules/engine/match/labels.ts';
import type { NodeRun } from 'en16931-rules/engine/match/program.ts';
import { fuel, refuel } from 'en16931-rules/engine/runtime/fuel.ts';
import type { StringSet } from 'en16931-rules/engine/runtime/lists.ts';
import type { Neighbours } from 'en16931-rules/engine/runtime/neighbours.ts';
import { nodeOperations, operations } from 'en16931-rules/engine/runtime/operations.ts';
import { compileRegex, matches, replace, tokenize } from 'en16931-rules/engine/runtime/regex.ts';
import type { Document } from 'en16931-rules/engine/xml/document.ts';
import type { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { walkOf } from './closure-axes.ts';
import type { Visit } from './closure-axes.ts';

/** The state that closures of one pack share. */
export interface PackContext {
  readonly vocabulary: Vocabulary;
  document(): Document;
  nodesOn(paths: readonly LabelPath[]): () => NodeRun;
  unit(unit: Unit, at: unknown): unknown;
  setOf(unit: Unit): StringSet;
  neighboursOf(cond: Beside): Neighbours;
  invoke(fn: UserFunction, args: unknown[]): unknown;
}

export type Routine = (args: unknown[]) => unknown;

/** The local variables of one call. */
export type Frame = unknown[];
export type Get = (frame: Frame) => unknown;
export type Holds = (frame: Frame) => boolean;
/** Passes the items to a visitor until it returns true. @returns whether it did. */
export type Each = (frame: Frame, visit: Visit) => boolean;
export type AnyOperation = (...args: unknown[]) => unknown;

/** The part of a routine with sequences and calls; values and conditions are built on it. */
export abstract class SequenceClosures {
  private readonly indices = new Map<Slot, number>();

  constructor(protected readonly pack: PackContext) {}

  protected each(seq: Seq): Each {
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

  protected array(seq: Seq): (frame: Frame) => unknown[] {
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

  protected initial(init: Lowered): Get {
    if (init.form === 'seq') return this.array(init);
    if (init.form === 'value') return this.value(init);
    throw new Error(`a ${init.form} where a value is expected`);
  }

  protected unit(unit: Unit, at: Value | undefined): Get {
    const context = at && this.value(at);
    return (frame) => this.pack.unit(unit, context?.(frame));
  }

  protected invoke(fn: UserFunction, args: readonly Lowered[]): Get {
    const passed = args.map((arg) => this.initial(arg));
    return (frame) => this.pack.invoke(fn, passed.map((arg) => arg(frame))); // prettier-ignore
  }

  /** Evaluates arguments from left to right and stops at the first that is absent. */
  protected strict(args: readonly Value[], none: unknown, apply: AnyOperation): Get {
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

  protected operation(fn: string, args: readonly Value[]): AnyOperation {
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

  protected index(slot: Slot): number {
    const known = this.indices.get(slot);
    if (known !== undefined) return known;
    this.indices.set(slot, this.indices.size);
    return this.indices.size - 1;
  }

  protected abstract value(value: Value): Get;

  protected abstract cond(cond: Cond): Holds;
}

/** A value that equals no other. */
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

export const absent = (kind: Kind): unknown => (isNode(kind) ? 0 : undefined);

function tick(): true {
  if (--fuel.left < 0) refuel();
  return true;
}

export function reduced<T>(each: Each, frame: Frame, start: T, step: (sofar: T, item: unknown) => T): T {
  let result = start;
  each(frame, (item) => {
    result = step(result, item);
    return false;
  });
  return result;
}
