import { LINE_FEED } from './characters.ts';

const CARRIAGE_RETURN = 0x0d;
/** Characters that become a string at once. */
const BLOCK = 8_192;

/**
 * Every line end as a line feed (XML 1.0 §2.11). Block by block: a replacement keeps a piece for every match, which for a file of carriage
 * returns takes forty times its size.
 */
export function withLineFeeds(text: string): string {
  if (!text.includes('\r')) return text;
  const block = new Uint16Array(BLOCK);
  let written = '';
  let filled = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) continue;
    block[filled++] = code === CARRIAGE_RETURN ? LINE_FEED : code;
    if (filled < BLOCK) continue;
    written += textOf(block);
    filled = 0;
  }
  return written + textOf(block.subarray(0, filled));
}

const textOf = (codes: Uint16Array): string => Reflect.apply(String.fromCharCode, undefined, codes) as string;
