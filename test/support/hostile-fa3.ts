import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { edits, hostile, type HostileXml, times } from './hostile-xml.ts';

const EXAMPLE = readFileSync(
  fileURLToPath(new URL('../../schematron/self-tests/fa3.xml', import.meta.url)),
  'utf8',
  // A letter that Latin-1 encodes differently.
).replace('>Buyer<', '>Ogród<');
const NUMBER = 'SELF-TEST-6';
const NAMESPACE = 'http://crd.gov.pl/wzor/2025/06/25/13775/';

const SAMPLE = {
  text: EXAMPLE,
  root: 'Faktura',
  namespace: NAMESPACE,
  number: NUMBER,
  element: 'P_2',
  date: '2026-10-01',
  otherPrefixes: EXAMPLE.replaceAll(/<(\/?)(\w)/g, '<$1fa:$2').replace('xmlns=', 'xmlns:fa='),
  rebound: EXAMPLE.replace('<Faktura ', '<Faktura xmlns:fa="urn:x" ').replace(
    `<P_2>${NUMBER}</P_2>`,
    `<fa:P_2 xmlns:fa="${NAMESPACE}">${NUMBER}</fa:P_2>`,
  ),
};
const { withNumber } = edits(SAMPLE);
const before = (tag: string, what: string): string => EXAMPLE.replace(tag, () => what + tag);

/** KSeF's requirements on a file besides its schema: no byte order mark, UTF-8, no instructions, a million bytes at most. */
const REFUSED_BY_KSEF = [
  ...['UTF-8 with its mark', 'UTF-16 as it should be', 'Latin-1 as it should be'],
  ...['a style sheet at an address', 'an instruction in a value'],
  ...['a number in a million pieces', 'a number of five million letters'],
];

/** The same attacks in FA(3), sent to KSeF, and attacks that only FA(3) allows. */
export const HOSTILE_FA3: Readonly<Record<string, HostileXml>> = {
  ...hostile(SAMPLE, Object.fromEntries(REFUSED_BY_KSEF.map((name) => [name, 'invalid']))),
  'another edition of the form': { ends: 'EI-XML-TYPE', make: () => EXAMPLE.replace(NAMESPACE, 'http://crd.gov.pl/wzor/2023/06/29/12648/') },
  'an invoice in an envelope': { ends: 'EI-XML-TYPE', make: () => `<Koperta>${EXAMPLE.replace(/^<\?xml[^>]*\?>/, '')}</Koperta>` },
  'a number in a hundred thousand pieces': { ends: 'valid', make: () => withNumber(`R${'<!---->'.repeat(100_000)}1`) },
  'more lines than may be': { ends: 'invalid', make: () => EXAMPLE.replace('</Fa>', `${times(20_000, (n) => `<FaWiersz><NrWierszaFa>${n + 1}</NrWierszaFa></FaWiersz>`)}</Fa>`) },
  'a hundred thousand lines in no order': { ends: 'invalid', make: () => before('<KodWaluty>', '<FaWiersz/>'.repeat(100_000)) },
  'forty thousand third parties whose NIP is wrong': { ends: 'invalid', make: () => before('<Fa>', '<Podmiot3><DaneIdentyfikacyjne><NIP>1111111112</NIP></DaneIdentyfikacyjne></Podmiot3>'.repeat(40_000)) },
  'a million references': { ends: 'invalid', make: () => withNumber('&#57;'.repeat(950_000)) },
}; // prettier-ignore
