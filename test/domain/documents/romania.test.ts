import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { DOCUMENTS } from '../../support/documents.ts';
import { officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { textOf } from '../../support/text-of.ts';
import { VARIANTS } from '../full-sample.ts';
import { parsed } from '../parsed.ts';
import { romanianInvoice } from '../romanian-sample.ts';
import { all, set, untouched, without, type Edit } from '../sample.ts';

const SPECIFICATION = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';

async function built(...edits: readonly Edit[]) {
  const made = await DOCUMENTS.build(parsed(all(...edits)(romanianInvoice())), 'RO-EFACTURA', 'ubl');
  assert.ok(made.ok, JSON.stringify(made));
  return { ...made, xml: textOf(made.document) };
}

const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<cbc:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, text = '']) => text);
const party = (xml: string, of: 'Supplier' | 'Customer'): string =>
  new RegExp(`<cac:Accounting${of}Party>[^]*</cac:Accounting${of}Party>`).exec(xml)?.[0] ?? '';

describe('a document for Romania', () => {
  for (const [sentence, edit, syntax] of [
    ['an invoice is CIUS-RO', untouched, 'ubl-invoice'],
    ['an invoice with its profile is, too', set('profile', 'ro-cius'), 'ubl-invoice'],
    ['a credit note, too', set('invoice.type_code', 381), 'ubl-creditnote'],
    ['a self-billed invoice, too', set('invoice.type_code', 389), 'ubl-invoice'],
  ] as const)
    it(sentence, async () => {
      const { document, xml } = await built(edit);
      assert.deepEqual(
        [document.kind, document.syntax, document.specification],
        ['ubl', syntax, SPECIFICATION],
      );
      assert.deepEqual(textsOf(xml, 'CustomizationID'), [SPECIFICATION]);
      assert.deepEqual(textsOf(xml, 'ProfileID'), []);
    });

  it('shows by its process alone that the buyer writes the credit note of a self-billed invoice', async () => {
    const preceding = set('preceding_invoices', [{ number: 'SB-1', type_code: 389 }]);
    const { xml } = await built(set('invoice.type_code', 381), preceding);
    assert.deepEqual(textsOf(xml, 'CreditNoteTypeCode'), ['381']);
    assert.deepEqual(textsOf(xml, 'ProfileID'), ['urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0']);
  });

  const at = (address: object): Edit =>
    set('buyer.address', { street: 'Strada Mare 1', city: 'Oraș', country: 'RO', ...address });
  const [REGION, CITY] = ['buyer.address.region', 'buyer.address.city'];
  for (const [sentence, address, region, city, ...remarked] of [
    ['keeps a stated county', { postcode: '400174', region: 'RO-BV' }, 'RO-BV', 'Oraș'],
    ['adds its country to a county', { postcode: '400174', region: 'bv' }, 'RO-BV', 'Oraș', REGION],
    ['reads the name of a county', { postcode: '500001', region: 'Cluj' }, 'RO-CJ', 'Oraș', REGION],
    ['reads a name without its marks', { region: 'judetul bistrita nasaud' }, 'RO-BN', 'Oraș', REGION],
    ['reads a name with its marks', { region: 'Jud. Iași' }, 'RO-IS', 'Oraș', REGION],
    ['leaves a name that no county has', { region: 'Transilvania' }, 'Transilvania', 'Oraș'],
    ['derives the county from the post code', { postcode: '400174' }, 'RO-CJ', 'Oraș', REGION],
    ['reads a post code with a blank', { postcode: '075 100' }, 'RO-IF', 'Oraș', REGION],
    ['derives no county from a short post code', { postcode: '4001' }, undefined, 'Oraș'],
    ['derives no county from an invalid post code', { postcode: '990000' }, undefined, 'Oraș'],
    [
      'derives the sector from the post code',
      { city: 'București', postcode: '040063' },
      ...['RO-B', 'SECTOR4', REGION, CITY],
    ],
    [
      'derives the sector from the city',
      { city: 'Bucuresti, Sector 3', region: 'RO-B' },
      ...['RO-B', 'SECTOR3', CITY],
    ],
    [
      'derives the sector from the street',
      { street: 'Str. Lungă 1, sectorul 6', city: 'Bucharest' },
      ...['RO-B', 'SECTOR6', REGION, CITY],
    ],
    ['keeps a stated sector', { city: 'SECTOR2' }, 'RO-B', 'SECTOR2', REGION],
    [
      'prefers a sector in the city to the post code of another county',
      { city: 'SECTOR2', postcode: '400174' },
      ...['RO-B', 'SECTOR2', REGION],
    ],
    ['writes a sector as its code', { city: 'sector 5', region: 'RO-B' }, 'RO-B', 'SECTOR5', CITY],
    ['does not guess a sector', { city: 'București' }, 'RO-B', 'București', REGION],
    [
      'does not choose between a sector and the post code of another',
      { city: 'București sector 2', postcode: '010063' },
      ...['RO-B', 'București sector 2', REGION],
    ],
    [
      'does not make another town a sector',
      { city: 'Otopeni', postcode: '010063' },
      ...['RO-B', 'Otopeni', REGION],
    ],
    [
      'does not change addresses of other countries',
      { country: 'MD', postcode: '400174' },
      undefined,
      'Oraș',
    ],
  ] as const)
    it(`${sentence}`, async () => {
      const { xml, remarks } = await built(at(address), set('buyer.vat_id', 'RO6859662'));
      const buyer = party(xml, 'Customer');
      assert.deepEqual(
        [textsOf(buyer, 'CountrySubentity')[0], textsOf(buyer, 'CityName')[0]],
        [region, city],
      );
      assert.deepEqual(
        remarks.filter(({ field }) => field?.startsWith('buyer')).map(({ code, field }) => [code, field]),
        remarked.map((field) => ['EI-ADAPTED', field]),
      );
    });

  it('derives the counties of seller, tax representative and delivery, too', async () => {
    const address = { street: 'Strada 1', city: 'Oraș', postcode: '500001', country: 'RO' };
    const { xml, remarks } = await built(
      set('tax_representative', { name: 'T', vat_id: 'RO6859662', address }),
      set('delivery', { address }),
    );
    assert.deepEqual(textsOf(xml, 'CountrySubentity'), ['RO-CJ', 'RO-B', 'RO-BV', 'RO-BV']);
    assert.deepEqual(
      remarks.map(({ field, severity }) => `${field} ${severity}`),
      ['seller', 'tax_representative', 'delivery'].map((who) => `${who}.address.region information`),
    );
  });

  for (const [sentence, edit, ids] of [
    ['keeps a VAT number', untouched, ['RO6859662']],
    ['keeps a company id', set('buyer', { ...buyerWithout(), company_id: 'J40/1/2020' }), ['J40/1/2020']],
    [
      'writes a tax number in its place',
      set('buyer', { ...buyerWithout(), tax_number: '6859662' }),
      ['6859662'],
    ],
    ['writes a consumer without a number', without('buyer.vat_id'), ['0000000000000']],
    [
      'does not write a foreign buyer as a consumer',
      all(without('buyer.vat_id'), set('buyer.address.country', 'MD')),
      [],
    ],
  ] as const)
    it(`of the buyer: ${sentence}`, async () => {
      const { xml, remarks } = await built(edit);
      assert.deepEqual(textsOf(party(xml, 'Customer'), 'CompanyID'), ids);
      const isConsumer = ids.some((id) => /^0+$/.test(id));
      assert.equal(
        remarks.some(({ field }) => field === 'buyer.company_id'),
        isConsumer,
      );
    });

  const words = (count: number) => Array.from({ length: count }, () => 'cuvântul').join(' ');
  it('splits a long note between words without a loss', async () => {
    const { xml, remarks } = await built(
      set('invoice.notes', ['scurt', words(60), { subject_code: 'AAI', text: words(40) }]),
    );
    const told = remarks.filter(({ term }) => term === 'BT-22').map(({ code, field }) => `${code} ${field}`);
    assert.deepEqual(told, ['EI-ADAPTED invoice.notes[1]', 'EI-ADAPTED invoice.notes[2]']);
    const notes = textsOf(xml, 'Note');
    assert.ok(notes.every((note) => note.length <= 300));
    assert.deepEqual([notes[0], notes.slice(1, 3).join(' ')], ['scurt', words(60)]);
    assert.equal(
      notes
        .slice(3)
        .map((note) => note.replace('#AAI#', ''))
        .join(' '),
      words(40),
    );
    assert.ok(notes.slice(3).every((note) => note.startsWith('#AAI#')));
  });

  it('does not split a long note if the document cannot have more notes', async () => {
    const { xml } = await built(
      set(
        'invoice.notes',
        Array.from({ length: 20 }, () => words(40)),
      ),
    );
    assert.deepEqual(
      textsOf(xml, 'Note'),
      Array.from({ length: 20 }, () => words(40)),
    );
  });

  for (const [sentence, name, description, written] of [
    ['keeps a short name', 'Montaj', 'Detalii', ['Montaj', 'Detalii']],
    ['moves the end of a long name', words(12), 'Detalii', [words(11), 'cuvântul Detalii']],
    ['makes a description of the moved part', words(12), undefined, [words(11), 'cuvântul']],
    ['keeps a long name if the description is full', words(12), words(22), [words(12), words(22)]],
    ['cuts within a word above the limit', 'x'.repeat(120), undefined, ['x'.repeat(100), 'x'.repeat(20)]],
  ] as const)
    it(`of a line: ${sentence}`, async () => {
      const { xml, remarks } = await built(
        set('lines[0].name', name),
        ...(description === undefined ? [] : [set('lines[0].description', description)]),
      );
      const item = /<cac:Item>[^]*<\/cac:Item>/.exec(xml)?.[0] ?? '';
      assert.deepEqual([textsOf(item, 'Name')[0], textsOf(item, 'Description')[0]], written);
      const isMoved = written[0] !== name;
      assert.equal(
        remarks.some(({ field }) => field === 'lines[0].name'),
        isMoved,
      );
    });
});

function buyerWithout() {
  const { vat_id: _none, ...buyer } = romanianInvoice()['buyer'] as Record<string, unknown>;
  return buyer;
}

describeByReference('documents for Romania, under the official schema', () => {
  it('are valid, with any content of an invoice', async () => {
    const schemas = officialSchemas();
    for (const variant of VARIANTS) {
      const made = await DOCUMENTS.build(parsed({ ...variant, profile: 'ro-cius' }), 'RO-EFACTURA', 'ubl');
      if (!made.ok) continue;
      const { syntax, bytes } = made.document;
      assert.ok(syntax === 'ubl-invoice' || syntax === 'ubl-creditnote');
      assert.deepEqual(withEnglish(schemas[syntax].check(bytes)), { kind: 'verdict', findings: [] });
    }
    Object.values(schemas).forEach((schema) => schema.dispose());
  });
});
