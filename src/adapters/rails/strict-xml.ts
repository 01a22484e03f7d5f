import { SaxesParser } from 'saxes';
import { xmlText } from './xml-text.ts';

export type StrictParser = SaxesParser<{ xmlns: true }>;

/** Refuses what is not well-formed, and every DOCTYPE. */
export function strictParser(): StrictParser {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  return parser;
}

/** Ends the reading. */
export function refuse(): never {
  throw new Error('not read');
}

/** Whether all of it is XML, in an encoding that is taken, that nothing refuses. */
export function isRead(parser: StrictParser, bytes: Uint8Array): boolean {
  try {
    parser.write(xmlText(bytes)).close();
    return true;
  } catch {
    return false;
  }
}
