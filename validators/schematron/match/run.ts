import { XPathError } from '../runtime/errors.ts';
import { fuel, refuel } from '../runtime/fuel.ts';
import type { Document, Node } from '../xml/document.ts';
import type { Candidate, Dispatched, Dispatcher } from './dispatch.ts';
import type { PackCode } from './program.ts';
import type { TestTable } from './tables.ts';

/** A test that fired, and where. */
export interface Firing {
  readonly test: TestTable;
  count: number;
  /** The first nodes, in the order met, and the texts there. */
  readonly nodes: Node[];
  readonly texts: string[];
}

export interface Fired {
  readonly firings: readonly Firing[];
  /** Some rule's context matched some node: an empty result means something. */
  readonly matched: boolean;
}

/**
 * Runs the rules of one pack over one document.
 * @param cap how many nodes and texts to keep per test; every firing is counted
 * @throws XPathError the pack's own dynamic error
 * @throws Escape
 */
export function runRules(code: PackCode, dispatcher: Dispatcher, document: Document, cap: number): Fired {
  const dispatched = dispatcher.dispatch(document);
  code.open(document, dispatched.list);
  try {
    return new Run(code, dispatched, document, cap).all();
  } finally {
    code.close();
  }
}

class Run {
  private readonly code: PackCode;
  private readonly dispatched: Dispatched;
  private readonly document: Document;
  private readonly cap: number;
  private readonly tests = new Map<number, readonly TestTable[]>();
  private readonly firings = new Map<TestTable, Firing>();
  private matched = false;

  constructor(code: PackCode, dispatched: Dispatched, document: Document, cap: number) {
    this.code = code;
    this.dispatched = dispatched;
    this.document = document;
    this.cap = cap;
  }

  all(): Fired {
    const { pathStart, pathEnd, pathNodes } = this.document;
    for (const { path, plan } of this.dispatched.work) {
      for (const candidates of plan.patterns) {
        if (this.isIdle(candidates)) continue;
        for (let i = pathStart[path]!; i < pathEnd[path]!; i++) this.visit(pathNodes[i]!, candidates);
      }
    }
    return { firings: [...this.firings.values()], matched: this.matched };
  }

  /** Nothing can fire on the path; but whether a rule matched has to be known once. */
  private isIdle(candidates: readonly Candidate[]): boolean {
    if (candidates.some(({ rule }) => this.testsOf(rule).length > 0)) return false;
    this.matched ||= candidates[0]!.conditions.length === 0;
    return this.matched;
  }

  private visit(node: Node, candidates: readonly Candidate[]): void {
    if (--fuel.left < 0) refuel();
    for (const { rule, conditions } of candidates) {
      if (conditions.length > 0 && !this.isMatch(node, conditions)) continue;
      this.matched = true;
      const tests = this.testsOf(rule);
      for (let t = 0; t < tests.length; t++)
        if (this.code.tests[tests[t]!.index]!(node)) this.fire(tests[t]!, node);
      return;
    }
  }

  /** An error in a context means that it does not match. */
  private isMatch(node: Node, conditions: readonly number[]): boolean {
    for (const condition of conditions) {
      try {
        if (this.code.conditions[condition]!(node)) return true;
      } catch (error) {
        if (!(error instanceof XPathError)) throw error;
      }
    }
    return false;
  }

  private fire(test: TestTable, node: Node): void {
    let firing = this.firings.get(test);
    if (!firing) this.firings.set(test, (firing = { test, count: 0, nodes: [], texts: [] }));
    firing.count++;
    const isKept = firing.nodes.length < this.cap;
    if (!isKept && !test.messageMayRaise) return;
    const text = this.code.messages[test.index]!(node);
    if (!isKept) return;
    firing.nodes.push(node);
    firing.texts.push(text);
  }

  private testsOf(rule: number): readonly TestTable[] {
    let tests = this.tests.get(rule);
    if (!tests) this.tests.set(rule, (tests = this.dispatched.testsOf(rule)));
    return tests;
  }
}
