import type { Document } from '../xml/document.ts';
import type { Vocabulary } from '../xml/vocabulary.ts';
import { Automaton } from './automaton.ts';
import type { MarkedPath, State } from './automaton.ts';
import type { NodeRun } from './program.ts';
import type { PackTables, PathTable, RuleTable, TestTable } from './tables.ts';

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

interface StateFacts {
  readonly plan: Plan | undefined;
  readonly guards: readonly number[];
  readonly lists: readonly number[];
}

type Meaning =
  | {
      readonly kind: 'context';
      readonly pattern: number;
      readonly rule: number;
      readonly condition: number | undefined;
    }
  | { readonly kind: 'guard'; readonly guard: number }
  | { readonly kind: 'list'; readonly list: number };

/** Contexts, guards and lists of a pack in one automaton: one look at each label path of a document answers all three. */
export class Dispatcher {
  private readonly automaton: Automaton;
  private readonly meanings: Meaning[] = [];
  private readonly facts = new WeakMap<State, StateFacts>();
  private readonly rules: RuleTable[] = [];
  /** By test index: its guard, or −1. */
  private readonly guardOf: number[] = [];
  private readonly visitsAttributes: boolean;

  constructor(tables: PackTables, vocabulary: Vocabulary) {
    this.visitsAttributes = tables.visits === 'elements-and-attributes';
    const marked: MarkedPath[] = [];
    const add = (paths: readonly PathTable[], meaning: Meaning): void => {
      const mark = this.meanings.push(meaning) - 1;
      for (const path of paths) marked.push({ path: path.map((step) => tables.steps[step]!), mark });
    };
    let guards = 0;
    tables.patterns.forEach(({ rules }, pattern) => {
      for (const table of rules) {
        const rule = this.rules.push(table) - 1;
        for (const { labels, condition } of table.contexts)
          add([labels], { kind: 'context', pattern, rule, condition });
        for (const test of table.tests) {
          this.guardOf[test.index] = test.guard ? guards : -1;
          if (test.guard) add(test.guard, { kind: 'guard', guard: guards++ });
        }
      }
    });
    tables.lists.forEach((paths, list) => add(paths, { kind: 'list', list }));
    this.automaton = new Automaton(vocabulary, marked);
  }

  dispatch(document: Document): Dispatched {
    const work: { path: number; plan: Plan }[] = [];
    const armed = new Set<number>();
    const lists = new Map<number, number[]>();
    const runs: NodeRun[] = [];
    this.automaton.match(document, (path, state) => {
      const facts = this.factsOf(state);
      if (facts.plan && (this.visitsAttributes || !document.vocabulary.paths.isAttribute(path)))
        work.push({ path, plan: facts.plan });
      for (const guard of facts.guards) armed.add(guard);
      for (const list of facts.lists) {
        const paths = lists.get(list);
        if (paths) paths.push(path);
        else lists.set(list, [path]);
      }
    });
    return {
      work,
      testsOf: (rule) =>
        this.rules[rule]!.tests.filter(
          ({ index }) => this.guardOf[index] === -1 || armed.has(this.guardOf[index]!),
        ),
      list: (list) => (runs[list] ??= nodesOn(document, lists.get(list))),
    };
  }

  private factsOf(state: State): StateFacts {
    const known = this.facts.get(state);
    if (known) return known;
    const meanings = state.marks.map((mark) => this.meanings[mark]!);
    const facts: StateFacts = {
      plan: planOf(meanings.filter((meaning) => meaning.kind === 'context')),
      guards: meanings.flatMap((meaning) => (meaning.kind === 'guard' ? [meaning.guard] : [])),
      lists: meanings.flatMap((meaning) => (meaning.kind === 'list' ? [meaning.list] : [])),
    };
    this.facts.set(state, facts);
    return facts;
  }
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
