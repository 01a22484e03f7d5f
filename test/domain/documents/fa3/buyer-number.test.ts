import assert from 'node:assert/strict';
import { all, set, without, type Edit } from '../../sample.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { textOf } from '../../../support/text-of.ts';
import { fa3 } from './built.ts';

const NOTHING = all(without('buyer.vat_id'), without('buyer.tax_number'), without('buyer.company_id'));
const buyer = (members: object, country = 'PL'): Edit =>
  all(
    NOTHING,
    set('buyer.address.country', country),
    ...Object.entries(members).map(([name, value]) => set(`buyer.${name}`, value)),
  );

// routes/pl-ksef.md, 11.1.
const ROWS: [given: string, edit: Edit, identification: string][] = [
  ['a VAT number with PL', buyer({ vat_id: 'PL5842751979' }), 'NIP 5842751979'],
  ['a NIP with dashes', buyer({ vat_id: 'PL 584-275-19-79' }), 'NIP 5842751979'],
  ['a NIP with typographic dashes', buyer({ vat_id: '584–275‑19−79' }), 'NIP 5842751979'],
  ['a NIP with its name', buyer({ vat_id: 'NIP 584-275-19-79' }), 'NIP 5842751979'],
  ['a NIP with name and country', buyer({ tax_number: 'NIP: PL 584 275 19 79' }, 'DE'), 'NIP 5842751979'],
  ['a NIP without PL as VAT number', buyer({ vat_id: '5842751979' }), 'NIP 5842751979'],
  ['a NIP as tax number', buyer({ tax_number: '584-275-19-79' }), 'NIP 5842751979'],
  ['a NIP as company id', buyer({ company_id: '5842751979' }), 'NIP 5842751979'],
  ['a NIP with PL as company id', buyer({ company_id: 'PL5842751979' }, 'DE'), 'NIP 5842751979'],
  ['a KRS', buyer({ company_id: '0000127206' }), 'BrakID 1'],
  ['a REGON', buyer({ company_id: '123456785' }), 'BrakID 1'],
  ['ten digits that are not a valid NIP as company id', buyer({ company_id: '5842751978' }), 'BrakID 1'],
  ['a PESEL', buyer({ tax_number: '44051401359' }), 'BrakID 1'],
  ['a PESEL as company id', buyer({ company_id: '44051401359' }), 'BrakID 1'],
  [
    'one of the Union as tax number',
    buyer({ tax_number: 'DE136695976' }, 'DE'),
    'KodUE DE, NrVatUE 136695976',
  ],
  ['one with signs', buyer({ tax_number: 'de 136.695-976' }, 'DE'), 'KodUE DE, NrVatUE 136695976'],
  ['one of a buyer in Poland', buyer({ tax_number: 'DE136695976' }), 'KodUE DE, NrVatUE 136695976'],
  ['one as company id', buyer({ company_id: 'EL094019245' }, 'GR'), 'KodUE EL, NrVatUE 094019245'],
  ['one of Northern Ireland', buyer({ tax_number: 'XI123456789' }, 'GB'), 'KodUE XI, NrVatUE 123456789'],
  [
    'one with a wrong check digit',
    buyer({ tax_number: 'DE136695977' }, 'DE'),
    'KodKraju DE, NrID DE136695977',
  ],
  ['a register number', buyer({ company_id: 'HRB 84223' }, 'DE'), 'KodKraju DE, NrID HRB 84223'],
  ['a VAT number of the Union', buyer({ vat_id: 'DE136695976' }, 'DE'), 'KodUE DE, NrVatUE 136695976'],
  ['a Greek one', buyer({ vat_id: 'EL094019245' }, 'GR'), 'KodUE EL, NrVatUE 094019245'],
  ['one of Switzerland', buyer({ vat_id: 'CHE123456788' }, 'CH'), 'KodKraju CH, NrID E123456788'],
  ['ten digits of a buyer abroad', buyer({ tax_number: '5842751979' }, 'DE'), 'KodKraju DE, NrID 5842751979'],
  ['nothing in Poland', buyer({}), 'BrakID 1'],
  ['nothing abroad', buyer({}, 'DE'), 'BrakID 1'],
  ['a consumer', buyer({ is_consumer: true }), 'BrakID 1'],
];

describe('the buyer of FA(3)', () => {
  for (const [given, edit, identification] of ROWS)
    it(`is identified by ${given}`, async () => {
      const document = await fa3(edit);
      const inside = document
        .within('Podmiot2/DaneIdentyfikacyjne')
        .filter((one) => !one.startsWith('Nazwa'));
      assert.equal(inside.join(', '), identification);
    });

  it('causes a finding if a NIP has another spelling', async () => {
    const remarks = async (edit: Edit) => {
      const built = await DOCUMENTS.build(parsed(edit(polishInvoice())), 'PL-KSEF', 'fa3');
      assert.ok(built.ok);
      return built.remarks.map(({ code, field }) => `${code} ${field}`);
    };
    assert.deepEqual(await remarks(buyer({ vat_id: 'PL5842751979' })), []);
    assert.deepEqual(await remarks(buyer({ company_id: '5842751979' })), ['EI-ADAPTED buyer.company_id']);
  });

  const PERSONS: [member: string, edit: Edit][] = [
    ['buyer.tax_number', buyer({ tax_number: '44051401359' })],
    ['buyer.tax_number', buyer({ tax_number: '440514-01359' })],
    ['buyer.company_id', buyer({ company_id: '44051401359' })],
    ['buyer.company_id', buyer({ company_id: 'PESEL: 440514 01359' })],
    ['seller.tax_number', set('seller.tax_number', '44051401359')],
    ['seller.company_id', set('seller.company_id', '44051401359')],
    ['payee.company_id', set('payee', { name: 'Jan', company_id: '44051401359' })],
    ['payee.id', set('payee', { name: 'Jan', id: '44051401359' })],
    ['payee.id', set('payee', { name: 'Jan', id: '44051401359', company_id: '5842751979' })],
    [
      'pl.third_parties[0].company_id',
      set('pl.third_parties', [{ role: 'payer', name: 'Jan', company_id: '44051401359' }]),
    ],
  ];
  for (const [member, edit] of PERSONS)
    it(`leaves the number of a person out: ${member}`, async () => {
      const built = await DOCUMENTS.build(parsed(edit(polishInvoice())), 'PL-KSEF', 'fa3');
      assert.ok(built.ok);
      const text = textOf(built.document).replaceAll(/[ -]/g, '');
      assert.ok(!text.includes('44051401359'));
      assert.deepEqual(
        built.remarks.map(({ code, field }) => `${code} ${field}`),
        [`EI-NOT-WRITTEN ${member}`],
      );
    });

  it('writes the number of a payee in another list', async () => {
    const document = await fa3(
      set('payee', { name: 'Firma', company_id: '07643520567', company_id_scheme: '0211' }),
    );
    assert.ok(document.within('Fa/DodatkowyOpis').includes('Wartosc 07643520567'));
  });
});
