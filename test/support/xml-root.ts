import assert from 'node:assert/strict';
import type { XmlElement } from '../../src/domain/documents/xml-element.ts';
import { rootOf } from '../../validators/xml/xml-tree.ts';
import { parseXml } from '../../validators/engine/xml/parse.ts';
import { Vocabulary } from '../../validators/engine/xml/vocabulary.ts';

/** The root of a document, parsed as the pool's threads do. */
export function xmlRoot(text: string): XmlElement {
  const { document, failure } = parseXml(text, new Vocabulary());
  assert.ok(document, failure?.message.say);
  return rootOf(document);
}
