import type { Beside, Slot, Unit, UserFunction } from 'en16931-rules/engine/compile/ir.ts';
import type { PackIr } from 'en16931-rules/engine/compile/pack.ts';
import type { Plain } from 'en16931-rules/engine/compile/walk.ts';
import type { LabelPath } from 'en16931-rules/engine/match/labels.ts';
import type { PackModule } from 'en16931-rules/engine/match/module.ts';
import type { NodeLists, NodeRun, PackCode } from 'en16931-rules/engine/match/program.ts';
import { StringSet } from 'en16931-rules/engine/runtime/lists.ts';
import { Neighbours } from 'en16931-rules/engine/runtime/neighbours.ts';
import type { Document } from 'en16931-rules/engine/xml/document.ts';
import type { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { ClosureBuilder } from './closure-builder.ts';
import type { PackContext, Routine } from './sequence-closures.ts';
import { Numbering } from 'en16931-rules/engine/emit/tables.ts';

/**
 * The second back end: closures over the same representation, one per operation. Slower than source, but it evaluates no code
 * from strings, and it is an independent implementation to compare the first one with.
 */
export function makeClosures(ir: PackIr): PackModule {
  const numbering = new Numbering(ir);
  return {
    tables: numbering.tables(),
    link: (_runtime, vocabulary) => new PackClosures(ir, numbering, vocabulary).code(),
  };
}

class PackClosures implements PackContext {
  private opened: { document: Document; lists: NodeLists } | undefined;
  /** The last result per unit for the present document, and its context. */
  private readonly kept = new Map<Unit, { at: unknown; value: unknown }>();
  private readonly sets = new Map<Unit, StringSet>();
  private readonly neighbours = new Map<Beside, Neighbours>();
  private readonly units = new Map<Unit, Routine>();
  private readonly functions = new Map<UserFunction, Routine>();

  constructor(
    private readonly ir: PackIr,
    private readonly numbering: Numbering,
    readonly vocabulary: Vocabulary,
  ) {}

  code(): PackCode {
    for (const unit of this.ir.units) {
      this.units.set(unit, this.routine(unit.context ? [unit.context] : [], unit.body));
    }
    for (const fn of this.ir.functions) this.functions.set(fn, this.routine(fn.params, fn.body));
    const { conditions, tests } = this.numbering;
    return {
      open: (document, lists) => (this.opened = { document, lists }),
      close: () => {
        this.opened = undefined;
        this.kept.clear();
        this.sets.clear();
        this.neighbours.clear();
      },
      conditions: conditions.map(({ node, cond }) => this.over<boolean>(node, cond!)),
      tests: tests.map(({ node, fires }) => this.over<boolean>(node, fires)),
      messages: tests.map(({ node, message }) => this.over<string>(node, message)),
    };
  }

  document(): Document {
    return this.opened!.document;
  }

  nodesOn(paths: readonly LabelPath[]): () => NodeRun {
    const list = this.numbering.list(paths);
    return () => this.opened!.lists(list);
  }

  unit(unit: Unit, at: unknown): unknown {
    const kept = this.kept.get(unit);
    if (kept && kept.at === at) return kept.value;
    const value = this.units.get(unit)!([at]);
    this.kept.set(unit, { at, value });
    return value;
  }

  setOf(unit: Unit): StringSet {
    let set = this.sets.get(unit);
    if (!set) this.sets.set(unit, (set = new StringSet(this.unit(unit, undefined) as string[])));
    return set;
  }

  neighboursOf(cond: Beside): Neighbours {
    const known = this.neighbours.get(cond);
    if (known) return known;
    const elements = this.nodesOn(cond.paths)();
    const made = new Neighbours(
      this.document(),
      cond.axis,
      elements,
      (element) => this.unit(cond.texts, element) as string[],
    );
    this.neighbours.set(cond, made);
    return made;
  }

  invoke(fn: UserFunction, args: unknown[]): unknown {
    return this.functions.get(fn)!(args);
  }

  private routine(params: readonly Slot[], body: Plain): Routine {
    return new ClosureBuilder(this).routine(params, body);
  }

  private over<T>(node: Slot, body: Plain): (node: number) => T {
    const routine = this.routine([node], body);
    return (at) => routine([at]) as T;
  }
}
