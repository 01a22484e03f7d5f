import { say } from '../vocabulary/message.ts';
import type { Finding } from '../vocabulary/finding.ts';
import type { Document } from '../engine/xml/document.ts';
import { positionOf } from '../engine/xml/failure.ts';
import { codeOf } from '../engine/xml/markup.ts';
import { decoded } from '../engine/xml/utf8.ts';
import { stringValue } from '../engine/xml/values.ts';
import type { Breach, FileRule, KsefFile } from './file-rule.ts';
import { nodesAt } from './places.ts';

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

const START: Finding['location'] = { xpath: '/', line: 1, column: 1 };

function mark({ bytes }: KsefFile): readonly Breach[] {
  if (!startsWith(bytes, UTF8_MARK)) return [];
  return [{ message: say('ksef-file.file-begins-with-byte-order-mark'), location: START }];
}

/** `<?xml version="1.0" encoding="UTF-8"?>`, or nothing. */
const declarationOf = ({ source }: Document): string => /^<\?xml[ \t\n][^>]*>/.exec(source)?.[0] ?? '';
const readPseudoAttribute = (declaration: string, name: string): string | undefined =>
  new RegExp(`[ \\t\\n]${name}[ \\t\\n]*=[ \\t\\n]*["']([^"']*)`).exec(declaration)?.[1];

/** UTF-16 without its byte order mark does not count here: every file in it has one of its own. */
function encoding({ bytes, document }: KsefFile): readonly Breach[] {
  const declared = readPseudoAttribute(declarationOf(document), 'encoding') ?? 'UTF-8';
  const isUtf16 = startsWith(bytes, [0xff, 0xfe]) || startsWith(bytes, [0xfe, 0xff]);
  const written = isUtf16 ? 'UTF-16' : declared.toUpperCase();
  if (written === 'UTF-8') return [];
  return [{ message: say('ksef-file.file-is-written-in-ksef-accepts', { written }), location: START }];
}

function version({ document }: KsefFile): readonly Breach[] {
  const declared = readPseudoAttribute(declarationOf(document), 'version') ?? '1.0';
  if (declared === '1.0') return [];
  return [
    {
      message: say('ksef-file.file-declares-xml-ksef-accepts-only', { version: declared.slice(0, 10) }),
      location: START,
    },
  ];
}

/** Other sections that begin with "<" and whose text is no markup are skipped. */
const SECTION = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>/g;

function instruction({ document }: KsefFile): readonly Breach[] {
  const source = decoded(document.source);
  SECTION.lastIndex = declarationOf(document).length;
  for (let match = SECTION.exec(source); match; match = SECTION.exec(source))
    if (match[0].startsWith('<?'))
      return [
        {
          message: say('ksef-file.file-contains-processing-instruction'),
          location: { xpath: '/', ...positionOf(source, match.index) },
        },
      ];
  return [];
}

/** XML allows them and advises against them. */
const DISCOURAGED = /[\u007f-\u0084\u0086-\u009f\p{Noncharacter_Code_Point}]/u;

function character({ document }: KsefFile): readonly Breach[] {
  const source = decoded(document.source);
  const written = source.search(DISCOURAGED);
  if (written !== -1)
    return [discourage(codeOf(source, written), { xpath: '/', ...positionOf(source, written) })];
  // Without a reference the document has the characters of its text only.
  if (!source.includes('&#')) return [];
  for (const text of valuesOf(document)) {
    const referred = text.search(DISCOURAGED);
    if (referred !== -1) return [discourage(codeOf(text, referred), { xpath: '/' })];
  }
  return [];
}

const discourage = (code: string, location: Finding['location']): Breach => ({
  message: say('ksef-file.file-contains-character-which-ksef-does', { code }),
  location,
});

function* valuesOf(document: Document): Iterable<string> {
  yield stringValue(document, 0);
  for (let at = 0; at < document.attributeCount; at += 1) yield stringValue(document, ~at);
}

const MAX_BYTES = 1_000_000;
const MAX_BYTES_WITH_ATTACHMENT = 3_000_000;

function size({ bytes, document }: KsefFile): readonly Breach[] {
  const hasAttachment = nodesAt(document, ['Zalacznik']).length > 0;
  const most = hasAttachment ? MAX_BYTES_WITH_ATTACHMENT : MAX_BYTES;
  if (bytes.length <= most) return [];
  const values = { n: bytes.length, most };
  const message = hasAttachment
    ? say('ksef-file.file-with-attachment-is-too-large', values)
    : say('ksef-file.file-without-attachment-is-too-large', values);
  return [{ message, location: { xpath: '/' } }];
}

/** Rules about the form of the file. */
export const ABOUT_BYTES: readonly FileRule[] = [
  { code: 'EI-KSEF-BOM', breaches: mark },
  { code: 'EI-KSEF-ENCODING', breaches: encoding },
  { code: 'EI-KSEF-VERSION', breaches: version },
  { code: 'EI-KSEF-INSTRUCTION', breaches: instruction },
  { code: 'EI-KSEF-CHARACTER', breaches: character },
  { code: 'EI-KSEF-SIZE', breaches: size },
];
