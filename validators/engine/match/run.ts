import { Escape, XPathError } from '../runtime/errors.ts';
import { fuel, refuel } from '../runtime/fuel.ts';
import type { Document, Node } from '../xml/document.ts';
import type { Candidate, Dispatcher, LiveTest } from './dispatch.ts';
import type { TestTable } from './tables.ts';

/** A test that fired, with its nodes. */
export interface Firing {
  readonly test: TestTable;
  count: number;
  /** The first nodes in the order of the run, and the texts there. */
  readonly nodes: Node[];
  readonly texts: string[];
}

export interface Fired {
  readonly firings: readonly Firing[];
  /** True if some rule's context matched some node: otherwise an empty result means nothing. */
  readonly matched: boolean;
}

/**
 * Runs the rules of one pack over one document.
 * @param cap how many nodes and texts to keep per test; every firing is counted
 * @throws XPathError the pack's own dynamic error
 * @throws Escape
 */
export function runRules(dispatcher: Dispatcher, document: Document, cap: number): Fired {
  const run = new Run(dispatcher, document, cap);
  try {
    dispatcher.open(document);
    return run.all();
  } catch (error) {
    if (error instanceof Escape) error.node = run.node;
    if (error instanceof XPathError) error.at = { node: run.node, test: run.current?.table.id };
    throw error;
  } finally {
    dispatcher.close();
  }
}

class Run {
  private readonly firings = new Map<TestTable, Firing>();
  private matched = false;
  /** The current node. */
  node: Node = 0;
  /** The current test. */
  current: LiveTest | undefined;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly document: Document,
    private readonly cap: number,
  ) {}

  all(): Fired {
    const { paths, plans } = this.dispatcher;
    for (let w = 0; w < paths.length; w++) {
      const plan = plans[w]!;
      for (let p = 0; p < plan.length; p++) this.visitPath(paths[w]!, plan[p]!);
    }
    return { firings: [...this.firings.values()], matched: this.matched };
  }

  private visitPath(path: number, candidates: readonly Candidate[]): void {
    const { pathStart, pathEnd, pathNodes } = this.document;
    const count = this.need(candidates);
    if (count === 0) return;
    for (let i = pathStart[path]!, end = pathEnd[path]!; i < end; i++) {
      if (--fuel.left < 0) refuel();
      const node = (this.node = pathNodes[i]!);
      const rule = firstMatch(node, candidates, count);
      if (rule >= 0) this.test(node, rule);
    }
  }

  /** How many candidates have to be evaluated: those at the end without tests need not, once it is known that some rule matched. */
  private need(candidates: readonly Candidate[]): number {
    let count = candidates.length;
    while (count > 0 && this.dispatcher.liveCount[candidates[count - 1]!.rule] === 0) {
      this.matched ||= count === 1 && candidates[0]!.conditions.length === 0;
      if (!this.matched) break;
      count--;
    }
    return count;
  }

  private test(node: Node, rule: number): void {
    this.matched = true;
    const tests = this.dispatcher.live[rule]!;
    const count = this.dispatcher.liveCount[rule]!;
    for (let t = 0; t < count; t++) {
      const live = (this.current = tests[t]!);
      if (live.fires(node)) this.fire(live, node);
    }
  }

  private fire({ table, message }: LiveTest, node: Node): void {
    let firing = this.firings.get(table);
    if (!firing) this.firings.set(table, (firing = { test: table, count: 0, nodes: [], texts: [] }));
    firing.count++;
    const isKept = firing.nodes.length < this.cap;
    if (!isKept && !table.messageMayRaise) return;
    const text = message(node);
    if (!isKept) return;
    firing.nodes.push(node);
    firing.texts.push(text);
  }
}

/** The rule that matches, or −1. An error in a context means that it does not match. */
function firstMatch(node: Node, candidates: readonly Candidate[], count: number): number {
  for (let c = 0; c < count; c++) {
    const { rule, conditions } = candidates[c]!;
    if (conditions.length === 0 || anyHolds(conditions, node)) return rule;
  }
  return -1;
}

function anyHolds(conditions: readonly ((node: Node) => boolean)[], node: Node): boolean {
  for (let c = 0; c < conditions.length; c++) {
    try {
      if (conditions[c]!(node)) return true;
    } catch (error) {
      if (!(error instanceof XPathError)) throw error;
    }
  }
  return false;
}
