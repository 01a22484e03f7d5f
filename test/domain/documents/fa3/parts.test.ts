import assert from 'node:assert/strict';
import { all, set, without, type Edit } from '../../sample.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { fa3 } from './built.ts';

describe('the buyer in FA(3)', () => {
  const unnumbered = without('buyer.vat_id');
  const abroad = (country: string): Edit => set('buyer.address.country', country);
  const ROWS: [name: string, edit: Edit, identification: string[]][] = [
    ['a company of Poland', all(), ['NIP 5842751979']],
    [
      'a company with its NIP as a tax number',
      all(unnumbered, set('buyer.tax_number', '584-275-19-79')),
      ['NIP 5842751979'],
    ],
    ['a company of the Union', set('buyer.vat_id', 'FR40303265045'), ['KodUE FR', 'NrVatUE 40303265045']],
    ['a company of Greece', set('buyer.vat_id', 'EL094019245'), ['KodUE EL', 'NrVatUE 094019245']],
    ['a company of Switzerland', set('buyer.vat_id', 'CHE123456788'), ['KodKraju CH', 'NrID E123456788']],
    [
      'a company without VAT number',
      all(unnumbered, abroad('US'), set('buyer.company_id', '98-7654321')),
      ['KodKraju US', 'NrID 98-7654321'],
    ],
    ['a consumer', unnumbered, ['BrakID 1']],
  ];
  for (const [name, edit, identification] of ROWS)
    it(`is identified as ${name}`, async () => {
      const within = (await fa3(edit)).within('Podmiot2/DaneIdentyfikacyjne');
      assert.deepEqual(within, [...identification, 'Nazwa Bałtyk Budowa S.A.']);
    });
});

describe('a correction as FA(3)', () => {
  const credit = all(
    set('invoice.type_code', 381),
    set('preceding_invoices', [
      { number: 'FV/9', issue_date: '2026-09-01', route_number: '5265877635-20250916-0200A0D6723E-C2' },
      { number: 'FV/8', issue_date: '2026-08-01' },
    ]),
  );

  it('states the amount of a credit note as a negative difference', async () => {
    const document = await fa3(all(credit, set('lines[0].allowances', [{ amount: 1, reason: 'x' }])));
    assert.equal(document.said('Fa/RodzajFaktury'), 'KOR');
    assert.equal(document.said('Fa/FaWiersz/P_8B'), '-2 | -1.5');
    assert.equal(document.said('Fa/FaWiersz/P_9A'), '10 | 120');
    assert.equal(document.said('Fa/FaWiersz/P_10'), '-1.00');
    assert.equal(document.said('Fa/FaWiersz/P_11'), '-19.00 | -180.00');
    assert.equal(document.said('Fa/P_15'), '-217.77');
  });

  it('keeps the signs of a corrected invoice (384)', async () => {
    const document = await fa3(all(credit, set('invoice.type_code', 384)));
    assert.equal(`${document.said('Fa/RodzajFaktury')} ${document.said('Fa/P_15')}`, 'KOR 219.00');
  });

  it('names the corrected invoice, by the KSeF number if there is one', async () => {
    const document = await fa3(credit);
    assert.deepEqual(document.within('Fa/DaneFaKorygowanej'), [
      'DataWystFaKorygowanej 2026-09-01',
      'NrFaKorygowanej FV/9',
      'NrKSeF 1',
      'NrKSeFFaKorygowanej 5265877635-20250916-0200A0D6723E-C2',
      'DataWystFaKorygowanej 2026-08-01',
      'NrFaKorygowanej FV/8',
      'NrKSeFN 1',
    ]);
  });
});

describe('an earlier payment in FA(3)', () => {
  const prepaid = (amount: string, date?: string): Edit =>
    all(set('payment.prepaid_amount', amount), set('payment.prepaid_date', date));

  it('is the complete amount, on a day', async () => {
    const document = await fa3(prepaid('219.00', '2026-10-01'));
    assert.deepEqual(document.within('Fa/Platnosc').slice(0, 2), ['Zaplacono 1', 'DataZaplaty 2026-10-01']);
    assert.equal(document.said('Fa/Rozliczenie/DoZaplaty'), undefined);
  });

  it('is a part, on a day', async () => {
    const document = await fa3(prepaid('19.00', '2026-10-01'));
    assert.equal(document.said('Fa/Platnosc/ZnacznikZaplatyCzesciowej'), '1');
    assert.deepEqual(document.within('Fa/Platnosc/ZaplataCzesciowa'), [
      'KwotaZaplatyCzesciowej 19.00',
      'DataZaplatyCzesciowej 2026-10-01',
    ]);
  });

  it('is subtracted without a day; the rounding counts, too', async () => {
    const document = await fa3(all(prepaid('19.00'), set('payment.rounding_amount', '-0.40')));
    assert.equal(document.said('Fa/Rozliczenie/Odliczenia/Kwota'), '19.00 | 0.40');
    assert.equal(document.said('Fa/Rozliczenie/SumaOdliczen'), '19.40');
    assert.equal(document.said('Fa/Rozliczenie/DoZaplaty'), '199.60');
  });
});

describe('the payment of an FA(3) invoice', () => {
  it('states the means of payment by a code, or in words', async () => {
    const means = async (code: string): Promise<string[]> =>
      (await fa3(set('payment', { means_code: code }))).within('Fa/Platnosc').slice(1);
    assert.deepEqual(await means('10'), ['FormaPlatnosci 1']);
    assert.deepEqual(await means('48'), ['FormaPlatnosci 2']);
    assert.deepEqual(await means('20'), ['FormaPlatnosci 4']);
    assert.deepEqual(await means('58'), ['FormaPlatnosci 6']);
    assert.deepEqual(await means('97'), ['PlatnoscInna 1', 'OpisPlatnosci UNTDID 4461: 97']);
  });

  it('grants a discount for payment in time; other terms are a description', async () => {
    const document = await fa3(set('payment.terms', '#SKONTO#TAGE=14#PROZENT=2.00#\nNa konto'));
    assert.deepEqual(document.within('Fa/Platnosc/Skonto'), [
      'WarunkiSkonta zapłata w ciągu 14 dni',
      'WysokoscSkonta 2.00 %',
    ]);
    assert.equal(document.said('Fa/DodatkowyOpis/Wartosc'), 'Na konto');
  });
});

describe('the day of supply in FA(3)', () => {
  it('is left out if it is the day of issue', async () => {
    const day = async (date: string) => (await fa3(set('delivery.date', date))).said('Fa/P_6');
    assert.equal(await day('2026-10-05'), undefined);
    assert.equal(await day('2026-10-04'), '2026-10-04');
  });

  it('is a period, in addition to the day of delivery', async () => {
    const document = await fa3(
      all(
        set('invoice.period', { start: '2026-09-01', end: '2026-09-30' }),
        set('delivery.date', '2026-09-30'),
      ),
    );
    assert.deepEqual(document.within('Fa/OkresFa'), ['P_6_Od 2026-09-01', 'P_6_Do 2026-09-30']);
    assert.deepEqual(document.within('Fa/DodatkowyOpis'), ['Klucz Data dostawy', 'Wartosc 2026-09-30']);
  });
});

describe('the notes of an FA(3) invoice', () => {
  it('keep their lines, and share the third footer if there are more', async () => {
    const document = await fa3(set('invoice.notes', ['a\nb', 'c', 'd', { subject_code: 'AAI', text: 'e' }]));
    assert.equal(document.said('Stopka/Informacje/StopkaFaktury'), 'a\nb | c | d\n#AAI#e');
  });

  it('are together with the number of the register', async () => {
    const register = async (id: string) =>
      (await fa3(set('seller.company_id', id))).within('Stopka/Rejestry');
    assert.deepEqual(await register('0000123456'), ['KRS 0000123456']);
    assert.deepEqual(await register('012345678'), ['REGON 012345678']);
    assert.deepEqual(await register('HRB 1'), []);
  });
});

describe('a text in FA(3)', () => {
  it('has no invisible blanks', async () => {
    const document = await fa3(set('lines[0].name', ' ab \n c & <d> '));
    assert.equal(document.said('Fa/FaWiersz/P_7'), 'ab c & <d> | Montaż');
  });

  for (const character of [
    '\u007f',
    '\u0082',
    '\u009f',
    '\ufdd0',
    '\ufffe',
    '\uffff',
    '\u{1fffe}',
    '\u{10ffff}',
  ])
    it(`is refused at its field if it has U+${character.codePointAt(0)!.toString(16)}`, async () => {
      const edit = all(set('lines[0].name', `Op\u0139${character}ata`), set('buyer.name', `a${character}`));
      const built = await DOCUMENTS.build(parsed(edit(polishInvoice())), 'PL-KSEF', 'fa3');
      assert.deepEqual(
        built.ok ? [] : built.findings.map(({ code, field, whoFixes }) => [code, field, whoFixes]),
        [
          ['EI-KSEF-CHARACTER', 'buyer.name', 'erp'],
          ['EI-KSEF-CHARACTER', 'lines[0].name', 'erp'],
        ],
      );
    });

  it('may have U+0085, a line end of other systems', async () => {
    assert.equal((await fa3(set('lines[0].name', 'a\u0085b'))).said('Fa/FaWiersz/P_7'), 'a\u0085b | Montaż');
  });
});
