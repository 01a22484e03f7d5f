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

/** A candidate with what is left of its rule in this document. */
interface Resolved {
  readonly conditions: readonly ((node: Node) => boolean)[];
  readonly tests: readonly LiveTest[];
}

interface LiveTest {
  readonly table: TestTable;
  readonly fires: (node: Node) => boolean;
}

class Run {
  private readonly code: PackCode;
  private readonly dispatched: Dispatched;
  private readonly document: Document;
  private readonly cap: number;
  private readonly tests: (readonly LiveTest[])[] = [];
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
      for (const pattern of plan.patterns) {
        const candidates = this.resolved(pattern);
        if (candidates.length === 0) continue;
        this.visitAll(pathNodes, pathStart[path]!, pathEnd[path]!, candidates);
      }
    }
    return { firings: [...this.firings.values()], matched: this.matched };
  }

  private visitAll(nodes: Int32Array, start: number, end: number, candidates: readonly Resolved[]): void {
    for (let i = start; i < end; i++) {
      if (--fuel.left < 0) refuel();
      const matching = this.firstMatch(nodes[i]!, candidates);
      if (matching) this.test(nodes[i]!, matching.tests);
    }
  }

  /** Rules at the end that have nothing to test need not be told apart; only whether any rule matched has to be known once. */
  private resolved(pattern: readonly Candidate[]): Resolved[] {
    const candidates = pattern.map(({ rule, conditions }) => ({
      conditions: conditions.map((condition) => this.code.conditions[condition]!),
      tests: this.testsOf(rule),
    }));
    for (let last = candidates.at(-1); last?.tests.length === 0; last = candidates.at(-1)) {
      this.matched ||= candidates.length === 1 && last.conditions.length === 0;
      if (!this.matched) break;
      candidates.pop();
    }
    return candidates;
  }

  private firstMatch(node: Node, candidates: readonly Resolved[]): Resolved | undefined {
    for (let c = 0; c < candidates.length; c++) {
      const candidate = candidates[c]!;
      if (candidate.conditions.length === 0 || isMatch(node, candidate.conditions)) return candidate;
    }
    return undefined;
  }

  private test(node: Node, tests: readonly LiveTest[]): void {
    this.matched = true;
    for (let t = 0; t < tests.length; t++) {
      const test = tests[t]!;
      if (test.fires(node)) this.fire(test.table, node);
    }
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

  private testsOf(rule: number): readonly LiveTest[] {
    const live = (table: TestTable): LiveTest => ({ table, fires: this.code.tests[table.index]! });
    return (this.tests[rule] ??= this.dispatched.testsOf(rule).map(live));
  }
}

/** An error in a context means that it does not match. */
function isMatch(node: Node, conditions: readonly ((node: Node) => boolean)[]): boolean {
  for (let c = 0; c < conditions.length; c++) {
    try {
      if (conditions[c]!(node)) return true;
    } catch (error) {
      if (!(error instanceof XPathError)) throw error;
    }
  }
  return false;
}
