import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file that is made to do harm. */
export interface HostileXml {
  /** @param trap an address that nobody may call. */
  readonly make: (trap: string) => string | Buffer;
  /** With what it is refused; `valid` and `invalid` are taken in and judged. */
  readonly ends: 'EI-XML-DTD' | 'EI-XML-SYNTAX' | 'EI-XML-TYPE' | 'valid' | 'invalid';
}

const EXAMPLE = readFileSync(
  fileURLToPath(new URL('../../examples/xrechnung-ubl.xml', import.meta.url)),
  'utf8',
);
const CII = readFileSync(fileURLToPath(new URL('../../examples/xrechnung-cii.xml', import.meta.url)), 'utf8');
const DECLARATION = /^<\?xml[^>]*\?>\s*/;
const BARE = EXAMPLE.replace(DECLARATION, '');
const NUMBER = 'RE-2026-0301';

const withNumber = (content: string): string => EXAMPLE.replace(NUMBER, () => content);
const behindDeclaration = (what: string): string => EXAMPLE.replace(DECLARATION, (found) => found + what);
const inRoot = (what: string): string => EXAMPLE.replace('<Invoice ', () => `<Invoice ${what} `);
const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>\n${BARE}`;
const times = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('');

/** Declares entities, of which one stands in the number. */
const doctype = (declarations: string): string =>
  withNumber('&e;').replace(DECLARATION, (found) => `${found}<!DOCTYPE Invoice [${declarations}]>`);

const LAUGHS = times(10, (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);

/** UTF-8 that says one thing and means another. */
const bytes = (before: string, wrong: readonly number[], after: string): Buffer =>
  Buffer.concat([Buffer.from(before), Buffer.from(wrong), Buffer.from(after)]);
const [HEAD = '', TAIL = ''] = EXAMPLE.split(NUMBER);
const utf32 = (text: string): Buffer =>
  Buffer.concat(
    [...text].map((one) => {
      const at = Buffer.alloc(4);
      at.writeUInt32BE(one.codePointAt(0) ?? 0);
      return at;
    }),
  );

export const HOSTILE_XML: Readonly<Record<string, HostileXml>> = {
  'a bare document type': { ends: 'EI-XML-DTD', make: () => behindDeclaration('<!DOCTYPE Invoice>') },
  'a document type behind a comment': { ends: 'EI-XML-DTD', make: () => behindDeclaration('<!-- --><!DOCTYPE Invoice>') },
  'a document type elsewhere': { ends: 'EI-XML-DTD', make: (trap) => behindDeclaration(`<!DOCTYPE Invoice SYSTEM "${trap}">`) },
  'a public document type': { ends: 'EI-XML-DTD', make: (trap) => behindDeclaration(`<!DOCTYPE Invoice PUBLIC "-//X//Y" "${trap}">`) },
  'a billion laughs': { ends: 'EI-XML-DTD', make: () => doctype(`<!ENTITY e0 "ha">${LAUGHS}<!ENTITY e "&e10;">`) },
  'an entity that is large': { ends: 'EI-XML-DTD', make: () => doctype(`<!ENTITY e "${'a'.repeat(4_900_000)}">`) },
  'an entity of itself': { ends: 'EI-XML-DTD', make: () => doctype('<!ENTITY e "&e;">') },
  'an entity that is a file': { ends: 'EI-XML-DTD', make: () => doctype('<!ENTITY e SYSTEM "file:///etc/passwd">') },
  'an entity at an address': { ends: 'EI-XML-DTD', make: (trap) => doctype(`<!ENTITY e SYSTEM "${trap}">`) },
  'a parameter entity at an address': { ends: 'EI-XML-DTD', make: (trap) => doctype(`<!ENTITY % p SYSTEM "${trap}"> %p;`) },
  'a default attribute': { ends: 'EI-XML-DTD', make: () => doctype('<!ATTLIST Invoice a CDATA "b">') },
  'an entity that nobody declared': { ends: 'EI-XML-SYNTAX', make: () => withNumber('&e;') },

  'an inclusion of a file': { ends: 'invalid', make: () => withNumber('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>') },
  'an inclusion from an address': { ends: 'invalid', make: (trap) => withNumber(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${trap}"/>`) },
  'a style sheet at an address': { ends: 'valid', make: (trap) => behindDeclaration(`<?xml-stylesheet type="text/xsl" href="${trap}"?>`) },
  'a schema at an address': { ends: 'valid', make: (trap) => inRoot(`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2 ${trap}"`) },
  'a base address': { ends: 'invalid', make: (trap) => inRoot(`xml:base="${trap}"`) },

  'an encoding that is not read': { ends: 'EI-XML-SYNTAX', make: () => Buffer.from(declared('windows-1252'), 'latin1') },
  'an encoding of other letters': { ends: 'EI-XML-SYNTAX', make: () => declared('Shift_JIS') },
  'an encoding in seven bits': { ends: 'EI-XML-SYNTAX', make: () => declared('UTF-7') },
  'an encoding that there is not': { ends: 'EI-XML-SYNTAX', make: () => declared('none-such') },
  'an encoding that is a path': { ends: 'EI-XML-SYNTAX', make: () => declared('../../etc/passwd') },
  'UTF-8 that is Latin-1': { ends: 'EI-XML-SYNTAX', make: () => Buffer.from(declared('UTF-8'), 'latin1') },
  'US-ASCII that is not': { ends: 'EI-XML-SYNTAX', make: () => declared('US-ASCII') },
  'UTF-16 without its mark': { ends: 'EI-XML-SYNTAX', make: () => Buffer.from(declared('UTF-16'), 'utf16le') },
  'UTF-16 that says UTF-8': { ends: 'EI-XML-SYNTAX', make: () => Buffer.from(`\ufeff${declared('UTF-8')}`, 'utf16le') },
  'UTF-8 that says UTF-16': { ends: 'EI-XML-SYNTAX', make: () => declared('UTF-16') },
  'half a UTF-16': { ends: 'EI-XML-SYNTAX', make: () => Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le').subarray(0, 4001) },
  'UTF-32': { ends: 'EI-XML-SYNTAX', make: () => utf32(declared('UTF-32')) },
  'a letter in more bytes than it needs': { ends: 'EI-XML-SYNTAX', make: () => bytes(HEAD, [0xc1, 0x81], TAIL) },
  'half of a surrogate': { ends: 'EI-XML-SYNTAX', make: () => bytes(HEAD, [0xed, 0xa0, 0x80], TAIL) },
  'a letter beyond the last': { ends: 'EI-XML-SYNTAX', make: () => bytes(HEAD, [0xf5, 0x80, 0x80, 0x80], TAIL) },
  'a letter that ends the file': { ends: 'EI-XML-SYNTAX', make: () => bytes(EXAMPLE, [0xe2, 0x82], '') },
  'UTF-16 as it should be': { ends: 'valid', make: () => Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le') },
  'Latin-1 as it should be': { ends: 'valid', make: () => Buffer.from(declared('ISO-8859-1'), 'latin1') },

  'an undeclared prefix': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<x:a/>') },
  'an undeclared prefix of an attribute': { ends: 'EI-XML-SYNTAX', make: () => inRoot('x:a="1"') },
  'xml for another namespace': { ends: 'EI-XML-SYNTAX', make: () => inRoot('xmlns:xml="urn:x"') },
  'xmlns for a namespace': { ends: 'EI-XML-SYNTAX', make: () => inRoot('xmlns:xmlns="urn:x"') },
  'a prefix for no namespace': { ends: 'EI-XML-SYNTAX', make: () => inRoot('xmlns:x=""') },
  'two prefixes for one attribute': { ends: 'EI-XML-SYNTAX', make: () => inRoot('xmlns:x="urn:x" xmlns:y="urn:x" x:a="1" y:a="2"') },
  'two colons': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<cbc:a:b/>') },
  'no namespace at all': { ends: 'EI-XML-TYPE', make: () => '<Invoice><ID>1</ID></Invoice>' },
  'another namespace of the same name': { ends: 'EI-XML-TYPE', make: () => EXAMPLE.replace('xsd:Invoice-2', 'xsd:Invoice-3') },
  'a credit note by its name alone': { ends: 'EI-XML-TYPE', make: () => EXAMPLE.replace('<Invoice', '<CreditNote').replace('</Invoice', '</CreditNote') },
  'namespaces by other prefixes': { ends: 'valid', make: () => CII.replaceAll(/\b(rsm|ram|udt|qdt):/g, 'x$1:').replaceAll(/xmlns:(rsm|ram|udt|qdt)=/g, 'xmlns:x$1=') },
  'one prefix for two namespaces': { ends: 'valid', make: () => EXAMPLE.replace(`<cbc:ID>${NUMBER}</cbc:ID>`, `<cac:ID xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">${NUMBER}</cac:ID>`) },

  'a comment in a value': { ends: 'valid', make: () => withNumber(NUMBER.replace('2026', '20<!-- - -->26')) },
  'an instruction in a value': { ends: 'valid', make: () => withNumber(NUMBER.replace('2026', '20<?x y?>26')) },
  'a value as CDATA': { ends: 'valid', make: () => withNumber(`<![CDATA[${NUMBER}]]>`) },
  'a value in letters and CDATA': { ends: 'valid', make: () => withNumber(NUMBER.replace('2026', '<![CDATA[20]]>&#50;<![CDATA[6]]>')) },
  'CDATA without end': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<![CDATA[1') },
  'the end of CDATA alone': { ends: 'EI-XML-SYNTAX', make: () => withNumber(']]>') },
  'two hyphens in a comment': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<!-- -- -->') },
  'a character that XML has not': { ends: 'EI-XML-SYNTAX', make: () => withNumber('&#0;') },
  'a surrogate by its number': { ends: 'EI-XML-SYNTAX', make: () => withNumber('&#xD83D;&#xDE00;') },

  'a second root': { ends: 'EI-XML-SYNTAX', make: () => EXAMPLE + BARE },
  'text behind the end': { ends: 'EI-XML-SYNTAX', make: () => `${EXAMPLE}x` },
  'a zero byte behind the end': { ends: 'EI-XML-SYNTAX', make: () => `${EXAMPLE}\0` },
  'CDATA behind the end': { ends: 'EI-XML-SYNTAX', make: () => `${EXAMPLE}<![CDATA[]]>` },
  'a declaration behind the end': { ends: 'EI-XML-SYNTAX', make: () => `${EXAMPLE}<?xml version="1.0"?>` },
  'a comment behind the end': { ends: 'valid', make: () => `${EXAMPLE}<!-- end -->\n` },
  'a blank before the declaration': { ends: 'EI-XML-SYNTAX', make: () => ` ${EXAMPLE}` },
  'no end': { ends: 'EI-XML-SYNTAX', make: () => EXAMPLE.slice(0, -20) },
  'the next version of XML': { ends: 'EI-XML-SYNTAX', make: () => EXAMPLE.replace('version="1.0"', 'version="2.0"') },
  'JSON': { ends: 'EI-XML-SYNTAX', make: () => '{"invoice":{}}' },
  'a picture': { ends: 'EI-XML-SYNTAX', make: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
  'a web page': { ends: 'EI-XML-TYPE', make: () => '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>' },

  'a number with four hundred thousand attributes': { ends: 'EI-XML-SYNTAX', make: () => EXAMPLE.replace('<cbc:ID>', `<cbc:ID${times(400_000, (n) => ` a${n}=""`)}>`) },
  'a number a hundred thousand levels deep': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<a>'.repeat(100_000) + '</a>'.repeat(100_000)) },
  'a million elements': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<a/>'.repeat(1_000_000)) },
  'as many elements as may be': { ends: 'invalid', make: () => withNumber('<a/>'.repeat(599_000)) },
  'a million numbers': { ends: 'invalid', make: () => EXAMPLE.replace('<cbc:IssueDate>', `${'<cbc:ID/>'.repeat(500_000)}<cbc:IssueDate>`) },
  'half a million attributes of numbers': { ends: 'invalid', make: () => EXAMPLE.replace('<cbc:IssueDate>', `${`<cbc:ID${times(900, (n) => ` a${n}=""`)}/>`.repeat(600)}<cbc:IssueDate>`) },
  'a number in a million pieces': { ends: 'valid', make: () => withNumber(`R${'<!---->'.repeat(690_000)}1`) },
  'a number of five million letters': { ends: 'valid', make: () => withNumber('9'.repeat(4_980_000)) },
  'a date of five million letters': { ends: 'invalid', make: () => EXAMPLE.replace('2026-10-05', '2'.repeat(4_980_000)) },
}; // prettier-ignore
