import { say } from '../../vocabulary/message.ts';
import { isForbidden, isWhite, splitQName } from './characters.ts';
import { XmlFault } from './failure.ts';
import { decoded } from './utf8.ts';

const quote = (value: string): string => `[ \\t\\n]*=[ \\t\\n]*(?:"${value}"|'${value}')`;

/**
 * Productions 23–32. The encoding is only checked for form: `decode.ts` has read it from the bytes.
 */
const DECLARATION = new RegExp(
  `<\\?xml[ \\t\\n]+version${quote('(1\\.[0-9]*)')}` +
    `(?:[ \\t\\n]+encoding${quote('[A-Za-z][A-Za-z0-9._-]*')})?` +
    `(?:[ \\t\\n]+standalone${quote('(?:yes|no)')})?[ \\t\\n]*\\?>`,
  'y',
);

/** 1.1 is read as 1.0. The fifth edition (§2.8) lets a reader take any 1.x so; Xerces, and with it KoSIT and Saxon, refuses the others. */
const VERSIONS = ['1.0', '1.1'];

/** Longer texts are no declaration: a regular expression over megabytes could exhaust its stack. */
const MAX_DECLARATION_LENGTH = 10_000;

/** Skips the XML declaration, if the text starts with one. @returns the offset after it. */
export function skipDeclaration(text: string): number {
  if (!text.startsWith('<?xml') || !isWhite(text.charCodeAt(5))) return 0;
  DECLARATION.lastIndex = 0;
  const declared = DECLARATION.exec(text.slice(0, MAX_DECLARATION_LENGTH));
  if (!declared) throw new XmlFault('syntax', say('xml.xml-declaration-is-malformed'), 0);
  if (!VERSIONS.includes(declared[1] ?? declared[2]!))
    throw new XmlFault('syntax', say('xml.version-is-not-read', { versions: VERSIONS.join(', ') }), 0);
  return DECLARATION.lastIndex;
}

/** Skips `<!-- … -->`. */
export function skipComment(text: string, start: number): number {
  const dashes = text.indexOf('--', start + 4);
  if (dashes === -1) throw new XmlFault('syntax', say('xml.comment-that-does-not-end'), start);
  if (text[dashes + 2] !== '>') throw new XmlFault('syntax', say('xml.---inside-comment'), dashes);
  checkCharacters(text, start + 4, dashes);
  return dashes + 3;
}

/** Skips `<? … ?>`. */
export function skipInstruction(text: string, start: number): number {
  const end = text.indexOf('?>', start + 2);
  if (end === -1) throw new XmlFault('syntax', say('xml.processing-instruction-that-does-not-end'), start);
  let nameEnd = start + 2;
  while (nameEnd < end && !isWhite(text.charCodeAt(nameEnd))) nameEnd++;
  const target = decoded(text.slice(start + 2, nameEnd));
  // Namespaces in XML 1.0 §7: no colon in it.
  if (splitQName(target)?.prefix !== '')
    throw new XmlFault('syntax', say('xml.processing-instruction-without-proper-name'), start);
  if (target.toLowerCase() === 'xml')
    throw new XmlFault('syntax', say('xml.xml-declaration-that-is-not-at'), start);
  checkCharacters(text, nameEnd, end);
  return end + 2;
}

/** Skips `<![CDATA[ … ]]>`. */
export function skipCdata(text: string, start: number): number {
  const end = text.indexOf(']]>', start + 9);
  if (end === -1) throw new XmlFault('syntax', say('xml.cdata-section-that-does-not-end'), start);
  checkCharacters(text, start + 9, end);
  return end + 3;
}

/** Throws at the first character of a range that XML does not allow. */
function checkCharacters(text: string, start: number, end: number): void {
  for (let at = start; at < end; at++)
    if (isForbidden(text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)))
      throw forbiddenCharacter(text, at);
}

export const forbiddenCharacter = (source: string, at: number): XmlFault =>
  new XmlFault(
    'syntax',
    say('xml.character-which-xml-does-not-allow', {
      character: codeOf(decoded(source.slice(at, at + 3)), 0),
    }),
    at,
  );

/** U+… of the character at an offset, for messages. */
export const codeOf = (text: string, at: number): string =>
  `U+${text.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0')}`;
