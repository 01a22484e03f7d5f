import type { Document, Node } from '../xml/document.ts';
import type { Vocabulary } from '../xml/vocabulary.ts';
import { Automaton } from './automaton.ts';
import type { MarkedPath } from './automaton.ts';
import type { NodeRun, PackCode } from './program.ts';
import type { PackTables, PathTable, TestTable } from './tables.ts';

/**
 * The work for the nodes of one label path: for each pattern the rules whose labels match, in order; a rule without a condition is the
 * last.
 */
type Plan = readonly (readonly Candidate[])[];

export interface Candidate {
  readonly rule: number;
  /** One of them has to hold; if there are none, the rule matches. */
  readonly conditions: readonly ((node: Node) => boolean)[];
}

export interface LiveTest {
  /** Its number among all tests of the pack. */
  readonly number: number;
  readonly rule: number;
  readonly table: TestTable;
  readonly fires: (node: Node) => boolean;
  readonly message: (node: Node) => string;
}

/** The meaning of a label path. */
interface PathFacts {
  readonly plan: Plan | undefined;
  /** Numbers of the tests that can fire where this path occurs. */
  readonly armed: Int32Array;
  readonly lists: readonly number[];
}

type Meaning =
  | {
      readonly kind: 'context';
      readonly pattern: number;
      readonly rule: number;
      readonly condition: number | undefined;
    }
  | { readonly kind: 'guard'; readonly test: LiveTest }
  | { readonly kind: 'list'; readonly list: number };

/**
 * Contexts, guards and lists of a pack in one automaton: one look at each label path of a document answers all three. It works on one
 * document at a time; its arrays are made once and reused, because small documents come in thousands.
 */
export class Dispatcher {
  /** Paths of the open document that have rules, and their plans. */
  readonly paths: number[] = [];
  readonly plans: Plan[] = [];
  /** By rule: the tests that can fire in the open document are the first `liveCount` of these; those without a guard come first. */
  readonly live: LiveTest[][] = [];
  readonly liveCount: Int32Array;
  private readonly automaton: Automaton<PathFacts>;
  private readonly meanings: Meaning[] = [];
  /** By rule: the number of tests without a guard. */
  private readonly unguarded: number[] = [];
  /** By test: the last document in which it was armed. */
  private readonly armedIn: Float64Array;
  private opened = 0;
  private readonly tests: LiveTest[] = [];
  private readonly visitsAttributes: boolean;
  /** By list: its paths, and their nodes after the first use. */
  private readonly listed: number[][];
  private readonly runs: (NodeRun | undefined)[];
  /** The lists that have a path in the open document: a pack has hundreds, a document some. */
  private readonly occurring: number[] = [];
  private document: Document | undefined;

  constructor(
    tables: PackTables,
    vocabulary: Vocabulary,
    private readonly code: PackCode,
  ) {
    this.visitsAttributes = tables.visits === 'elements-and-attributes';
    this.listed = tables.lists.map(() => []);
    this.runs = tables.lists.map(() => undefined);
    this.automaton = new Automaton(vocabulary, this.markPaths(tables), (marks) => this.factsOf(marks));
    this.liveCount = Int32Array.from(this.unguarded);
    this.armedIn = new Float64Array(this.tests.length);
  }

  open(document: Document): void {
    this.document = document;
    this.opened += 1;
    const { paths } = document.vocabulary;
    this.automaton.match(document, (path, { plan, armed, lists }) => {
      if (plan && (this.visitsAttributes || !paths.isAttribute(path))) {
        this.paths.push(path);
        this.plans.push(plan);
      }
      for (let i = 0; i < armed.length; i++) this.arm(armed[i]!);
      for (let i = 0; i < lists.length; i++) this.addTo(lists[i]!, path);
    });
    this.code.open(document, this.list);
  }

  close(): void {
    this.code.close();
    this.liveCount.set(this.unguarded);
    this.paths.length = 0;
    this.plans.length = 0;
    for (const list of this.occurring) {
      this.listed[list]!.length = 0;
      this.runs[list] = undefined;
    }
    this.occurring.length = 0;
    this.document = undefined;
  }

  private readonly list = (list: number): NodeRun => {
    const paths = this.listed[list]!;
    return paths.length === 0 ? NOWHERE : (this.runs[list] ??= nodesOn(this.document!, paths));
  };

  private addTo(list: number, path: number): void {
    const paths = this.listed[list]!;
    if (paths.length === 0) this.occurring.push(list);
    paths.push(path);
  }

  private arm(number: number): void {
    if (this.armedIn[number] === this.opened) return;
    this.armedIn[number] = this.opened;
    const test = this.tests[number]!;
    const { rule } = test;
    this.live[rule]![this.liveCount[rule]!++] = test;
  }

  private markPaths(tables: PackTables): MarkedPath[] {
    const marked: MarkedPath[] = [];
    const add = (paths: readonly PathTable[], meaning: Meaning): void => {
      const mark = this.meanings.push(meaning) - 1;
      for (const path of paths) marked.push({ path: path.map((step) => tables.steps[step]!), mark });
    };
    tables.patterns.forEach(({ rules }, pattern) => {
      for (const { contexts, tests } of rules) {
        const rule = this.live.length;
        const live = tests.map((test) => this.liveTest(test, rule));
        const unguarded = live.filter(({ table }) => !table.guard);
        this.live.push(unguarded);
        this.unguarded.push(unguarded.length);
        for (const { labels, condition } of contexts)
          add([labels], { kind: 'context', pattern, rule, condition });
        for (const test of live) if (test.table.guard) add(test.table.guard, { kind: 'guard', test });
      }
    });
    tables.lists.forEach((paths, list) => add(paths, { kind: 'list', list }));
    return marked;
  }

  private liveTest(table: TestTable, rule: number): LiveTest {
    const { tests, messages } = this.code;
    const test = {
      number: this.tests.length,
      rule,
      table,
      fires: tests[table.index]!,
      message: messages[table.index]!,
    };
    this.tests.push(test);
    return test;
  }

  private factsOf(marks: readonly number[]): PathFacts {
    const meanings = marks.map((mark) => this.meanings[mark]!);
    const contexts = meanings.filter((meaning) => meaning.kind === 'context');
    return {
      plan: contexts.length === 0 ? undefined : this.planOf(contexts),
      armed: Int32Array.from(
        meanings.flatMap((meaning) => (meaning.kind === 'guard' ? [meaning.test.number] : [])),
      ),
      lists: meanings.flatMap((meaning) => (meaning.kind === 'list' ? [meaning.list] : [])),
    };
  }

  /** Marks ascend in the order of the rules, so the first rule comes first. */
  private planOf(contexts: readonly ContextMeaning[]): Plan {
    return groups(contexts, ({ pattern }) => pattern).map(([, of]) => this.candidates(of));
  }

  private candidates(contexts: readonly ContextMeaning[]): Candidate[] {
    const candidates: Candidate[] = [];
    for (const [rule, alternatives] of groups(contexts, (context) => context.rule)) {
      const conditions = alternatives.flatMap(({ condition }) =>
        condition === undefined ? [] : [this.code.conditions[condition]!],
      );
      if (conditions.length < alternatives.length) return [...candidates, { rule, conditions: [] }];
      candidates.push({ rule, conditions });
    }
    return candidates;
  }
}

type ContextMeaning = Extract<Meaning, { kind: 'context' }>;

/** In order of first appearance. */
function groups<T>(items: readonly T[], keyOf: (item: T) => number): [number, T[]][] {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return [...groups];
}

const NOWHERE: NodeRun = { nodes: new Int32Array(0), start: 0, end: 0 };

function nodesOn({ pathNodes, pathStart, pathEnd }: Document, paths: readonly number[]): NodeRun {
  if (paths.length === 1) return { nodes: pathNodes, start: pathStart[paths[0]!]!, end: pathEnd[paths[0]!]! };
  const nodes = new Int32Array(paths.reduce((sum, path) => sum + pathEnd[path]! - pathStart[path]!, 0));
  let filled = 0;
  for (const path of paths) {
    nodes.set(pathNodes.subarray(pathStart[path], pathEnd[path]), filled);
    filled += pathEnd[path]! - pathStart[path]!;
  }
  // A list holds elements only, or attributes only: the latter count downwards.
  nodes.sort();
  if (nodes[0]! < 0) nodes.reverse();
  return { nodes, start: 0, end: nodes.length };
}
