import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HostileXml } from './hostile-xml.ts';

const EXAMPLE = readFileSync(
  fileURLToPath(new URL('../../schematron/self-tests/fa3.xml', import.meta.url)),
  'utf8',
);
const NUMBER = 'SELF-TEST-6';
const NAMESPACE = 'http://crd.gov.pl/wzor/2025/06/25/13775/';

const withNumber = (content: string): string => EXAMPLE.replace(NUMBER, () => content);
const inRoot = (what: string): string => EXAMPLE.replace('<Faktura ', () => `<Faktura ${what} `);
const behindDeclaration = (what: string): string =>
  EXAMPLE.replace(/^<\?xml[^>]*\?>/, (found) => found + what);
const before = (tag: string, what: string): string => EXAMPLE.replace(tag, () => what + tag);
const times = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('');
const doctype = (declarations: string): string =>
  withNumber('&e;').replace(/^<\?xml[^>]*\?>/, (found) => `${found}<!DOCTYPE Faktura [${declarations}]>`);

/** The same harm in FA(3), on its way to KSeF. */
export const HOSTILE_FA3: Readonly<Record<string, HostileXml>> = {
  'a billion laughs': { ends: 'EI-XML-DTD', make: () => doctype(`<!ENTITY e0 "ha">${times(10, (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)}<!ENTITY e "&e10;">`) },
  'an entity that is a file': { ends: 'EI-XML-DTD', make: () => doctype('<!ENTITY e SYSTEM "file:///etc/passwd">') },
  'a document type at an address': { ends: 'EI-XML-DTD', make: (trap) => behindDeclaration(`<!DOCTYPE Faktura SYSTEM "${trap}">`) },
  'an inclusion of a file': { ends: 'invalid', make: () => withNumber('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>') },
  'a schema at an address': { ends: 'valid', make: (trap) => inRoot(`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${NAMESPACE} ${trap}"`) },
  'a style sheet at an address': { ends: 'invalid', make: (trap) => behindDeclaration(`<?xml-stylesheet type="text/xsl" href="${trap}"?>`) },
  'another edition of the form': { ends: 'EI-XML-TYPE', make: () => EXAMPLE.replace(NAMESPACE, 'http://crd.gov.pl/wzor/2023/06/29/12648/') },
  'no namespace at all': { ends: 'EI-XML-TYPE', make: () => EXAMPLE.replace(` xmlns="${NAMESPACE}"`, '') },
  'an invoice in an envelope': { ends: 'EI-XML-TYPE', make: () => `<Koperta>${EXAMPLE.replace(/^<\?xml[^>]*\?>/, '')}</Koperta>` },
  'an undeclared prefix': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<x:a/>') },
  'UTF-8 that is Latin-1': { ends: 'EI-XML-SYNTAX', make: () => Buffer.from(withNumber('ó'), 'latin1') },
  'UTF-16 as it should be': { ends: 'invalid', make: () => Buffer.from(`\ufeff${EXAMPLE.replace('UTF-8', 'UTF-16')}`, 'utf16le') },
  'a value in letters and CDATA': { ends: 'valid', make: () => withNumber('<![CDATA[SELF]]>&#45;TEST<!-- - -->-6') },
  'a number in a hundred thousand pieces': { ends: 'valid', make: () => withNumber(`R${'<!---->'.repeat(100_000)}1`) },
  'a number of five million letters': { ends: 'invalid', make: () => withNumber('9'.repeat(4_980_000)) },
  'more lines than may be': { ends: 'invalid', make: () => EXAMPLE.replace('</Fa>', `${times(20_000, (n) => `<FaWiersz><NrWierszaFa>${n + 1}</NrWierszaFa></FaWiersz>`)}</Fa>`) },
  'a hundred thousand lines in no order': { ends: 'invalid', make: () => before('<KodWaluty>', '<FaWiersz/>'.repeat(100_000)) },
  'half a million elements in a value': { ends: 'invalid', make: () => withNumber('<a/>'.repeat(450_000)) },
  'half a million children of the body': { ends: 'invalid', make: () => before('<P_2>', '<a/>'.repeat(500_000)) },
  'forty thousand third parties whose NIP is wrong': { ends: 'invalid', make: () => before('<Fa>', '<Podmiot3><DaneIdentyfikacyjne><NIP>1111111112</NIP></DaneIdentyfikacyjne></Podmiot3>'.repeat(40_000)) },
  'a number with four hundred thousand attributes': { ends: 'EI-XML-SYNTAX', make: () => EXAMPLE.replace('<P_2>', `<P_2${times(400_000, (n) => ` a${n}=""`)}>`) },
  'a number a hundred thousand levels deep': { ends: 'EI-XML-SYNTAX', make: () => withNumber('<a>'.repeat(100_000) + '</a>'.repeat(100_000)) },
  'a million references': { ends: 'invalid', make: () => withNumber('&#57;'.repeat(950_000)) },
}; // prettier-ignore
