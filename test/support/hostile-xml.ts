import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Ends = 'EI-XML-DTD' | 'EI-XML-SYNTAX' | 'EI-XML-TYPE' | 'valid' | 'invalid';

/** A harmful file. */
export interface HostileXml {
  /** @param trap an address that nothing may call. */
  readonly make: (trap: string) => string | Buffer;
  /** The code of its refusal; `valid` and `invalid` files are accepted and checked. */
  readonly ends: Ends;
}

/** A valid invoice in one syntax, and the place of the attack in it. */
export interface Sample {
  readonly text: string;
  readonly root: string;
  readonly namespace: string;
  readonly number: string;
  /** The element of the number, as written. */
  readonly element: string;
  readonly date: string;
  /** The same invoice, or another, with other prefixes for its namespaces. */
  readonly otherPrefixes: string;
  /** The element of the number under a prefix that has another meaning outside it. */
  readonly rebound: string;
}

const textOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const DECLARATION = /^<\?xml[^>]*\?>\s*/;
export const times = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('');
const LAUGHS = times(10, (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);

/** UTF-8 with wrong bytes in the middle. */
const bytes = (before: string, wrong: readonly number[], after: string): Buffer =>
  Buffer.concat([Buffer.from(before), Buffer.from(wrong), Buffer.from(after)]);
const utf32 = (text: string): Buffer =>
  Buffer.concat(
    [...text].map((one) => {
      const at = Buffer.alloc(4);
      at.writeUInt32BE(one.codePointAt(0) ?? 0);
      return at;
    }),
  );

/** Builders of texts with an edit at one place of a sample. */
export function edits({ text, root, number }: Pick<Sample, 'text' | 'root' | 'number'>) {
  const bare = text.replace(DECLARATION, '');
  const withNumber = (content: string): string => text.replace(number, () => content);
  const behindDeclaration = (what: string): string => text.replace(DECLARATION, (found) => found + what);
  return {
    bare,
    withNumber,
    behindDeclaration,
    inRoot: (what: string): string => text.replace(`<${root} `, () => `<${root} ${what} `),
    declared: (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>\n${bare}`,
    /** Declares entities; the number contains one of them. */
    doctype: (declarations: string): string =>
      withNumber('&e;').replace(DECLARATION, (found) => `${found}<!DOCTYPE ${root} [${declarations}]>`),
  };
}

/** The results of some attacks in this syntax. */
type Otherwise = Readonly<Record<string, Ends>>;

/** The same attacks in every syntax. @param otherwise the results of attacks that a syntax allows, or refuses in another way. */
export function hostile(sample: Sample, otherwise: Otherwise = {}): Readonly<Record<string, HostileXml>> {
  const harms = harmsIn(sample);
  for (const name of Object.keys(otherwise)) if (!harms[name]) throw new Error(`no such harm: ${name}`);
  return Object.fromEntries(
    Object.entries(harms).map(([name, { ends, make }]) => [name, { ends: otherwise[name] ?? ends, make }]),
  );
}

function harmsIn(sample: Sample): Readonly<Record<string, HostileXml>> {
  const { text, root, namespace, number, element, date, otherPrefixes, rebound } = sample;
  const { bare, withNumber, behindDeclaration, inRoot, declared, doctype } = edits(sample);
  const [head = '', tail = ''] = text.split(number);
  const [former, latter] = [number.slice(0, 5), number.slice(5)];
  return {
    'a bare document type': { ends: 'EI-XML-DTD', make: () => behindDeclaration(`<!DOCTYPE ${root}>`) },
    'a document type behind a comment': { ends: 'EI-XML-DTD', make: () => behindDeclaration(`<!-- --><!DOCTYPE ${root}>`) },
    'a document type elsewhere': { ends: 'EI-XML-DTD', make: (trap) => behindDeclaration(`<!DOCTYPE ${root} SYSTEM "${trap}">`) },
    'a public document type': { ends: 'EI-XML-DTD', make: (trap) => behindDeclaration(`<!DOCTYPE ${root} PUBLIC "-//X//Y" "${trap}">`) },
    'a billion laughs': { ends: 'EI-XML-DTD', make: () => doctype(`<!ENTITY e0 "ha">${LAUGHS}<!ENTITY e "&e10;">`) },
    'an entity that is large': { ends: 'EI-XML-DTD', make: () => doctype(`<!ENTITY e "${'a'.repeat(4_900_000)}">`) },
    'an entity of itself': { ends: 'EI-XML-DTD', make: () => doctype('<!ENTITY e "&e;">') },
    'an entity that is a file': { ends: 'EI-XML-DTD', make: () => doctype('<!ENTITY e SYSTEM "file:///etc/passwd">') },
    'an entity at an address': { ends: 'EI-XML-DTD', make: (trap) => doctype(`<!ENTITY e SYSTEM "${trap}">`) },
    'a parameter entity at an address': { ends: 'EI-XML-DTD', make: (trap) => doctype(`<!ENTITY % p SYSTEM "${trap}"> %p;`) },
    'a default attribute': { ends: 'EI-XML-DTD', make: () => doctype(`<!ATTLIST ${root} a CDATA "b">`) },
    'an undeclared entity': { ends: 'EI-XML-SYNTAX', make: () => withNumber('&e;') },

    'an inclusion of a file': { ends: 'invalid', make: () => withNumber('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>') },
    'an inclusion from an address': { ends: 'invalid', make: (trap) => withNumber(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${trap}"/>`) },
    'a style sheet at an address': { ends: 'valid', make: (trap) => behindDeclaration(`<?xml-stylesheet type="text/xsl" href="${trap}"?>`) },
    'a schema at an address': { ends: 'valid', make: (trap) => inRoot(`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${namespace} ${trap}"`) },
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
    'half a UTF-16': { ends: 'EI-XML-SYNTAX', make: () => Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le').subarray(0, 1001) },
    'UTF-32': { ends: 'EI-XML-SYNTAX', make: () => utf32(declared('UTF-32')) },
    'a letter in more bytes than it needs': { ends: 'EI-XML-SYNTAX', make: () => bytes(head, [0xc1, 0x81], tail) },
    'half of a surrogate': { ends: 'EI-XML-SYNTAX', make: () => bytes(head, [0xed, 0xa0, 0x80], tail) },
    'a letter beyond the last': { ends: 'EI-XML-SYNTAX', make: () => bytes(head, [0xf5, 0x80, 0x80, 0x80], tail) },
    'a letter that ends the file': { ends: 'EI-XML-SYNTAX', make: () => bytes(text, [0xe2, 0x82], '') },
    'UTF-8 with its mark': { ends: 'valid', make: () => `\ufeff${text}` },
    'UTF-16 as it should be': { ends: 'valid', make: () => Buffer.from(`\ufeff${declared('UTF-16')}`, 'utf16le') },
    'Latin-1 as it should be': { ends: 'valid', make: () => Buffer.from(declared('ISO-8859-1'), 'latin1') },

    'an undeclared prefix': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<x:a/>') },
    'an undeclared prefix of an attribute': { ends: 'EI-XML-SYNTAX', make: () => inRoot('x:a="1"') },
    'xml for another namespace': { ends: 'EI-XML-SYNTAX', make: () => inRoot('xmlns:xml="urn:x"') },
    'xmlns for a namespace': { ends: 'EI-XML-SYNTAX', make: () => inRoot('xmlns:xmlns="urn:x"') },
    'a prefix for no namespace': { ends: 'EI-XML-SYNTAX', make: () => inRoot('xmlns:x=""') },
    'two prefixes for one attribute': { ends: 'EI-XML-SYNTAX', make: () => inRoot('xmlns:x="urn:x" xmlns:y="urn:x" x:a="1" y:a="2"') },
    'two colons': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<xml:a:b/>') },
    'no namespace at all': { ends: 'EI-XML-TYPE', make: () => `<${root}><ID>1</ID></${root}>` },
    'another namespace of the same name': { ends: 'EI-XML-TYPE', make: () => text.replaceAll(namespace, `${namespace}3`) },
    'a credit note by its name alone': { ends: 'EI-XML-TYPE', make: () => text.replace(`<${root} `, '<CreditNote ').replace(`</${root}>`, '</CreditNote>') },
    'namespaces by other prefixes': { ends: 'valid', make: () => otherPrefixes },
    'one prefix for two namespaces': { ends: 'valid', make: () => rebound },

    'a comment in a value': { ends: 'valid', make: () => withNumber(`${former}<!-- - -->${latter}`) },
    'an instruction in a value': { ends: 'valid', make: () => withNumber(`${former}<?x y?>${latter}`) },
    'a value as CDATA': { ends: 'valid', make: () => withNumber(`<![CDATA[${number}]]>`) },
    'a value in letters and CDATA': { ends: 'valid', make: () => withNumber(`<![CDATA[${former}]]>&#${latter.charCodeAt(0)};<![CDATA[${latter.slice(1)}]]>`) },
    'CDATA without end': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<![CDATA[1') },
    'the end of CDATA alone': { ends: 'EI-XML-SYNTAX', make: () => withNumber(']]>') },
    'two hyphens in a comment': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<!-- -- -->') },
    'a character that XML has not': { ends: 'EI-XML-SYNTAX', make: () => withNumber('&#0;') },
    'a surrogate by its number': { ends: 'EI-XML-SYNTAX', make: () => withNumber('&#xD83D;&#xDE00;') },

    'a second root': { ends: 'EI-XML-SYNTAX', make: () => text + bare },
    'text behind the end': { ends: 'EI-XML-SYNTAX', make: () => `${text}x` },
    'a zero byte behind the end': { ends: 'EI-XML-SYNTAX', make: () => `${text}\0` },
    'CDATA behind the end': { ends: 'EI-XML-SYNTAX', make: () => `${text}<![CDATA[]]>` },
    'a declaration behind the end': { ends: 'EI-XML-SYNTAX', make: () => `${text}<?xml version="1.0"?>` },
    'a comment behind the end': { ends: 'valid', make: () => `${text}<!-- end -->\n` },
    'a blank before the declaration': { ends: 'EI-XML-SYNTAX', make: () => ` ${text}` },
    'no end': { ends: 'EI-XML-SYNTAX', make: () => text.slice(0, -20) },
    'the next version of XML': { ends: 'EI-XML-SYNTAX', make: () => text.replace('version="1.0"', 'version="2.0"') },
    'JSON': { ends: 'EI-XML-SYNTAX', make: () => '{"invoice":{}}' },
    'a picture': { ends: 'EI-XML-SYNTAX', make: () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') },
    'a web page': { ends: 'EI-XML-TYPE', make: () => '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>' },

    'a number with four hundred thousand attributes': { ends: 'EI-XML-SYNTAX', make: () => text.replace(`<${element}>`, `<${element}${times(400_000, (n) => ` a${n}=""`)}>`) },
    'a number a hundred thousand levels deep': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<a>'.repeat(100_000) + '</a>'.repeat(100_000)) },
    'a million elements': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<a/>'.repeat(1_000_000)) },
    'as many elements as may be': { ends: 'invalid', make: () => withNumber('<a/>'.repeat(599_000)) },
    'a million numbers': { ends: 'invalid', make: () => text.replace(`<${element}>`, `${`<${element}/>`.repeat(500_000)}<${element}>`) },
    'half a million attributes of numbers': { ends: 'invalid', make: () => text.replace(`<${element}>`, `${`<${element}${times(900, (n) => ` a${n}=""`)}/>`.repeat(600)}<${element}>`) },
    'a number in a million pieces': { ends: 'valid', make: () => withNumber(`R${'<!---->'.repeat(690_000)}1`) },
    'a number of five million letters': { ends: 'valid', make: () => withNumber('9'.repeat(4_980_000)) },
    'a date of five million letters': { ends: 'invalid', make: () => text.replace(date, '2'.repeat(4_980_000)) },
  }; // prettier-ignore
}

const EXAMPLE = textOf('examples/xrechnung-ubl.xml');
const NUMBER = 'RE-2026-0301';

export const HOSTILE_XML = hostile({
  text: EXAMPLE,
  root: 'Invoice',
  namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  number: NUMBER,
  element: 'cbc:ID',
  date: '2026-10-05',
  otherPrefixes: textOf('examples/xrechnung-cii.xml')
    .replaceAll(/\b(rsm|ram|udt|qdt):/g, 'x$1:')
    .replaceAll(/xmlns:(rsm|ram|udt|qdt)=/g, 'xmlns:x$1='),
  rebound: EXAMPLE.replace(
    `<cbc:ID>${NUMBER}</cbc:ID>`,
    `<cac:ID xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">${NUMBER}</cac:ID>`,
  ),
});
