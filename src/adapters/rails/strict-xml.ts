import { SaxesParser } from 'saxes';

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

/** Whether all of it is XML in UTF-8 that nothing refuses. */
export function isRead(parser: StrictParser, bytes: Uint8Array): boolean {
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
    return true;
  } catch {
    return false;
  }
}
