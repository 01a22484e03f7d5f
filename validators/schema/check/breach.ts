import type { Node } from '../../engine/xml/document.ts';

/** Something in a document that its schema excludes. */
export interface Breach {
  readonly node: Node;
  /** In the words of libxml2 after the subject: `in-words.ts` puts both engines' into those of the report. */
  readonly sentence: string;
}
