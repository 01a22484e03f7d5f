import { parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { EDITS } from './edits.ts';
import type { Draw } from './random.ts';

const MOST_EDITS = 4;

/** A document with one to four changes, and their names. */
export interface Mutant {
  readonly xml: string;
  readonly edits: readonly string[];
}

export function mutantOf(xml: string, draw: Draw): Mutant {
  const document = parseXmlDocument(xml);
  const edits: string[] = [];
  for (let wanted = 1 + draw.below(MOST_EDITS); wanted > 0; wanted--) {
    const name = draw.from(Object.keys(EDITS));
    if (EDITS[name]?.(document, draw)) edits.push(name);
  }
  return { xml: serializeToWellFormedString(document), edits };
}
