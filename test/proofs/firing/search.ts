import { documentFor } from './document.ts';
import type { Observed } from './observe.ts';
import type { ParsedPack } from './tested-pack.ts';
import { serialize } from './tree.ts';

/** A document and the data with which it can be written again. */
export interface Written {
  /** Of the test that it was written for. */
  readonly index: number;
  readonly attempt: number;
  readonly xml: string;
}

/** A document that has a verdict. */
export interface Judged extends Written {
  /** All tests in the verdict. */
  readonly fired: readonly number[];
}

export interface Found {
  /** Test → the first document whose verdict has it. */
  readonly fired: ReadonlyMap<number, Judged>;
  /** These documents, each once. */
  readonly documents: readonly Judged[];
  /** Tests that would fire in documents without a verdict, and the tests that raised errors in all of them. */
  readonly hidden: ReadonlyMap<number, Hidden>;
}

interface Hidden {
  readonly documents: number;
  readonly by: ReadonlySet<number>;
  /** One of the documents. */
  readonly example: Written;
}

/** After this many documents in which one other test always raises an error, the search stops. */
const ENOUGH_RAISED = 40;

const isHopeless = (hidden: Hidden | undefined): boolean =>
  hidden !== undefined && hidden.by.size > 0 && hidden.documents >= ENOUGH_RAISED;

/**
 * Writes documents for every test until it has fired, at most this often.
 * @param skipped tests known to be unable to fire
 */
export function searchFirings(
  pack: ParsedPack,
  observe: (xml: string) => Observed,
  attempts: number,
  skipped: ReadonlySet<number>,
): Found {
  const fired = new Map<number, Judged>();
  const documents: Judged[] = [];
  const hidden = new Map<number, Hidden>();
  for (let attempt = 0; attempt < attempts; attempt++)
    for (const assertion of pack.assertions) {
      const { index } = assertion;
      if (fired.has(index) || skipped.has(index) || isHopeless(hidden.get(index))) continue;
      const document = documentFor(pack, assertion, attempt);
      if (!document) continue;
      const written = { index, attempt, xml: serialize(document, pack.schema.namespaces) };
      const seen = observe(written.xml);
      if (seen.raised.size > 0) note(hidden, seen, written);
      else if (seen.fired.some((index) => !fired.has(index))) {
        const judged = { ...written, fired: seen.fired };
        documents.push(judged);
        for (const each of seen.fired) if (!fired.has(each)) fired.set(each, judged);
      }
    }
  return { fired, documents, hidden };
}

function note(hidden: Map<number, Hidden>, { fired, raised }: Observed, written: Written): void {
  for (const index of fired) {
    const known = hidden.get(index);
    const by = known ? new Set([...known.by].filter((each) => raised.has(each))) : raised;
    hidden.set(index, { documents: (known?.documents ?? 0) + 1, by, example: known?.example ?? written });
  }
}
