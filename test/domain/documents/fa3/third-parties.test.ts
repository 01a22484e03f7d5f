import assert from 'node:assert/strict';
import { readFa3 } from '../../../../src/domain/documents/fa3/read-fa3.ts';
import { fa3Elements } from '../../../../src/domain/documents/fa3/write-fa3.ts';
import { fa3Xml } from '../../../../src/domain/documents/fa3-document.ts';
import type { CompleteInvoice } from '../../../../src/domain/invoice/en16931.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { textOf } from '../../../support/text-of.ts';
import { xmlRoot } from '../../../support/xml-root.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, set, type Edit } from '../../sample.ts';
import { documentOf, Fa3, fa3 } from './built.ts';

const parties = (...given: readonly object[]): Edit => set('pl.third_parties', given);
const SCHOOL = { role: 'local_government_recipient', name: 'Szkoła', internal_id: '5842751979-00001' };

describe('third parties of FA(3)', () => {
  it('are named by number, name, role and share', async () => {
    const document = await fa3(
      parties(
        { role: 'additional_buyer', name: 'Partner', vat_id: 'DE136695976', share: '12.5' },
        { role: 'other', name: 'Ktoś', description: 'Gwarant' },
      ),
    );
    assert.equal(document.said('Podmiot3/DaneIdentyfikacyjne/NrVatUE'), '136695976');
    assert.equal(document.said('Podmiot3/DaneIdentyfikacyjne/BrakID'), '1');
    assert.equal(document.said('Podmiot3/Rola'), '4');
    assert.equal(document.said('Podmiot3/Udzial'), '12.5');
    assert.equal(document.said('Podmiot3/OpisRoli'), 'Gwarant');
  });

  it('have no address that consists of a country only, which stands beside their number', async () => {
    const document = await fa3(
      parties({ role: 'payer', name: 'X GmbH', company_id: 'HRB 1', address: { country: 'DE' } }),
    );
    assert.equal(document.said('Podmiot3/DaneIdentyfikacyjne/KodKraju'), 'DE');
    assert.deepEqual(document.within('Podmiot3/Adres'), []);
  });

  it('set JST and GV of the buyer', async () => {
    const marks = async (edit: Edit) => {
      const document = await fa3(edit);
      return [document.said('Podmiot2/JST'), document.said('Podmiot2/GV')];
    };
    assert.deepEqual(await marks(all()), ['2', '2']);
    assert.deepEqual(await marks(parties(SCHOOL)), ['1', '2']);
    assert.deepEqual(await marks(parties({ role: 'vat_group_recipient', vat_id: 'PL5265877635' })), [
      '2',
      '1',
    ]);
  });

  it('may be a factor, with a separate account', async () => {
    const document = await fa3(
      set('payee', { name: 'Faktor S.A.', company_id: '5265877635', is_factor: true }),
    );
    assert.equal(document.said('Podmiot3/DaneIdentyfikacyjne/NIP'), '5265877635');
    assert.equal(document.said('Podmiot3/Rola'), '1');
    assert.equal(document.said('Fa/Platnosc/RachunekBankowy/NrRB'), undefined);
    assert.ok(document.said('Fa/Platnosc/RachunekBankowyFaktora/NrRB'));
  });

  const PAYEES: [number: string, edit: Edit, identification: string[]][] = [
    ['a NIP', set('payee', { name: 'x', company_id: '5265877635' }), ['NIP 5265877635']],
    [
      'a VAT number of the Union',
      set('payee', { name: 'x', company_id: 'DE136695976' }),
      ['KodUE DE', 'NrVatUE 136695976'],
    ],
    ['one as id', set('payee', { name: 'x', id: 'xi 123456789' }), ['KodUE XI', 'NrVatUE 123456789']],
    ['one of Greece', set('payee', { name: 'x', id: 'EL094019245' }), ['KodUE EL', 'NrVatUE 094019245']],
    ['a wrong one', set('payee', { name: 'x', id: 'DE136695977' }), ['NrID DE136695977']],
    ['a register number', set('payee', { name: 'x', company_id: 'HRB 84223' }), ['NrID HRB 84223']],
  ];
  for (const [number, edit, identification] of PAYEES)
    it(`may be a payee with ${number}, which is read again`, async () => {
      const text = textOf(await documentOf(edit(polishInvoice())));
      assert.deepEqual(new Fa3(text).within('Podmiot3/DaneIdentyfikacyjne'), [...identification, 'Nazwa x']);
      const { invoice, extensions } = readFa3(xmlRoot(text));
      assert.deepEqual(extensions, []);
      assert.equal(fa3Xml(fa3Elements(invoice as CompleteInvoice)), text);
    });

  const REFUSED: [it: string, edit: Edit, field: string][] = [
    ['a factor without NIP', set('payee', { name: 'Faktor', is_factor: true }), 'payee.company_id'],
    ['a recipient without NIP', parties({ role: 'recipient', name: 'x' }), 'pl.third_parties[0].vat_id'],
    [
      'two numbers of one party',
      parties({ ...SCHOOL, vat_id: 'PL5842751979' }),
      'pl.third_parties[0].company_id',
    ],
    [
      'an internal number in another form',
      parties({ ...SCHOOL, internal_id: '5842751979' }),
      'pl.third_parties[0].internal_id',
    ],
    [
      'an employee with a number',
      parties({ role: 'employee', name: 'x', vat_id: 'PL5842751979' }),
      'pl.third_parties[0].name',
    ],
    [
      'another role without a description',
      parties({ role: 'other', name: 'x' }),
      'pl.third_parties[0].description',
    ],
    [
      'shares that add up to 100 % without the buyer',
      parties({ role: 'additional_buyer', name: 'x', share: 100 }),
      'pl.third_parties[0].share',
    ],
    ['members of a correction in another invoice', set('correction.reason', 'x'), 'correction'],
  ];
  for (const [name, edit, field] of REFUSED)
    it(`are refused: ${name}`, () => {
      const found = DOCUMENTS.limits(parsed(edit(polishInvoice())), 'PL-KSEF', 'fa3');
      assert.deepEqual(
        found.map((one) => one.field),
        [field],
      );
    });
});

describe('a correction in FA(3)', () => {
  it('states reason, effect and number', async () => {
    const document = await fa3(
      all(
        set('invoice.type_code', 381),
        set('preceding_invoices', [{ number: 'FV/1', issue_date: '2026-09-01' }]),
        set('correction', {
          reason: 'Rabat',
          effect: 'correction_date',
          period: 'wrzesień 2026',
          right_number: 'FV/01',
        }),
      ),
    );
    assert.equal(document.said('Fa/PrzyczynaKorekty'), 'Rabat');
    assert.equal(document.said('Fa/TypKorekty'), '2');
    assert.equal(document.said('Fa/OkresFaKorygowanej'), 'wrzesień 2026');
    assert.equal(document.said('Fa/NrFaKorygowany'), 'FV/01');
  });
});
