import type { Node } from '../../engine/xml/document.ts';
import { MAX_XSD_FINDINGS } from '../../xsd/findings.ts';

/** Something in a document that its schema excludes. */
export interface Breach {
  readonly node: Node;
  /** In the words of libxml2 after the subject: `in-words.ts` puts both engines' into those of the report. */
  readonly sentence: string;
}

/** The breaches of one document. More than a report has are counted only: a sender could have half a million of them written. */
export class Breaches {
  readonly breaches: Breach[] = [];
  count = 0;
  private left = MAX_XSD_FINDINGS;

  /** Each pass goes through the document from its start, so the first breaches of the report are among the first of each. */
  beginPass(): void {
    this.left = MAX_XSD_FINDINGS;
  }

  /** @param sentence is made only if it is kept. */
  add(node: Node, sentence: string | (() => string)): void {
    this.count += 1;
    if (this.left === 0) return;
    this.left -= 1;
    this.breaches.push({ node, sentence: typeof sentence === 'string' ? sentence : sentence() });
  }
}
