import { parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { EDITS } from './edits.ts';
import type { Draw } from '../../../scripts/bench/random.ts';

const MAX_EDITS = 4;

/** A document with one to four changes, and their names. */
export interface Mutant {
  readonly xml: string;
  readonly edits: readonly string[];
}

export function mutantOf(xml: string, draw: Draw): Mutant {
  for (;;) {
    const mutant = drawn(xml, draw);
    if (mutant) return mutant;
  }
}

/** Undefined if an edit has cut a character in two: no file can contain that. */
function drawn(xml: string, draw: Draw): Mutant | undefined {
  const document = parseXmlDocument(xml);
  const edits: string[] = [];
  for (let wanted = 1 + draw.below(MAX_EDITS); wanted > 0; wanted--) {
    const name = draw.from(Object.keys(EDITS));
    if (EDITS[name]?.(document, draw)) edits.push(name);
  }
  try {
    return { xml: serializeToWellFormedString(document), edits };
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('InvalidStateError')) return undefined;
    throw error;
  }
}
