import { utf8Of } from 'en16931-rules/engine/xml/decode.ts';
import type { Document } from 'en16931-rules/engine/xml/document.ts';
import type { XmlFailure } from 'en16931-rules/engine/xml/failure.ts';
import { type XmlLimits, parseUtf8 } from 'en16931-rules/engine/xml/parse.ts';
import { stringValue } from 'en16931-rules/engine/xml/values.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import type { SeenElement } from './libxml2.ts';

/** Reads bytes as the engine does, with an empty vocabulary. */
export function read(
  bytes: Uint8Array,
  shared = new Vocabulary(),
  limits?: XmlLimits,
): Document | XmlFailure {
  const decoded = utf8Of(bytes);
  if (decoded.failure) return decoded.failure;
  const { document, failure } = parseUtf8(decoded.utf8, shared.extend(), limits);
  return failure ?? document;
}

/** The document of a readable text. */
export function readText(xml: string, shared?: Vocabulary): Document {
  const result = read(Buffer.from(xml), shared);
  if ('kind' in result)
    throw new Error(
      `${result.kind}: ${result.message.say} (${String(result.line)}:${String(result.column)})`,
    );
  return result;
}

/** The parts of each element that rules read, in the form of `libxmlElements`. */
export function elementsOf(document: Document): SeenElement[] {
  return Array.from({ length: document.count - 1 }, (_, i) => {
    const element = i + 1;
    const { namespace, local } = document.nameOf(element);
    const attributes: string[] = [];
    for (let a = document.firstAttribute[element]!; a < document.firstAttribute[element + 1]!; a++)
      attributes.push(
        `${document.qnameOf(~a)} ${document.nameOf(~a).namespace} ${stringValue(document, ~a)}`,
      );
    return {
      name: document.qnameOf(element),
      namespace,
      local,
      value: stringValue(document, element),
      attributes: attributes.sort(),
    };
  });
}
