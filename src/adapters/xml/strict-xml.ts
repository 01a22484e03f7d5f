import { SaxesParser } from 'saxes';
import { xmlText } from './xml-text.ts';

type StrictParser = SaxesParser<{ xmlns: true }>;

/** Refuses text that is not well-formed, and every DOCTYPE. */
export function strictParser(): StrictParser {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  return parser;
}

/** Thrown to end the parsing. */
export function refuse(): never {
  throw new Error('not read');
}

/** Whether the whole text is XML, as bytes in an accepted encoding, and nothing refuses it. */
export function isRead(parser: StrictParser, xml: Uint8Array | string): boolean {
  try {
    const text = typeof xml === 'string' ? xml : xmlText(xml);
    // The parser would walk over megabytes of text before it refuses that there is no element.
    if (!/^\s*</.test(text)) return false;
    parser.write(text).close();
    return true;
  } catch {
    return false;
  }
}
