import { say } from '../../vocabulary/message.ts';
import { isCodePoint } from './characters.ts';
import { XmlFault } from './failure.ts';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/**
 * A reference in text: a character's number or one of the five names (there is no DTD to declare others). Bounded: a regular expression
 * over megabytes could exhaust its stack.
 */
const REFERENCE = /&(?:#([0-9]{1,10000})|#x([0-9A-Fa-f]{1,10000})|([^\t\n\v\f ;&<>'"#]{1,4000}));/y;

/** Checks the reference that starts at `start`, in bytes or in text. @returns the offset after it. @throws XmlFault */
export function checkReference(text: string, start: number): number {
  // By far the most frequent one.
  if (text.startsWith('&amp;', start)) return start + 5;
  REFERENCE.lastIndex = start;
  const match = REFERENCE.exec(text);
  if (!match) throw new XmlFault('syntax', say('xml.that-starts-no-reference'), start);
  const [whole, decimal, hexadecimal, name] = match;
  if (name !== undefined) {
    if (!Object.hasOwn(ENTITIES, name))
      throw new XmlFault('syntax', say('xml.reference-to-entity-that-is-not'), start);
  } else if (!isCodePoint(codePoint(decimal, hexadecimal))) {
    throw new XmlFault('syntax', say('xml.reference-to-character-that-xml-does'), start);
  }
  return start + whole.length;
}

/** Replaces the references of a text that was checked. */
export function resolveReferences(text: string): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at);
    result += text.slice(from, at) + referent(text.slice(at + 1, end));
    from = end + 1;
  }
  return result + text.slice(from);
}

function referent(name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name]!;
  const hexadecimal = name.startsWith('#x');
  return String.fromCodePoint(
    hexadecimal ? codePoint(undefined, name.slice(2)) : codePoint(name.slice(1), undefined),
  );
}

/** Absurdly long numbers become infinite or inexact, but stay above the last code point. */
const codePoint = (decimal: string | undefined, hexadecimal: string | undefined): number =>
  decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number.parseInt(decimal, 10);
