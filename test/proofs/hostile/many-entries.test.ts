import assert from 'node:assert/strict';
import { openBody } from '../../../src/application/reading/opened-body.ts';
import { precheck } from '../../../src/domain/checks/pre-check/precheck.ts';
import { DocumentBuilder } from '../../../src/domain/documents/document-builder.ts';
import { parseCanonical } from '../../../src/domain/invoice/parse-canonical.ts';
import { ROUTE_PROFILES, profileOf } from '../../../src/domain/routes/all.ts';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import type { ProfileRow } from '../../../src/domain/routes/profile.ts';
import { readCanonical } from '../../../src/domain/documents/read-canonical.ts';
import { readSyntaxes } from '../../../src/processes/read-syntaxes.ts';
import { SEVERAL_SELLERS } from '../../domain/extended-sample.ts';
import { FULL } from '../../domain/full-sample.ts';
import { all, type Json, set, valueAt } from '../../domain/sample.ts';
import { exampleText } from '../../support/example-file.ts';
import { assertLinear } from '../../support/processor-time.ts';
import { xmlRoot } from '../../support/xml-root.ts';

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const LINE = valueAt(FULL, 'lines[0]') as Json;
const ofLines = (count: number, make: (index: number) => Json): Json => set('lines', many(count, make))(FULL);
const group = (index: number): Json => ({ id: `L${index}`, name: 'x', line_type: 'GROUP' });
const detail = (index: number, parent: number): Json => ({
  ...LINE,
  id: `L${index}`,
  line_type: 'DETAIL',
  parent_line: `L${parent}`,
});

const [SELLER_GROUP, SELLER_DETAIL] = valueAt(SEVERAL_SELLERS, 'lines') as [Json, Json];
/** @param number of a sub-invoice, and what its reason says. */
const ofSellers = (count: number, number: (index: number) => string): Json =>
  set(
    'lines',
    many(count / 2, number).flatMap((id, index) => [
      { ...SELLER_GROUP, id: `G${index}`, further_objects: [{ id, scheme: 'AFL' }] },
      {
        ...SELLER_DETAIL,
        id: `D${index}`,
        parent_line: `G${index}`,
        invoiced_object: { id, scheme: 'AFL' },
        vat_exemption_reason: `#${id}#${index}`,
      },
    ]),
  )(SEVERAL_SELLERS);

const ADJUSTMENT = { amount: '0.01', reason: 'x' };
const ON_DOCUMENT = { ...ADJUSTMENT, vat_category: 'S', vat_rate: 19 };

/** Invoices that repeat what may be repeated; the entries of a list that has a lower limit are as many as that takes. */
const INVOICES: Readonly<Record<string, (count: number) => Json>> = {
  lines: (count) => ofLines(count, () => LINE),
  'lines with ids of other positions': (count) =>
    ofLines(count, (index) => ({ ...LINE, id: String(count - index) })),
  'lines of one group': (count) => ofLines(count, (index) => (index === 0 ? group(0) : detail(index, 0))),
  'groups within groups': (count) =>
    ofLines(count, (index) =>
      index === count - 1
        ? detail(index, index - 1)
        : { ...group(index), ...(index > 0 && { parent_line: `L${index - 1}` }) },
    ),
  'groups of sellers': (count) => ofSellers(count, (index) => `N${index}`),
  'groups of one seller': (count) => ofSellers(count, () => 'N'),
  'lines with wrong prices': (count) =>
    ofLines(count, () => ({ ...LINE, unit_price: -1, vat_category: 'Z', vat_rate: 5 })),
  'allowances, attributes and classifications of lines': (count) =>
    ofLines(count / 20, () => ({
      ...LINE,
      allowances: many(10, () => ADJUSTMENT),
      charges: many(10, () => ADJUSTMENT),
      attributes: many(10, (index) => ({ name: `A${index}`, value: 'x' })),
      classification: many(10, (index) => ({ code: `A${index}`, list: 'TST' })),
    })),
  'allowances, attributes and classifications of a line': (count) =>
    ofLines(1, () => ({
      ...LINE,
      allowances: many(count / 8, () => ADJUSTMENT),
      charges: many(count / 8, () => ADJUSTMENT),
      attributes: many(count / 8, (index) => ({ name: `A${index}`, value: 'x' })),
      classification: many(count, (index) => ({ code: `A${index}`, list: 'TST' })),
    })),
  'entries of the document': (count) =>
    all(
      set(
        'allowances',
        many(count / 8, () => ON_DOCUMENT),
      ),
      set(
        'charges',
        many(count / 8, () => ON_DOCUMENT),
      ),
      set(
        'preceding_invoices',
        many(count, (index) => ({ number: `P${index}`, issue_date: '2026-01-01' })),
      ),
      set(
        'attachments',
        many(count, (index) => ({ id: `A${index}`, description: 'LISIBLE' })),
      ),
      set(
        'seller.ids',
        many(count / 80, (index) => ({ id: `I${index}`, scheme: '0088' })),
      ),
      set(
        'payment.accounts',
        many(count / 80, () => ({ iban: 'AT611904300234573201' })),
      ),
      set(
        'invoice.notes',
        many(count / 400, () => ({ subject_code: 'AAI', text: 'x' })),
      ),
    )(FULL),
};

/** Only one route takes lines of other lines, which its rules compare with each other. */
const ONE_ROUTE = /group/;

const COUNT = 4_000;
const MOST = 10_000;

describe('an invoice with thousands of entries', () => {
  const builder = new DocumentBuilder(readSyntaxes(), profileOf);

  for (const [name, make] of Object.entries(INVOICES)) {
    const takes = ({ extendedRules }: ProfileRow): boolean => extendedRules !== undefined;
    const routes = ROUTE_PROFILES.filter(({ profiles }) => !ONE_ROUTE.test(name) || profiles.some(takes));
    for (const { name: route, formats } of routes)
      it(`needs no time that grows with their square: ${name} to ${route}`, () => {
        const most = ONE_ROUTE.test(name) ? MOST : COUNT;
        const bodies = new Map(
          [most / 4, most].map((count) => [count, Buffer.from(JSON.stringify(make(count)))]),
        );
        assertLinear((count) => {
          const opened = openBody(bodies.get(count)!);
          assert.ok(opened.ok);
          const read = parseCanonical(opened.json);
          assert.ok(read.ok, JSON.stringify(read.ok ? '' : read.findings.slice(0, 3)));
          precheck(read.invoice);
          for (const { format } of formats) checkRoute(read.invoice, route, format);
          builder.limits(read.invoice, route, formats[0]!.format);
        }, most);
      });
  }
});

const UBL = exampleText('xrechnung-ubl.xml');
const repeated =
  (piece: RegExp) =>
  (count: number): string =>
    UBL.replace(piece, (one) => one.repeat(count));
const before =
  (place: string, piece: string) =>
  (count: number): string =>
    UBL.replace(place, (one) => piece.repeat(count) + one);

/** Files that state the same again and again, or what has no place in the model. */
const FILES: Readonly<Record<string, (count: number) => string>> = {
  lines: repeated(/<cac:InvoiceLine>[^]*?<\/cac:InvoiceLine>/),
  'sums of one VAT rate': repeated(/<cac:TaxSubtotal>[^]*?<\/cac:TaxSubtotal>/),
  'payment accounts': repeated(/<cac:PaymentMeans>[^]*?<\/cac:PaymentMeans>/),
  notes: before('<cbc:DocumentCurrencyCode', '<cbc:Note>a</cbc:Note>'),
  'classifications of a line': before(
    '<cac:ClassifiedTaxCategory>',
    '<cac:CommodityClassification><cbc:ItemClassificationCode listID="STI">a</cbc:ItemClassificationCode></cac:CommodityClassification>',
  ),
  'identifiers of a party': before(
    '<cac:PostalAddress>',
    '<cac:PartyIdentification><cbc:ID schemeID="0088">a</cbc:ID></cac:PartyIdentification>',
  ),
  'elements without a place': before('<cac:InvoiceLine>', '<a><b>c</b></a>'),
  'elements without a place within others': (count) =>
    UBL.replace('<cac:InvoiceLine>', (one) => within(count, '<b>c</b>'.repeat(25 * count)) + one),
  'a text within elements without a place': (count) =>
    UBL.replace('<cac:InvoiceLine>', (one) => within(count, 'b'.repeat(200 * count)) + one),
};

/** A parser takes 256 elements in each other. */
const MAX_NESTED_ELEMENTS = 200;

function within(count: number, content: string): string {
  const deep = (MAX_NESTED_ELEMENTS * count) / COUNT;
  return '<a>'.repeat(deep) + content + '</a>'.repeat(deep);
}

const FA3 = exampleText('fa3.xml');
const inFa3 =
  (place: string, piece: (count: number) => string) =>
  (count: number): string => {
    assert.ok(FA3.includes(place));
    return FA3.replace(place, (one) => piece(count) + one);
  };
const each =
  (...pieces: readonly string[]) =>
  (count: number): string =>
    pieces.map((piece) => piece.repeat(count)).join('');

/** FA(3) has a reader of its own. */
const FA3_FILES: typeof FILES = {
  lines: (count) => FA3.replace(/<FaWiersz>[^]*?<\/FaWiersz>/, (one) => one.repeat(count)),
  'lines, each described': (count) =>
    inFa3('<FaWiersz>', () =>
      many(
        count,
        (index) =>
          `<DodatkowyOpis><NrWiersza>${index}</NrWiersza><Klucz>a</Klucz><Wartosc>b</Wartosc></DodatkowyOpis>`,
      ).join(''),
    )(count).replace(/<FaWiersz>[^]*?<\/FaWiersz>/, (one) =>
      many(count, (index) => one.replace('<NrWierszaFa>1', `<NrWierszaFa>${index}`)).join(''),
    ),
  'lines before a correction': (count) =>
    FA3.replace('<RodzajFaktury>VAT', '<RodzajFaktury>KOR').replace(/<FaWiersz>[^]*?<\/FaWiersz>/, (one) =>
      (one.replace('</FaWiersz>', '<StanPrzed>1</StanPrzed></FaWiersz>') + one).repeat(count / 2),
    ),
  'lines of an order': (count) =>
    inFa3(
      '<Platnosc>',
      (times) =>
        `<Zamowienie>${'<ZamowienieWiersz><P_7Z>x</P_7Z><P_11NettoZ>1</P_11NettoZ><P_12Z>23</P_12Z></ZamowienieWiersz>'.repeat(times)}</Zamowienie>`,
    )(count).replace('<RodzajFaktury>VAT', '<RodzajFaktury>ZAL'),
  'invoices before, advances and delivery notes': inFa3(
    '<FaWiersz>',
    each(
      '<DaneFaKorygowanej><DataWystFaKorygowanej>2026-01-01</DataWystFaKorygowanej><NrFaKorygowanej>1</NrFaKorygowanej></DaneFaKorygowanej>',
      '<FakturaZaliczkowa><NrKSeFFaZaliczkowej>1</NrKSeFFaZaliczkowej></FakturaZaliczkowa>',
      '<ZaliczkaCzesciowa><P_6Z>2026-01-01</P_6Z><P_15Z>1</P_15Z></ZaliczkaCzesciowa>',
      '<WZ>1</WZ>',
    ),
  ),
  'further parties': inFa3(
    '<Fa>',
    each(
      '<Podmiot3><DaneIdentyfikacyjne><NIP>5261040828</NIP><Nazwa>x</Nazwa></DaneIdentyfikacyjne><Rola>4</Rola></Podmiot3>',
    ),
  ),
  'payments and accounts': inFa3(
    '<FormaPlatnosci>',
    each(
      '<ZaplataCzesciowa><KwotaZaplatyCzesciowej>1</KwotaZaplatyCzesciowej></ZaplataCzesciowa>',
      '<TerminPlatnosci><Termin>2026-01-01</Termin></TerminPlatnosci>',
      '<RachunekBankowy><NrRB>PL61109010140000071219812874</NrRB></RachunekBankowy>',
    ),
  ),
  'parts of an attachment': inFa3(
    '</Faktura>',
    (count) =>
      `<Zalacznik>${each(
        '<BlokDanych><MetaDane><ZKlucz>a</ZKlucz><ZWartosc>b</ZWartosc></MetaDane><Tekst><Akapit>x</Akapit></Tekst></BlokDanych>',
      )(count)}</Zalacznik>`,
  ),
  'elements without a place within others': inFa3('<FaWiersz>', (count) =>
    within(count, '<b>c</b>'.repeat(25 * count)),
  ),
};

describe('a finished file with thousands of entries', () => {
  const syntaxes = readSyntaxes();

  for (const [form, files] of Object.entries({ UBL: FILES, 'FA(3)': FA3_FILES }))
    for (const [name, make] of Object.entries(files))
      it(`is read in no time that grows with their square: ${form}, ${name}`, () => {
        const roots = new Map([COUNT / 4, COUNT].map((count) => [count, xmlRoot(make(count))]));
        assertLinear((count) => {
          const root = roots.get(count)!;
          assert.ok(readCanonical(syntaxes, root));
          assert.ok(readCanonical(syntaxes, root, 'every-term'));
        }, COUNT);
      });
});
