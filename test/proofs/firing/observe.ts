import type { PackModule } from 'en16931-rules/engine/engine.ts';
import { linkPack, runPack } from 'en16931-rules/engine/engine.ts';
import { XPathError } from 'en16931-rules/engine/runtime/errors.ts';
import type { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { CheckedFile } from 'en16931-rules/pool/checked-file.ts';

/** The results of a pack's tests on a document, by their numbers. */
export interface Observed {
  /** Including those of a document without a verdict. */
  readonly fired: readonly number[];
  /**
   * Tests that ended in a dynamic error. Any of them: the document has no verdict, and nothing fires. For a variable of a
   * rule, evaluated before its tests, `~n` stands, n being the rule's first test.
   */
  readonly raised: ReadonlySet<number>;
}

const LIMITS = { budget: 1e8, deadline: Infinity, capPerTest: 1 };

/**
 * Runs a pack whose tests have numbers as ids, and continues after a test that raised: this shows which errors hide which tests.
 * @throws Error if the engine gives up; no document of ours may be that large
 */
export function observerOf(module: PackModule, vocabulary: Vocabulary): (xml: string) => Observed {
  const numbers = numbersOf(module);
  const raised = new Set<number>();
  const caught =
    <T>(run: (node: number) => T, index: number, otherwise: T) =>
    (node: number): T => {
      try {
        return run(node);
      } catch (error) {
        if (!(error instanceof XPathError)) throw error;
        raised.add(numbers.get(index)!);
        return otherwise;
      }
    };
  const going: PackModule = {
    tables: module.tables,
    link: (runtime, into) => {
      const code = module.link(runtime, into);
      return {
        ...code,
        tests: code.tests.map((test, index) => caught(test, index, false)),
        messages: code.messages.map((message, index) => caught(message, index, '')),
      };
    },
  };
  const pack = linkPack(going, vocabulary);
  return (xml) => {
    raised.clear();
    const file = new CheckedFile(new TextEncoder().encode(xml), vocabulary);
    const result = runPack(pack, file.document(), LIMITS);
    if (result.kind !== 'verdict') throw new Error(`${result.kind}: ${result.message}\n${xml}`);
    return { fired: result.fired.map(({ id }) => Number(id)), raised: new Set(raised) };
  };
}

/** Index in the module → number. */
function numbersOf({ tables }: PackModule): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const { tests } of tables.patterns.flatMap(({ rules }) => rules)) {
    const first = tests.find(({ id }) => id !== undefined);
    for (const { index, id } of tests) numbers.set(index, id === undefined ? ~Number(first?.id) : Number(id));
  }
  return numbers;
}
