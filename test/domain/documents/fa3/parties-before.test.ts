import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { readFa3 } from '../../../../src/domain/documents/fa3/read-fa3.ts';
import { fa3Elements } from '../../../../src/domain/documents/fa3/write-fa3.ts';
import { fa3Xml } from '../../../../src/domain/documents/fa3-document.ts';
import type { CompleteInvoice } from '../../../../src/domain/invoice/en16931.ts';
import { parseCanonical } from '../../../../src/domain/invoice/parse-canonical.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { fa3Schema } from '../../../support/official-schemas.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { textOf } from '../../../support/text-of.ts';
import { xmlRoot } from '../../../support/xml-root.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, type Edit, germanInvoice, set } from '../../sample.ts';
import { documentOf, fa3 } from './built.ts';

const ADDRESS = { street: 'ul. Stara 1', postcode: '00-001', city: 'Warszawa', country: 'PL' };

/** A correction of data only. */
const DATA: Edit = all(
  set('invoice.type_code', 384),
  set('preceding_invoices', [{ number: 'FV/1', issue_date: '2026-09-01' }]),
  set('lines', []),
);
const SELLER: Edit = all(DATA, set('correction', { seller_before: { name: 'Wisła', address: ADDRESS } }));
const BUYER: Edit = all(DATA, set('correction', { buyers_before: [{ name: 'Bałtyk', address: ADDRESS }] }));
const TWO_BUYERS: Edit = all(
  DATA,
  set('pl.third_parties', [
    { role: 'recipient', name: 'Oddział', vat_id: 'PL5842751979' },
    { role: 'additional_buyer', name: 'Partner', vat_id: 'DE136695976' },
  ]),
  set('correction', {
    buyers_before: [
      { name: 'Bałtyk', vat_id: '584-275-19-79' },
      { name: 'Partner Alt', vat_id: 'DE136695976', address: { city: 'Kassel', country: 'DE' } },
    ],
  }),
);

const refused = async (edit: Edit): Promise<(string | undefined)[]> => {
  const built = await DOCUMENTS.build(parsed(edit(polishInvoice())), 'PL-KSEF', 'fa3');
  return built.ok ? [] : built.findings.map(({ field }) => field);
};

describe('the earlier parties of a correction in FA(3)', () => {
  it('may be the seller, with the present number, in a correction without lines', async () => {
    const document = await fa3(SELLER);
    assert.deepEqual(document.within('Fa/Podmiot1K/DaneIdentyfikacyjne'), ['NIP 5260250274', 'Nazwa Wisła']);
    assert.deepEqual(document.within('Fa/Podmiot1K/Adres').slice(0, 2), [
      'KodKraju PL',
      'AdresL1 ul. Stara 1',
    ]);
    assert.equal(document.said('Fa/P_15'), '0.00');
    assert.equal(document.said('Fa/FaWiersz/P_7'), undefined);
  });

  it('may be the buyer; a single one needs no link', async () => {
    const document = await fa3(BUYER);
    assert.deepEqual(document.within('Fa/Podmiot2K/DaneIdentyfikacyjne'), ['NIP 5842751979', 'Nazwa Bałtyk']);
    assert.equal(document.said('Fa/Podmiot2K/IDNabywcy'), undefined);
    assert.equal(document.said('Podmiot2/IDNabywcy'), undefined);
  });

  it('are joined by links if there are several', async () => {
    const document = await fa3(TWO_BUYERS);
    assert.equal(document.said('Fa/Podmiot2K/IDNabywcy'), '0001 | 0003');
    assert.equal(document.said('Podmiot2/IDNabywcy'), '0001');
    assert.equal(document.said('Podmiot3/IDNabywcy'), '0003');
  });

  it('keep their numbers: a wrong number cannot be corrected', async () => {
    assert.deepEqual(await refused(all(SELLER, set('correction.seller_before.vat_id', 'PL5842751979'))), [
      'correction.seller_before.vat_id',
    ]);
    assert.deepEqual(await refused(all(BUYER, set('correction.buyers_before[0].vat_id', 'PL5265877635'))), [
      'correction.buyers_before[0].vat_id',
    ]);
    assert.deepEqual(
      await refused(all(BUYER, set('correction.buyers_before[0].vat_id', '584 275 19 79'))),
      [],
    );
  });

  for (const [name, edit] of Object.entries({ SELLER, BUYER, TWO_BUYERS }))
    it(`are read completely, and written again unchanged: ${name}`, async () => {
      const text = textOf(await documentOf(edit(polishInvoice())));
      const { invoice, extensions } = readFa3(xmlRoot(text));
      assert.deepEqual(extensions, [], text);
      assert.equal(fa3Xml(fa3Elements(invoice as CompleteInvoice)), text);
    });

  it('are left out of a document of EN 16931, which has lines', async () => {
    const built = await DOCUMENTS.build(parsed(SELLER(germanInvoice())), 'DE-XRECHNUNG', 'xrechnung-ubl');
    assert.ok(!built.ok);
    assert.deepEqual(
      built.findings.map(({ field, related }) => [field, related]),
      [['lines', [{ code: 'BR-16', source: 'EN16931' }]]],
    );
  });
});

describe('an invoice without lines', () => {
  for (const [name, edit] of Object.entries({
    'any invoice': set('lines', []),
    'it states no earlier party': all(DATA, set('correction', { reason: 'x' })),
    'it is not a correction': all(SELLER, set('invoice.type_code', 380)),
  }))
    it(`is refused: ${name}`, () => {
      const read = parseCanonical(edit(polishInvoice()));
      assert.deepEqual(read.ok ? [] : read.findings.map(({ field, term }) => [field, term]), [
        ['lines', 'BG-25'],
      ]);
    });

  it('is refused with a hint if it states no party', () => {
    const { lines: _, ...rest } = polishInvoice();
    const read = parseCanonical(rest);
    assert.deepEqual(withEnglish(read.ok ? [] : read.findings.map(({ message }) => message)), [
      'lines is missing.',
    ]);
  });
});

describeByReference('earlier parties, under the schema of FA(3)', () => {
  it('are valid', async () => {
    const schema = fa3Schema();
    for (const edit of [SELLER, BUYER, TWO_BUYERS]) {
      const { bytes } = await documentOf(edit(polishInvoice()));
      assert.deepEqual(withEnglish(schema.check(bytes)), { kind: 'verdict', findings: [] });
    }
    schema.dispose();
  });
});
