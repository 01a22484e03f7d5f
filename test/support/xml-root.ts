import assert from 'node:assert/strict';
import type { XmlElement } from 'en16931-rules/vocabulary/xml-element.ts';
import { rootOf } from 'en16931-rules/xml/xml-tree.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';

/** The root of a document, parsed as the pool's threads do. */
export function xmlRoot(text: string): XmlElement {
  const { document, failure } = parseXml(text, new Vocabulary());
  assert.ok(document, failure?.message.say);
  return rootOf(document);
}
