import type { Document } from '../xml/document.ts';
import type { Vocabulary } from '../xml/vocabulary.ts';
import { Automaton } from './automaton.ts';
import type { MarkedPath } from './automaton.ts';
import type { NodeRun } from './program.ts';
import type { PackTables, PathTable, TestTable } from './tables.ts';

/** What there is to do for the nodes of one label path. */
export interface Plan {
  /** Per pattern that has any: the rules whose labels match, in order; after one without condition none is left. */
  readonly patterns: readonly (readonly Candidate[])[];
}

export interface Candidate {
  readonly rule: number;
  /** One of them has to hold; none listed: the rule matches. */
  readonly conditions: readonly number[];
}

/** What the labels of one document say about a pack. */
export interface Dispatched {
  /** Paths with rules, and their plans. */
  readonly work: readonly { readonly path: number; readonly plan: Plan }[];
  /** For each rule the tests that can fire here. */
  testsOf(rule: number): readonly TestTable[];
  list(list: number): NodeRun;
}

/** What a label path means. */
interface PathFacts {
  readonly plan: Plan | undefined;
  /** Tests that can fire where this path occurs. */
  readonly armed: readonly { readonly rule: number; readonly test: TestTable }[];
  readonly lists: readonly number[];
}

type Meaning =
  | {
      readonly kind: 'context';
      readonly pattern: number;
      readonly rule: number;
      readonly condition: number | undefined;
    }
  | { readonly kind: 'guard'; readonly rule: number; readonly test: TestTable }
  | { readonly kind: 'list'; readonly list: number };

/** Contexts, guards and lists of a pack in one automaton: one look at each label path of a document answers all three. */
export class Dispatcher {
  private readonly automaton: Automaton<PathFacts>;
  private readonly meanings: Meaning[] = [];
  /** By rule: the tests that need no guard. */
  private readonly unguarded: (readonly TestTable[])[] = [];
  private readonly visitsAttributes: boolean;
  private readonly lists: number;

  constructor(tables: PackTables, vocabulary: Vocabulary) {
    this.lists = tables.lists.length;
    this.visitsAttributes = tables.visits === 'elements-and-attributes';
    this.automaton = new Automaton(vocabulary, this.marked(tables), (marks) => this.factsOf(marks));
  }

  dispatch(document: Document): Dispatched {
    const { paths } = document.vocabulary;
    const work: { path: number; plan: Plan }[] = [];
    const armed = new Map<number, Set<TestTable>>();
    const lists = new Array<number[] | undefined>(this.lists);
    const runs = new Array<NodeRun | undefined>(this.lists);
    this.automaton.match(document, (path, facts) => {
      if (facts.plan && (this.visitsAttributes || !paths.isAttribute(path)))
        work.push({ path, plan: facts.plan });
      for (const { rule, test } of facts.armed) arm(armed, rule, test);
      for (const list of facts.lists) (lists[list] ??= []).push(path);
    });
    return {
      work,
      testsOf: (rule) => {
        const always = this.unguarded[rule]!;
        const tests = armed.get(rule);
        return tests ? [...always, ...tests] : always;
      },
      list: (list) => (runs[list] ??= nodesOn(document, lists[list])),
    };
  }

  private marked(tables: PackTables): MarkedPath[] {
    const marked: MarkedPath[] = [];
    const add = (paths: readonly PathTable[], meaning: Meaning): void => {
      const mark = this.meanings.push(meaning) - 1;
      for (const path of paths) marked.push({ path: path.map((step) => tables.steps[step]!), mark });
    };
    tables.patterns.forEach(({ rules }, pattern) => {
      for (const { contexts, tests } of rules) {
        const rule = this.unguarded.push(tests.filter(({ guard }) => !guard)) - 1;
        for (const { labels, condition } of contexts)
          add([labels], { kind: 'context', pattern, rule, condition });
        for (const test of tests) if (test.guard) add(test.guard, { kind: 'guard', rule, test });
      }
    });
    tables.lists.forEach((paths, list) => add(paths, { kind: 'list', list }));
    return marked;
  }

  private factsOf(marks: readonly number[]): PathFacts {
    const meanings = marks.map((mark) => this.meanings[mark]!);
    return {
      plan: planOf(meanings.filter((meaning) => meaning.kind === 'context')),
      armed: meanings.filter((meaning) => meaning.kind === 'guard'),
      lists: meanings.flatMap((meaning) => (meaning.kind === 'list' ? [meaning.list] : [])),
    };
  }
}

function arm(armed: Map<number, Set<TestTable>>, rule: number, test: TestTable): void {
  const tests = armed.get(rule);
  if (tests) tests.add(test);
  else armed.set(rule, new Set([test]));
}

type ContextMeaning = Extract<Meaning, { kind: 'context' }>;

/** Marks ascend in the order of the rules, so the first rule comes first. */
function planOf(contexts: readonly ContextMeaning[]): Plan | undefined {
  if (contexts.length === 0) return undefined;
  return { patterns: groups(contexts, ({ pattern }) => pattern).map(([, of]) => candidates(of)) };
}

function candidates(contexts: readonly ContextMeaning[]): Candidate[] {
  const found: Candidate[] = [];
  for (const [rule, alternatives] of groups(contexts, (context) => context.rule)) {
    const conditions = alternatives.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
    if (conditions.length < alternatives.length) return [...found, { rule, conditions: [] }];
    found.push({ rule, conditions });
  }
  return found;
}

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

function nodesOn({ pathNodes, pathStart, pathEnd }: Document, paths: readonly number[] | undefined): NodeRun {
  if (!paths) return NOWHERE;
  if (paths.length === 1) return { nodes: pathNodes, start: pathStart[paths[0]!]!, end: pathEnd[paths[0]!]! };
  const all = paths.flatMap((path) => [...pathNodes.subarray(pathStart[path], pathEnd[path])]);
  // Elements of one list only, or attributes only: the latter count downwards.
  const nodes = Int32Array.from(all).sort();
  if (nodes[0]! < 0) nodes.reverse();
  return { nodes, start: 0, end: nodes.length };
}
