import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { officialD22b, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { textOf } from '../../support/text-of.ts';
import { frenchInvoice } from '../french-sample.ts';
import { VARIANTS } from '../full-sample.ts';
import { parsed } from '../parsed.ts';
import { all, set, untouched, without, type Edit, type Json } from '../sample.ts';

async function built(...edits: readonly Edit[]) {
  const made = await DOCUMENTS.build(parsed(all(...edits)(frenchInvoice())), 'FR-PA', 'ubl');
  assert.ok(made.ok, JSON.stringify(made));
  return { ...made, xml: textOf(made.document) };
}

const party = (xml: string, of: 'Supplier' | 'Customer'): string =>
  new RegExp(`<cac:Accounting${of}Party>[^]*</cac:Accounting${of}Party>`).exec(xml)?.[0] ?? '';
/** An identifier with its scheme: `0002:100000009`. */
const identified = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<cbc:${element} schemeID="(\\w+)">([^<]*)<`, 'g'))].map(
    ([, scheme, id]) => `${scheme}:${id}`,
  );
const notes = (xml: string): string[] =>
  [...xml.matchAll(/<cbc:Note>([^<]*)</g)].map(([, text = '']) => text);

describe('a document for France', () => {
  it('is plain EN 16931 with the usual process', async () => {
    const { document, xml, remarks } = await built();
    assert.deepEqual([document.syntax, document.specification], ['ubl-invoice', 'urn:cen.eu:en16931:2017']);
    assert.match(xml, /<cbc:ProfileID>M1</);
    assert.deepEqual(
      remarks.filter(({ term }) => term === 'BT-23').map(({ code, severity }) => [code, severity]),
      [['EI-ADAPTED', 'warning']],
    );
  });

  const line = { name: 'x', quantity: 1, unit: 'C62', unit_price: 100, vat_category: 'S', vat_rate: 20 };
  const goods = { ...line, item_kind: 'goods' };
  const services = { ...line, item_kind: 'services' };
  const paid = all(
    set('payment.prepaid_amount', 120),
    set('payment.prepaid_date', '2026-10-01'),
    set('invoice.due_date', '2026-10-01'),
  );
  for (const [sentence, edit, process] of [
    ['goods', set('lines', [goods]), 'B1'],
    ['services', set('lines', [services]), 'S1'],
    ['both', set('lines', [goods, services]), 'M1'],
    ['paid goods', all(set('lines', [goods]), paid), 'B2'],
    ['the process of the caller', set('invoice.business_process', 'S5'), 'S5'],
  ] as const)
    it(`names the process by the kind of lines: ${sentence}`, async () => {
      const { xml, remarks } = await built(edit);
      assert.ok(xml.includes(`<cbc:ProfileID>${process}<`), xml.slice(0, 800));
      assert.ok(remarks.every(({ severity }) => severity === 'information'));
    });

  it('marks a consumer with a note', async () => {
    const { xml } = await built(
      all(set('buyer.is_consumer', true), without('buyer.vat_id'), without('buyer.company_id')),
    );
    assert.ok(notes(xml).includes('#BAR#B2C'), notes(xml).join());
  });

  it('derives SIREN and address of both parties from their VAT numbers, and reports it', async () => {
    const { xml, remarks } = await built();
    for (const [side, siren] of [
      ['Supplier', '100000009'],
      ['Customer', '200000008'],
    ] as const)
      assert.deepEqual(
        [identified(party(xml, side), 'EndpointID'), identified(party(xml, side), 'CompanyID')],
        [[`0225:${siren}`], [`0002:${siren}`]],
      );
    assert.deepEqual(
      remarks
        .filter(({ field }) => field !== 'invoice.business_process' && field !== 'invoice.notes')
        .map(({ code, field }) => `${code} ${field}`),
      ['seller.company_id', 'seller.endpoint', 'buyer.company_id', 'buyer.endpoint'].map(
        (field) => `EI-ADAPTED ${field}`,
      ),
    );
  });

  it('keeps stated values', async () => {
    const { xml, remarks } = await built(
      set('buyer.company_id', '300000007'),
      set('buyer.endpoint', { id: '300000007_ACHATS', scheme: '0225' }),
    );
    assert.deepEqual(identified(party(xml, 'Customer'), 'EndpointID'), ['0225:300000007_ACHATS']);
    assert.deepEqual(identified(party(xml, 'Customer'), 'CompanyID'), ['0002:300000007']);
    assert.ok(!remarks.some(({ field }) => field?.startsWith('buyer')));
  });

  it('moves a SIRET to its own member', async () => {
    const { xml } = await built(
      set('seller.company_id', '100 000 009 00017'),
      set('buyer.company_id', '20000000800025'),
    );
    assert.deepEqual(identified(party(xml, 'Supplier'), 'ID'), ['0009:10000000900017']);
    assert.deepEqual(identified(party(xml, 'Supplier'), 'CompanyID'), ['0002:100000009']);
    assert.deepEqual(identified(party(xml, 'Customer'), 'ID'), ['0009:20000000800025']);
    assert.deepEqual(identified(party(xml, 'Customer'), 'EndpointID'), ['0225:200000008']);
  });

  it('keeps a SIRET in its member if its own member is in use', async () => {
    const { xml } = await built(set('buyer.company_id', '20000000800025'), set('buyer.reference', 'K-1'));
    assert.match(party(xml, 'Customer'), /<cbc:CompanyID>20000000800025</);
  });

  it('does not change parties elsewhere', async () => {
    const { xml } = await built(set('buyer.address.country', 'BE'), set('buyer.vat_id', 'BE0403170701'));
    assert.deepEqual(identified(party(xml, 'Customer'), 'EndpointID'), []);
  });

  for (const [sentence, stated, left] of [
    ['writes the notes that the law requires', [], ['PMT', 'PMD', 'AAB']],
    ['keeps stated notes', ['#PMD#Dix pour cent.', 'Merci'], ['PMT', 'AAB']],
    ['recognises them by subject, too', [{ subject_code: 'AAB', text: 'Aucun escompte.' }], ['PMT', 'PMD']],
  ] as const)
    it(sentence, async () => {
      const { xml, remarks } = await built(set('invoice.notes', [...stated]));
      const subjects = notes(xml).map((text) => /^#(\w+)#/.exec(text)?.[1]);
      assert.deepEqual(subjects.slice(stated.length), left);
      assert.equal(remarks.filter(({ field }) => field === 'invoice.notes').length, left.length);
    });

  /** The broken rules, each with its member. */
  const early = (document: Json): readonly string[] =>
    checkRoute(parsed(document), 'FR-PA', 'ubl').map(
      ({ related, field }) => `${related?.map(({ code }) => code).join(' ')} ${field}`,
    );
  const note = (...notes: readonly string[]) => set('invoice.notes', notes);
  const abroad = all(
    ...[without('buyer.vat_id'), set('buyer.address.country', 'BE')],
    set('buyer.endpoint', { id: 'BE0403170701', scheme: '9925' }),
  );

  for (const [sentence, edit, ...broken] of [
    ['accepts an invoice', untouched],
    [
      'requires a SIREN of a buyer in France, and an electronic address',
      without('buyer.vat_id'),
      ...['BR-FR-12 buyer.endpoint', 'BR-FR-11 buyer.company_id'],
    ],
    ['requires no SIREN of a buyer elsewhere', abroad],
    [
      'refuses an invalid SIREN',
      all(set('buyer.company_id', 'RCS 5'), set('buyer.endpoint', { id: '200000008', scheme: '0225' })),
      'BR-FR-11 buyer.company_id',
    ],
    [
      'requires a SIREN of the seller',
      set('seller.company_id', 'RCS 5'),
      'BR-FR-13 seller.endpoint',
      'BR-FR-10 seller.company_id',
    ],
    [
      'accepts no quantity of five decimals',
      set('lines[0].quantity', '1.00001'),
      'BR-FR-DEC-02 lines[0].quantity',
    ],
    [
      'accepts no price of seven decimals',
      set('lines[0].unit_price', '1.0000001'),
      'BR-FR-DEC-03 lines[0].unit_price',
    ],
    ['accepts no number with a blank', set('invoice.number', 'F 2026'), 'BR-FR-02 invoice.number'],
    ['accepts no number of 36 characters', set('invoice.number', 'F'.repeat(36)), 'BR-FR-01 invoice.number'],
    [
      'accepts no date of the last century',
      set('delivery', { date: '1999-12-31' }),
      'BR-FR-03 delivery.date',
    ],
    [
      'accepts no due date before the invoice',
      set('invoice.due_date', '2026-10-04'),
      'BR-FR-CO-07 invoice.due_date',
    ],
    ['accepts no rate of another country', set('lines[0].vat_rate', '19'), 'BR-FR-16 lines[0].vat_rate'],
    ['accepts an old rate', set('lines[0].vat_rate', '19.6')],
    [
      'accepts no category of the Canary Islands',
      set('lines[0].vat_category', 'L'),
      'BR-FR-15 lines[0].vat_category',
    ],
    [
      'accepts no other currency without VAT in EUR',
      set('invoice.currency', 'USD'),
      'BR-FR-CO-12 invoice.vat_currency',
    ],
    [
      'accepts another currency with VAT in EUR',
      all(
        set('invoice.currency', 'USD'),
        set('invoice.vat_currency', 'EUR'),
        set('invoice.vat_exchange_rate', '0.9'),
      ),
    ],
    ['requires the corrected invoice', set('invoice.type_code', '384'), 'BR-FR-CO-04 preceding_invoices'],
    [
      'requires the date of the credited invoice',
      all(set('invoice.type_code', '381'), set('preceding_invoices', [{ number: 'F-1' }])),
      'BR-FR-CO-05 preceding_invoices',
    ],
    [
      'accepts a credit note that names the date',
      all(
        set('invoice.type_code', '381'),
        set('preceding_invoices', [{ number: 'F-1', issue_date: '2026-09-01' }]),
      ),
    ],
    [
      'requires an address that a directory can have',
      set('buyer.endpoint', { id: '200000008/A', scheme: '0225' }),
      'BR-FR-23 buyer.endpoint.id',
    ],
    ['requires each note once', note('#PMD#1', '#PMD#2'), 'BR-FR-06 invoice.notes[1]'],
    ['knows what BAR may say', note('#BAR#PRO'), 'BR-FR-20 invoice.notes[0]'],
    ['requires BAR once', note('#BAR#B2B', '#BAR#B2C'), 'BR-FR-31 invoice.notes[1]'],
    [
      'requires the address of the SIREN between companies',
      all(note('#BAR#B2B'), set('buyer.endpoint', { id: 'a@b.fr', scheme: 'EM' })),
      'BR-FR-21 buyer.endpoint',
    ],
    [
      'requires a SIRET of the SIREN',
      set('seller.ids', [{ id: '20000000800025', scheme: '0009' }]),
      'BR-FR-09 seller.ids[0]',
    ],
    ['requires a scheme of each identifier', set('seller.ids', [{ id: 'K-1' }]), 'BR-FR-CO-10 seller.ids[0]'],
    [
      'refuses unknown kinds of attachments',
      set('attachments', [{ id: 'A', description: 'Plan', url: 'https://a.example/p' }]),
      'BR-FR-17 attachments[0].description',
    ],
  ] as const)
    it(`has an early rule that ${sentence}`, () => assert.deepEqual(early(edit(frenchInvoice())), broken));
});

describe('a document for France in CII', () => {
  const cii = async (...edits: readonly Edit[]) => {
    const made = await DOCUMENTS.build(parsed(all(...edits)(frenchInvoice())), 'FR-PA', 'cii');
    assert.ok(made.ok, JSON.stringify(made));
    return { ...made.document, xml: textOf(made.document).replaceAll(/>\n */g, '>') };
  };

  it('is CII with the same terms', async () => {
    const { syntax, kind, specification, xml } = await cii();
    assert.deepEqual([syntax, kind, specification], ['cii', 'cii', 'urn:cen.eu:en16931:2017']);
    for (const place of [
      '<ram:BusinessProcessSpecifiedDocumentContextParameter><ram:ID>M1</ram:ID>',
      '<ram:SubjectCode>PMT</ram:SubjectCode>',
      '<ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">100000009</ram:ID>',
      '<ram:URIUniversalCommunication><ram:URIID schemeID="0225">200000008</ram:URIID>',
    ])
      assert.ok(xml.includes(place), place);
  });

  it('names every preceding invoice, as D22B allows', async () => {
    const { xml } = await cii(
      set('invoice.type_code', '381'),
      set('preceding_invoices', [{ number: 'A-1' }, { number: 'A-2' }]),
    );
    assert.equal(xml.match(/<ram:InvoiceReferencedDocument>/g)?.length, 2);
  });
});

describeByReference('documents for France, under the official schema', () => {
  for (const format of ['ubl', 'cii'] as const)
    it(`are valid, with any content of an invoice: ${format}`, async () => {
      const schemas = { ...officialSchemas(), d22b: officialD22b() };
      let built = 0;
      for (const variant of VARIANTS) {
        const made = await DOCUMENTS.build(parsed({ ...variant, profile: 'fr-ctc' }), 'FR-PA', format);
        if (!made.ok) continue;
        built += 1;
        const { syntax, bytes } = made.document;
        assert.ok(syntax !== 'fa3' && syntax !== 'fa-rr');
        const schema = schemas[syntax === 'cii' ? 'd22b' : syntax];
        assert.deepEqual(withEnglish(schema.check(bytes)), { kind: 'verdict', findings: [] });
      }
      Object.values(schemas).forEach((schema) => schema.dispose());
      assert.ok(built > VARIANTS.length / 2, `${built} of ${VARIANTS.length}`);
    });
});
