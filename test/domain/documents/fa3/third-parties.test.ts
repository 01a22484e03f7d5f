import assert from 'node:assert/strict';
import { DOCUMENTS } from '../../../support/documents.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, set, type Edit } from '../../sample.ts';
import { fa3 } from './built.ts';

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
