import { isTotal } from '../compile/total.ts';
import type { PackIr } from '../compile/pack.ts';
import { operands } from '../compile/walk.ts';
import type { Plain } from '../compile/walk.ts';
import type { LabelPath, LabelStep } from '../match/labels.ts';
import type { PackTables, PathTable, RuleTable } from '../match/tables.ts';
import type { ContextIr, TestIr } from '../compile/pack.ts';

/** Numbers conditions, tests and label lists, for both back ends and the tables. */
export class Numbering {
  readonly conditions: ContextIr[] = [];
  readonly tests: TestIr[] = [];
  private readonly rules: PackTables['patterns'];
  private readonly lists = new Map<string, { id: number; paths: readonly PathTable[] }>();
  private readonly steps = new Map<string, { id: number; step: LabelStep }>();
  private readonly visits: PackTables['visits'];

  constructor(ir: PackIr) {
    this.visits = ir.visits;
    this.rules = ir.patterns.map((rules) => ({
      rules: rules.map((rule) => this.rule(rule.contexts, rule.tests)),
    }));
    for (const body of this.bodies(ir)) this.findLists(body);
  }

  /** The number of the list of all nodes on these paths. */
  list(paths: readonly LabelPath[]): number {
    const numbered = paths.map((path) => this.path(path));
    const key = JSON.stringify(numbered);
    let list = this.lists.get(key);
    if (!list) this.lists.set(key, (list = { id: this.lists.size, paths: numbered }));
    return list.id;
  }

  tables(): PackTables {
    return {
      visits: this.visits,
      steps: [...this.steps.values()].map(({ step }) => step),
      patterns: this.rules,
      lists: [...this.lists.values()].map(({ paths }) => paths),
    };
  }

  private bodies(ir: PackIr): Plain[] {
    return [
      ...this.conditions.map(({ cond }) => cond!),
      ...this.tests.flatMap(({ fires, message }) => [fires, message]),
      ...ir.functions.map(({ body }) => body),
      ...ir.units.map(({ body }) => body),
    ];
  }

  private findLists(node: Plain): void {
    if (node.op === 'labelled' || node.op === 'beside') this.list(node.paths);
    for (const operand of operands(node)) this.findLists(operand);
  }

  private path(path: LabelPath): PathTable {
    return path.map((step) => {
      const key = JSON.stringify(step);
      let cached = this.steps.get(key);
      if (!cached) this.steps.set(key, (cached = { id: this.steps.size, step }));
      return cached.id;
    });
  }

  private rule(contexts: readonly ContextIr[], tests: readonly TestIr[]): RuleTable {
    return {
      contexts: contexts.map((context) => ({
        labels: this.path(context.labels),
        condition: context.cond && this.conditions.push(context) - 1,
      })),
      tests: tests.filter(canFire).map((test) => ({
        index: this.tests.push(test) - 1,
        kind: test.source.kind,
        id: test.source.id,
        flag: test.source.flag,
        role: test.source.role,
        guard: test.guard?.map((path) => this.path(path)),
        messageMayRaise: !isTotal(test.message),
      })),
    };
  }
}

/** `test="true()"` marks rules that publishers have withdrawn. */
const canFire = ({ fires, guard }: TestIr): boolean =>
  !(fires.op === 'const' && !fires.value) && guard?.length !== 0;
