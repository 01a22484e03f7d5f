import { withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { officialSchemas } from '../../support/official-schemas.ts';
import { textOf } from '../../support/text-of.ts';
import { VARIANTS } from '../full-sample.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set, untouched, type Edit, type Json } from '../sample.ts';

/** An invoice to an Austrian buyer; both parties have addresses of the network. */
const austrian = all(
  set('buyer.address', { street: 'Ring 1', city: 'Wien', postcode: '1010', country: 'AT' }),
  set('buyer.endpoint', { id: 'ATU12345675', scheme: '9914' }),
  set('seller.endpoint', { id: 'DE136695976', scheme: '9930' }),
);
/** The service knows from the preceding invoice that the buyer writes its credit note. */
const SELF_BILLED_CREDIT = all(
  set('invoice.type_code', 381),
  set('preceding_invoices', [{ number: 'SB-1', type_code: 389 }]),
);
const BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0';
const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';

async function document(...edits: readonly Edit[]) {
  const made = await DOCUMENTS.build(parsed(all(...edits)(germanInvoice())), 'PEPPOL', 'ubl');
  assert.ok(made.ok, JSON.stringify(made));
  return made.document;
}
const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<cbc:${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(([, text = '']) => text);
const valuesOf = async (name: string, ...edits: readonly Edit[]): Promise<string[]> =>
  textsOf(textOf(await document(...edits)), name);

describe('a document for Peppol', () => {
  for (const [sentence, edit, specification, process, syntax] of [
    ['an invoice is BIS Billing 3', austrian, BILLING, 'billing', 'ubl-invoice'],
    [
      'an invoice with its profile is, too',
      all(austrian, set('profile', 'peppol')),
      BILLING,
      'billing',
      'ubl-invoice',
    ],
    [
      'a credit note, too',
      all(austrian, set('invoice.type_code', 381)),
      BILLING,
      'billing',
      'ubl-creditnote',
    ],
    ['between Germans, too', untouched, BILLING, 'billing', 'ubl-invoice'],
    [
      'the profile xrechnung builds XRechnung',
      set('profile', 'xrechnung'),
      XRECHNUNG,
      'billing',
      'ubl-invoice',
    ],
    [
      'a self-billed invoice is BIS Self-Billing 3',
      all(austrian, set('invoice.type_code', 389)),
      SELF_BILLING,
      'selfbilling',
      'ubl-invoice',
    ],
    [
      'the credit note of a self-billed invoice, too',
      all(austrian, SELF_BILLED_CREDIT),
      SELF_BILLING,
      'selfbilling',
      'ubl-creditnote',
    ],
  ] as const)
    it(`${sentence}`, async () => {
      const built = await document(edit);
      assert.deepEqual([built.kind, built.syntax, built.specification], ['ubl', syntax, specification]);
      const xml = textOf(built);
      assert.deepEqual(textsOf(xml, 'CustomizationID'), [specification]);
      assert.deepEqual(textsOf(xml, 'ProfileID'), [`urn:fdc:peppol.eu:2017:poacc:${process}:01:1.0`]);
    });

  it('is of type 261 if it is the credit note of a self-billed invoice, which a remark says', async () => {
    const invoice = parsed(all(austrian, SELF_BILLED_CREDIT)(germanInvoice()));
    const made = await DOCUMENTS.build(invoice, 'PEPPOL', 'ubl');
    assert.ok(made.ok);
    assert.deepEqual(textsOf(textOf(made.document), 'CreditNoteTypeCode'), ['261']);
    assert.ok(JSON.stringify(made).includes('invoice.type_code'));
  });

  it('has the electronic addresses of both parties', async () => {
    const xml = textOf(await document(austrian));
    assert.ok(xml.includes('<cbc:EndpointID schemeID="9930">DE136695976</cbc:EndpointID>'));
    assert.ok(xml.includes('<cbc:EndpointID schemeID="9914">ATU12345675</cbc:EndpointID>'));
  });

  const several = set('invoice.notes', ['Danke', { subject_code: 'REG', text: 'HRB 1' }, '#AAI#bis bald']);
  for (const [sentence, edit, notes] of [
    [
      'joins several notes in one, line by line',
      all(austrian, several),
      ['Danke\n#REG#HRB 1\n#AAI#bis bald'],
    ],
    ['keeps every note between Germans', several, ['Danke', '#REG#HRB 1', '#AAI#bis bald']],
    ['keeps a single note as it is', all(austrian, set('invoice.notes', ['', '#AAI#x'])), ['#AAI#x']],
    [
      'writes a shared subject of notes once',
      all(austrian, set('invoice.notes', ['#AAI#x', '#AAI#y'])),
      ['#AAI#x\ny'],
    ],
  ] as const)
    it(sentence, async () => {
      const lines = [set('lines', [{ ...(germanInvoice()['lines'] as Json[])[0], note: undefined }])];
      assert.deepEqual(await valuesOf('Note', edit, ...lines), notes);
    });

  it('has a rate outside the scope of VAT only between Germans', async () => {
    const outside = all(
      set('lines[0].vat_category', 'O'),
      set('lines[0].vat_rate', 0),
      set('vat_exemption', [{ vat_category: 'O', reason: 'x' }]),
    );
    assert.deepEqual(await valuesOf('Percent', outside), ['0']);
    assert.deepEqual(await valuesOf('Percent', outside, austrian), []);
  });

  for (const [sentence, edit, ...fields] of [
    ['accepts 389 without a profile', all(austrian, set('invoice.type_code', 389))],
    ['refuses 389 as XRechnung', all(set('profile', 'xrechnung'), set('invoice.type_code', 389)), 'profile'],
    ['refuses 384 across a border', all(austrian, set('invoice.type_code', 384)), 'invoice.type_code'],
    ['accepts 384 between Germans', set('invoice.type_code', 384)],
    ['refuses the profile of another route', all(austrian, set('profile', 'fr-ctc')), 'profile'],
  ] as const)
    it(sentence, () =>
      assert.deepEqual(
        checkRoute(parsed(edit(germanInvoice())), 'PEPPOL', 'ubl')
          .map(({ field }) => field)
          .filter((field) => field === 'profile' || field === 'invoice.type_code'),
        fields,
      ),
    );
});

describeByReference('documents for Peppol, under the official schema', () => {
  it('are valid, with any content of an invoice', async () => {
    const schemas = officialSchemas();
    for (const variant of VARIANTS)
      for (const profile of ['peppol', 'xrechnung']) {
        const built = await DOCUMENTS.build(parsed({ ...variant, profile }), 'PEPPOL', 'ubl');
        if (!built.ok) continue;
        const { syntax, bytes } = built.document;
        assert.ok(syntax === 'ubl-invoice' || syntax === 'ubl-creditnote');
        assert.deepEqual(withEnglish(schemas[syntax].check(bytes)), { kind: 'verdict', findings: [] });
      }
    Object.values(schemas).forEach((schema) => schema.dispose());
  });
});
