import type { Text } from '../vocabulary/message.ts';
import { Dispatcher } from './match/dispatch.ts';
import type { PackModule } from './match/module.ts';
import { runRules } from './match/run.ts';
import type { Fired, Firing } from './match/run.ts';
import type { TestTable } from './match/tables.ts';
import { Escape, XPathError } from './runtime/errors.ts';
import type { EscapeReason } from './runtime/errors.ts';
import { fill } from './runtime/fuel.ts';
import { runtime } from './runtime/runtime.ts';
import { inDocumentOrder } from './xml/document.ts';
import type { Document, Node } from './xml/document.ts';
import { locate } from './xml/location.ts';
import type { NodeLocation } from './xml/location.ts';
import { normalizeSpace } from './xml/values.ts';
import type { Vocabulary } from './xml/vocabulary.ts';

/**
 * Runs compiled packs. A pool thread loads this file and its imports, and nothing else of the engine; the compiler cannot be reached from
 * here.
 */

export type { PackModule };

/** A pack that is ready to run in this thread. */
export interface Pack {
  readonly dispatcher: Dispatcher;
  /** The number of the pattern that a test belongs to. */
  readonly patternOf: ReadonlyMap<TestTable, number>;
}

/**
 * Adds the pack's names to the vocabulary: documents that were parsed before have to be parsed again.
 * @param vocabulary the thread's shared one, the same for all packs and documents
 */
export function linkPack(module: PackModule, vocabulary: Vocabulary): Pack {
  const patternOf = new Map(
    module.tables.patterns.flatMap(({ rules }, pattern) =>
      rules.flatMap(({ tests }) => tests.map((test) => [test, pattern] as const)),
    ),
  );
  return {
    dispatcher: new Dispatcher(module.tables, vocabulary, module.link(runtime, vocabulary)),
    patternOf,
  };
}

export interface RunOptions {
  /** Loop iterations before the run escapes. */
  readonly budget: number;
  /** When the run escapes, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** How many places and texts are reported per test; every firing is counted. */
  readonly capPerTest: number;
}

/**
 * - `verdict`: all rules ran. `matched` false means that no rule matched any node, so the document was not checked;
 * - `dynamic-error`: the pack itself cannot judge the document, and neither can its publisher's stylesheet;
 * - `escape`: the engine gave up. It is never a verdict.
 */
export type PackResult =
  | { readonly kind: 'verdict'; readonly fired: readonly FiredTest[]; readonly matched: boolean }
  | {
      readonly kind: 'dynamic-error';
      readonly code: string;
      readonly message: string;
      /** Id of the test that ended, and its context node. */
      readonly test?: string;
      readonly location?: NodeLocation;
    }
  | {
      readonly kind: 'escape';
      readonly reason: EscapeReason;
      readonly message: Text;
      /** Of the context node. */
      readonly location?: NodeLocation;
    };

/** A failed assert or a successful report. An id may occur several times, once per test that has it. */
interface FiredTest {
  readonly kind: 'assert' | 'report';
  readonly id: string | undefined;
  /** As written in the pack. */
  readonly flag: string | undefined;
  readonly role: string | undefined;
  readonly count: number;
  /** In document order, capped. */
  readonly places: readonly { readonly text: string; readonly location: NodeLocation }[];
}

export function runPack(pack: Pack, document: Document, options: RunOptions): PackResult {
  return run(pack, document, options, ({ firings, matched }) => {
    const inPackOrder = firings.toSorted((a, b) => a.test.index - b.test.index);
    return { kind: 'verdict', fired: inPackOrder.map((firing) => report(document, firing)), matched };
  });
}

/** One failed assert or successful report, as SVRL lists them. */
export interface Message {
  readonly id: string | undefined;
  readonly flag: string | undefined;
  readonly role: string | undefined;
  /** With the white space of the pack. */
  readonly text: string;
  readonly node: Node;
}

export type Messages =
  | { readonly kind: 'messages'; readonly messages: readonly Message[] }
  | Exclude<PackResult, { readonly kind: 'verdict' }>;

/** All messages in the order of SVRL: by pattern, there by node, there by test. Only one rule of a pattern runs on a node. */
export function listMessages(
  pack: Pack,
  document: Document,
  options: Omit<RunOptions, 'capPerTest'>,
): Messages {
  return run(pack, document, { ...options, capPerTest: Infinity }, ({ firings }) => {
    const all = firings.flatMap(({ test, nodes, texts }) =>
      nodes.map((node, at) => ({ test, node, text: texts[at]!, pattern: pack.patternOf.get(test)! })),
    );
    all.sort(
      (a, b) =>
        a.pattern - b.pattern || inDocumentOrder(document, a.node, b.node) || a.test.index - b.test.index,
    );
    return {
      kind: 'messages',
      messages: all.map(({ test: { id, flag, role }, text, node }) => ({ id, flag, role, text, node })),
    };
  });
}

function run<T>(
  pack: Pack,
  document: Document,
  options: RunOptions,
  use: (fired: Fired) => T,
): T | Exclude<PackResult, { readonly kind: 'verdict' }> {
  if (!document.isCurrent) {
    return {
      kind: 'escape',
      reason: 'internal',
      message: 'the document was parsed before a pack was loaded',
    };
  }
  fill({ steps: options.budget, deadline: options.deadline });
  try {
    return use(runRules(pack.dispatcher, document, options.capPerTest));
  } catch (error) {
    return fail(error, document);
  }
}

function fail(error: unknown, document: Document): Exclude<PackResult, { readonly kind: 'verdict' }> {
  if (error instanceof XPathError) {
    const { code, message, at } = error;
    const { node, test } = at ?? {};
    const place = node === undefined ? undefined : locate(document, node);
    return {
      kind: 'dynamic-error',
      code,
      message,
      ...(test !== undefined && { test }),
      ...(place && { location: place }),
    };
  }
  if (error instanceof Escape) {
    const { reason, words, node } = error;
    return { kind: 'escape', reason, message: words, ...(node && { location: locate(document, node) }) };
  }
  // A stack overflow in a recursive function of the pack, or a fault of ours.
  return {
    kind: 'escape',
    reason: 'internal',
    message: error instanceof Error ? error.message : String(error),
  };
}

function report(document: Document, { test, count, nodes, texts }: Firing): FiredTest {
  const places = nodes
    .map((node: Node, index) => ({ node, text: normalizeSpace(texts[index]!) }))
    .sort((a, b) => inDocumentOrder(document, a.node, b.node))
    .map(({ node, text }) => ({ text, location: locate(document, node) }));
  return { kind: test.kind, id: test.id, flag: test.flag, role: test.role, count, places };
}
