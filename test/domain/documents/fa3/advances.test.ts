import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { readFa3 } from '../../../../src/domain/documents/fa3/read-fa3.ts';
import { fa3Elements } from '../../../../src/domain/documents/fa3/write-fa3.ts';
import { fa3Xml } from '../../../../src/domain/documents/fa3-document.ts';
import { canonicalOf } from '../../../../src/domain/invoice/canonical-of.ts';
import type { CompleteInvoice } from '../../../../src/domain/invoice/en16931.ts';
import { NOT_HELD_OF_ADVANCES } from '../../../../scripts/docs/fa3-page.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { fa3Schema } from '../../../support/official-schemas.ts';
import { REFERENCE_DATA } from '../../../support/reference-data.ts';
import { textOf } from '../../../support/text-of.ts';
import { xmlRoot } from '../../../support/xml-root.ts';
import { existsSync } from 'node:fs';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, type Edit, germanInvoice, type Json, set } from '../../sample.ts';
import { documentOf, fa3, type Fa3 } from './built.ts';

const KSEF_NUMBER = '9999999999-20230908-8BEF280C8D35-4D';

const line = (name: string, unit_price: number | string, vat_rate: number, more: Json = {}): Json => ({
  name,
  quantity: 1,
  unit: 'H87',
  unit_price,
  vat_category: 'S',
  vat_rate,
  ...more,
});
const before = (one: Json): Json => ({ ...one, before_correction: true });
const received = (amount: number | string, date = '2026-10-05'): Edit =>
  set('pl.payments_received', [{ date, amount }]);

/** An order of 10,000.00 at 23 %, of which 3,690.00 were received. */
const ADVANCE: Edit = all(
  set('invoice.type_code', 386),
  set('lines', [line('Maszyna', 10_000, 23, { pl: { gtu: 'GTU_10', annex_15: true } })]),
  received(3690),
);

const CHARGED = { vat_category: 'S', vat_rate: 23, taxable_amount: '3000.00', vat_amount: '690.00' };
/** The rest of the order. */
const FINAL: Edit = all(
  set('lines', [line('Maszyna', 10_000, 23)]),
  set('advance_invoices', [{ number: 'FZ/1', vat_breakdown: [CHARGED] }]),
);

/** The order of the ministry's examples of corrections: a flat and works. */
const CORRECTION: Edit = all(
  set('invoice.type_code', 384),
  set('preceding_invoices', [
    { number: 'FZ2026/02/150', issue_date: '2026-02-15', route_number: KSEF_NUMBER, type_code: 386 },
  ]),
);
const [FLAT, WORKS] = [line('mieszkanie 50m^2', '341666.67', 8), line('usługi dodatkowe', 5000, 23)];

const IN_EUROS: Edit = all(
  set('invoice.currency', 'EUR'),
  set('invoice.vat_currency', 'PLN'),
  set('invoice.vat_exchange_rate', '4.30'),
);
const TWO_RATES = set('pl.payments_received', [
  { date: '2026-10-01', amount: 1230, exchange_rate: '4.00' },
  { date: '2026-10-03', amount: 2460 },
]);

/** An order under a margin scheme: FA(3) states no rate on its lines. */
const MARGIN: Edit = all(
  ADVANCE,
  set('lines', [{ ...line('Obraz', 10_000, 0), vat_category: 'E' }]),
  set('vat_exemption', [{ vat_category: 'E', reason_code: 'VATEX-EU-I' }]),
);

const amounts = (document: Fa3): readonly string[] =>
  document.within('Fa').filter((said) => /^(P_1[345]|P_15ZK|RodzajFaktury)/.test(said));

const refused = async (edit: Edit): Promise<(string | undefined)[]> => {
  const built = await DOCUMENTS.build(parsed(edit(polishInvoice())), 'PL-KSEF', 'fa3');
  return built.ok ? [] : built.findings.map(({ field }) => field);
};

describe('an advance invoice as FA(3)', () => {
  it('bills the received amount, and states the complete order', async () => {
    const document = await fa3(ADVANCE);
    assert.deepEqual(amounts(document), [
      'P_13_1 3000.00',
      'P_14_1 690.00',
      'P_15 3690.00',
      'RodzajFaktury ZAL',
    ]);
    assert.equal(document.said('Fa/FaWiersz/P_7'), undefined);
    assert.equal(document.said('Fa/Zamowienie/WartoscZamowienia'), '12300.00');
    assert.deepEqual(document.within('Fa/Zamowienie/ZamowienieWiersz'), [
      'NrWierszaZam 1',
      'P_7Z Maszyna',
      'P_8AZ szt.',
      'P_8BZ 1',
      'P_9AZ 10000',
      'P_11NettoZ 10000.00',
      'P_11VatZ 2300.00',
      'P_12Z 23',
      'P_12Z_Zal_15 1',
      'GTUZ GTU_10',
    ]);
  });

  it('divides the received amount among the rates in proportion to the order; the last gets the rest', async () => {
    const document = await fa3(
      all(set('invoice.type_code', 386), set('lines', [FLAT, WORKS]), received(20_000)),
    );
    assert.deepEqual(amounts(document).slice(0, 5), [
      'P_13_1 266.56',
      'P_14_1 61.31',
      'P_13_2 18214.94',
      'P_14_2 1457.19',
      'P_15 20000.00',
    ]);
  });

  it('has the day of its payment as day of supply if it differs from the day of issue', async () => {
    const document = await fa3(all(ADVANCE, received(3690, '2026-10-01')));
    assert.equal(document.said('Fa/P_6'), '2026-10-01');
    assert.deepEqual(document.within('Fa/Platnosc').slice(0, 2), ['Zaplacono 1', 'DataZaplaty 2026-10-01']);
    assert.equal((await fa3(ADVANCE)).said('Fa/P_6'), undefined);
  });

  it('names each of several payments', async () => {
    const payments = [
      { date: '2026-10-01', amount: 1230 },
      { date: '2026-10-03', amount: 2460 },
    ];
    const document = await fa3(all(ADVANCE, set('pl.payments_received', payments)));
    assert.equal(document.said('Fa/P_15'), '3690.00');
    assert.equal(document.said('Fa/P_6'), undefined);
    assert.equal(document.said('Fa/ZaliczkaCzesciowa/P_6Z'), '2026-10-01 | 2026-10-03');
    assert.equal(document.said('Fa/ZaliczkaCzesciowa/P_15Z'), '1230.00 | 2460.00');
    assert.equal(document.said('Fa/Platnosc/DataZaplaty'), '2026-10-03');
  });

  it('states its tax in zlotys by the rates of the payments', async () => {
    const abroad = all(
      ADVANCE,
      set('invoice.currency', 'EUR'),
      set('invoice.vat_currency', 'PLN'),
      set('invoice.vat_exchange_rate', '4.30'),
    );
    const one = await fa3(abroad);
    assert.deepEqual([one.said('Fa/P_14_1W'), one.said('Fa/KursWalutyZ')], ['2967.00', '4.3']);
    const two = await fa3(
      all(
        abroad,
        set('pl.payments_received', [
          { date: '2026-10-01', amount: 1230, exchange_rate: '4.00' },
          { date: '2026-10-03', amount: 2460 },
        ]),
      ),
    );
    // 230 × 4.00 + 460 × 4.30
    assert.equal(two.said('Fa/P_14_1W'), '2898.00');
    assert.equal(two.said('Fa/ZaliczkaCzesciowa/KursWalutyZW'), '4 | 4.3');
    assert.equal(two.said('Fa/KursWalutyZ'), undefined);
  });

  it('is refused with members that an advance cannot have', async () => {
    const cases: readonly (readonly [Edit, string])[] = [
      [set('pl', {}), 'pl.payments_received'],
      [received('12300.01'), 'pl.payments_received'],
      [received(-1), 'pl.payments_received'],
      [received(1, '2026-10-06'), 'pl.payments_received[0].date'],
      [set('payment.prepaid_amount', 1), 'payment.prepaid_amount'],
      [set('invoice.period', { start: '2026-10-01', end: '2026-10-31' }), 'invoice.period'],
      [set('lines[0].pl', { procedure: 'I_42' }), 'lines[0].pl.procedure'],
      [
        set('advance_invoices', [{ number: 'FZ/0', vat_breakdown: [CHARGED] }]),
        'advance_invoices[0].vat_breakdown',
      ],
    ];
    for (const [edit, field] of cases) assert.deepEqual(await refused(all(ADVANCE, edit)), [field]);
    const { unit_price, ...rest } = line('Maszyna', 1, 23);
    const withVat = set('lines', [{ ...rest, unit_price_with_vat: unit_price }]);
    assert.deepEqual(await refused(all(ADVANCE, withVat, received(1))), ['lines[0].unit_price_with_vat']);
    assert.deepEqual(await refused(received(1)), ['pl.payments_received']);
  });
});

describe('a final invoice as FA(3)', () => {
  it('states the complete supply, and bills the rest after the advances', async () => {
    const document = await fa3(FINAL);
    assert.deepEqual(amounts(document), [
      'P_13_1 7000.00',
      'P_14_1 1610.00',
      'P_15 8610.00',
      'RodzajFaktury ROZ',
    ]);
    assert.equal(document.said('Fa/FaWiersz/P_11'), '10000.00');
    assert.deepEqual(document.within('Fa/FakturaZaliczkowa'), ['NrKSeFZN 1', 'NrFaZaliczkowej FZ/1']);
  });

  it('names an advance invoice by its KSeF number', async () => {
    const document = await fa3(all(FINAL, set('advance_invoices[0].route_number', KSEF_NUMBER)));
    assert.deepEqual(document.within('Fa/FakturaZaliczkowa'), [`NrKSeFFaZaliczkowej ${KSEF_NUMBER}`]);
  });

  it('bills nothing if all was paid before', async () => {
    const whole = { ...CHARGED, taxable_amount: 10_000, vat_amount: 2300 };
    const document = await fa3(all(FINAL, set('advance_invoices[0].vat_breakdown', [whole])));
    assert.deepEqual(amounts(document).slice(0, 3), ['P_13_1 0.00', 'P_14_1 0.00', 'P_15 0.00']);
  });

  it('is the example of the ministry: a flat of which 30,000.00 were paid before', async () => {
    const document = await fa3(
      all(
        set('lines', [line('mieszkanie 50m^2', 307_500, 8), line('usługi dodatkowe', 4500, 23)]),
        set('advance_invoices', [
          {
            number: 'FZ/1',
            vat_breakdown: [
              { vat_category: 'S', vat_rate: 8, taxable_amount: '27322.41', vat_amount: '2185.79' },
              { vat_category: 'S', vat_rate: 23, taxable_amount: '399.84', vat_amount: '91.96' },
            ],
          },
        ]),
      ),
    );
    assert.deepEqual(amounts(document).slice(0, 5), [
      'P_13_1 4100.16',
      'P_14_1 943.04',
      'P_13_2 280177.59',
      'P_14_2 22414.21',
      'P_15 307635.00',
    ]);
  });

  it('and a correction are refused in euros with rates of payments alone, as an advance is if one has none', async () => {
    const rated = all(
      IN_EUROS,
      set('invoice.vat_exchange_rate', undefined),
      set('invoice.vat_total_in_vat_currency', 100),
      set('lines', [FLAT, WORKS]),
    );
    const payments = set('pl.payments_received', [
      { date: '2026-10-01', amount: 1230, exchange_rate: '4.00' },
    ]);
    const advances = set('advance_invoices', [
      { number: 'FZ/1', vat_breakdown: [{ ...CHARGED, taxable_amount: 1, vat_amount: 0 }] },
    ]);
    const corrected = all(
      CORRECTION,
      set('correction', { amount_before: 20_000 }),
      set('lines', [before(FLAT), FLAT, before(WORKS)]),
    );
    const partly = set('pl.payments_received', [
      { date: '2026-10-01', amount: 1230, exchange_rate: '4.00' },
      { date: '2026-10-03', amount: 2460 },
    ]);
    for (const edit of [
      all(advances, payments),
      all(corrected, payments),
      all(set('invoice.type_code', 386), partly),
    ])
      assert.deepEqual(await refused(all(rated, edit)), ['invoice.vat_exchange_rate']);
    assert.deepEqual(await refused(all(rated, set('invoice.type_code', 386), payments)), []);
  });

  it('is refused if it charges VAT twice', async () => {
    const named = (type_code?: number) =>
      all(
        set('payment.prepaid_amount', 100),
        set('preceding_invoices', [{ number: 'FZ/1', issue_date: '2026-09-01', type_code }]),
      );
    assert.deepEqual(await refused(named(386)), ['payment.prepaid_amount']);
    assert.deepEqual(await refused(named()), []);
    assert.deepEqual(await refused(all(FINAL, set('payment.prepaid_amount', 3690))), [
      'payment.prepaid_amount',
    ]);
    assert.deepEqual(await refused(all(FINAL, set('advance_invoices[0].vat_breakdown', []))), [
      'advance_invoices[0].vat_breakdown',
    ]);
    for (const [member, value] of [
      ['taxable_amount', '10000.01'],
      ['vat_amount', '2300.01'],
      ['vat_rate', 8],
    ] as const)
      assert.deepEqual(
        await refused(all(FINAL, set(`advance_invoices[0].vat_breakdown[0].${member}`, value))),
        ['advance_invoices'],
      );
  });
});

describe('the correction of an advance or final invoice as FA(3)', () => {
  it('is the example of the ministry: another rate, the same payment', async () => {
    const wrong = line('mieszkanie 50m^2', 300_000, 23);
    const document = await fa3(
      all(
        CORRECTION,
        set('lines', [before(wrong), FLAT, before(WORKS), WORKS]),
        set('correction', { reason: 'błędna stawka VAT', effect: 'other_date', amount_before: 20_000 }),
      ),
    );
    assert.deepEqual(amounts(document), [
      'P_13_1 -15993.60',
      'P_14_1 -3678.53',
      'P_13_2 18214.94',
      'P_14_2 1457.19',
      'P_15 0.00',
      'RodzajFaktury KOR_ZAL',
      'P_15ZK 20000.00',
    ]);
    assert.equal(document.said('Fa/Zamowienie/WartoscZamowienia'), '375150.00');
    assert.equal(document.said('Fa/Zamowienie/ZamowienieWiersz/P_9AZ'), '300000 | 341666.67 | 5000 | 5000');
    assert.equal(document.said('Fa/Zamowienie/ZamowienieWiersz/StanPrzedZ'), '1 | 1');
  });

  it('is the example of the ministry: another payment, the same order', async () => {
    const document = await fa3(
      all(
        CORRECTION,
        set('lines', [before(FLAT), FLAT, before(WORKS), WORKS]),
        set('correction', { amount_before: 20_000 }),
        received(10_000),
      ),
    );
    assert.deepEqual(amounts(document).slice(0, 5), [
      'P_13_1 133.28',
      'P_14_1 30.65',
      'P_13_2 9107.47',
      'P_14_2 728.60',
      'P_15 10000.00',
    ]);
    // As in the example: only several payments are listed.
    assert.equal(document.said('Fa/ZaliczkaCzesciowa/P_15Z'), undefined);
  });

  it('reverses the amounts of a credit note without signs', async () => {
    const document = await fa3(
      all(
        CORRECTION,
        set('invoice.type_code', 381),
        set('lines', [before(FLAT), FLAT, before(WORKS), WORKS]),
        set('correction', { amount_before: 20_000 }),
        received(10_000),
      ),
    );
    assert.equal(document.said('Fa/P_15'), '-10000.00');
    assert.equal(document.said('Fa/Zamowienie/ZamowienieWiersz/P_8BZ'), '1 | 1 | 1 | 1');
  });

  it('has an added line with its sign, on a credit note, too', async () => {
    const edit = all(
      CORRECTION,
      set('lines', [WORKS, before(FLAT), FLAT]),
      set('correction', { amount_before: 20_000 }),
    );
    for (const type of [381, 384]) {
      const document = await fa3(all(edit, set('invoice.type_code', type)));
      assert.equal(document.said('Fa/Zamowienie/WartoscZamowienia'), '375150.00');
      assert.equal(
        document.said('Fa/Zamowienie/ZamowienieWiersz/P_11NettoZ'),
        '5000.00 | 341666.67 | 341666.67',
      );
      assert.deepEqual(amounts(document).slice(0, 5), [
        'P_13_1 266.56',
        'P_14_1 61.31',
        'P_13_2 -303.58',
        'P_14_2 -24.29',
        'P_15 0.00',
      ]);
    }
  });

  it('is the example of the ministry: the rest of the final invoice', async () => {
    const [flat, works] = [line('mieszkanie 50m^2', 307_500, 8), line('usługi dodatkowe', 4500, 23)];
    const document = await fa3(
      all(
        set('invoice.type_code', 384),
        set('preceding_invoices', [
          { number: 'FV2026/08/12', issue_date: '2026-08-17', route_number: KSEF_NUMBER },
        ]),
        set('lines', [before(flat), flat, before(works), works]),
        set('correction', { effect: 'original_date', amount_before: 300_000 }),
        set('advance_invoices', [
          {
            number: 'FZ/1',
            route_number: '9999999999-20230908-76B2B580D4DC-80',
            vat_breakdown: [
              { vat_category: 'S', vat_rate: 8, taxable_amount: '-6953.54', vat_amount: '-556.29' },
              { vat_category: 'S', vat_rate: 23, taxable_amount: '-101.76', vat_amount: '-23.41' },
            ],
          },
        ]),
      ),
    );
    assert.deepEqual(amounts(document), [
      'P_13_1 101.76',
      'P_14_1 23.41',
      'P_13_2 6953.54',
      'P_14_2 556.29',
      'P_15 7635.00',
      'RodzajFaktury KOR_ROZ',
      'P_15ZK 300000.00',
    ]);
    assert.equal(document.said('Fa/FaWiersz/StanPrzed'), '1 | 1');
  });

  it('states the amount before, and the earlier order', async () => {
    const lines = set('lines', [before(FLAT), FLAT]);
    assert.deepEqual(await refused(all(CORRECTION, lines)), ['correction.amount_before']);
    const amount = set('correction', { amount_before: 1 });
    assert.deepEqual(await refused(all(CORRECTION, amount, set('lines', [FLAT]))), ['lines']);
    const adjusted = { amount: 1, reason: 'Rabat', vat_category: 'S', vat_rate: 8 };
    for (const member of ['allowances', 'charges'])
      assert.deepEqual(await refused(all(CORRECTION, lines, amount, set(member, [adjusted]))), [member]);
    const of = (type_code?: number) => ({ number: 'F/1', issue_date: '2026-09-01', type_code });
    assert.deepEqual(
      await refused(all(CORRECTION, lines, amount, set('preceding_invoices', [of(386), of()]))),
      ['preceding_invoices[1].type_code'],
    );
    assert.deepEqual(
      await refused(all(CORRECTION, amount, set('preceding_invoices', [of()]), set('lines', [FLAT]))),
      ['correction.amount_before'],
    );
  });
});

describe('the earlier lines of a correction', () => {
  const corrected = (type_code: number): Edit =>
    all(
      set('invoice.type_code', type_code),
      set('preceding_invoices', [{ number: 'FV/1', issue_date: '2026-09-01' }]),
      set('lines', [
        before(
          line('Wiertarka', 100, 23, {
            allowances: [{ amount: 5 }],
            charges: [{ amount: 2, reason: 'Futerał' }],
          }),
        ),
        line('Wiertarka', 80, 23),
        before(line('Młotek', 10, 8)),
      ]),
    );

  it('have their signs, as the later lines do; the sums are the difference', async () => {
    for (const type of [381, 384]) {
      const document = await fa3(corrected(type));
      assert.equal(document.said('Fa/FaWiersz/P_11'), '95.00 | 2.00 | 80.00 | 10.00');
      assert.equal(document.said('Fa/FaWiersz/P_8B'), '1 | 1 | 1');
      assert.equal(document.said('Fa/FaWiersz/StanPrzed'), '1 | 1 | 1');
      assert.deepEqual(amounts(document).slice(0, 5), [
        'P_13_1 -17.00',
        'P_14_1 -3.91',
        'P_13_2 -10.00',
        'P_14_2 -0.80',
        'P_15 -31.71',
      ]);
    }
  });

  it('are allowed only in corrections', async () => {
    assert.deepEqual(await refused(set('lines', [before(line('x', 1, 23)), line('x', 2, 23)])), [
      'lines[0].before_correction',
    ]);
  });
});

describe('advances and earlier lines', () => {
  const DOCUMENTS_OF: Readonly<Record<string, Edit>> = {
    'an advance': ADVANCE,
    'an advance with a rabat, a charge and several payments': all(
      ADVANCE,
      set('lines[0].allowances', [{ amount: 5, reason: 'Rabat' }]),
      set('lines[0].charges', [{ amount: 7, reason: 'Montaż' }]),
      set('lines[0].period', { start: '2026-11-01', end: '2026-11-01' }),
      set('delivery', { date: '2026-11-01' }),
      set('pl.payments_received', [
        { date: '2026-10-01', amount: 1230 },
        { date: '2026-10-03', amount: 2460 },
      ]),
    ),
    'an advance in euros': all(ADVANCE, IN_EUROS, set('lines', [FLAT, WORKS]), TWO_RATES),
    'a correction of an advance in euros at two rates': all(
      CORRECTION,
      IN_EUROS,
      set('lines', [before(FLAT), FLAT, before(WORKS)]),
      set('correction', { amount_before: 20_000 }),
      TWO_RATES,
    ),
    'an advance with an allowance and a charge of the document': all(
      ADVANCE,
      set('lines', [FLAT, WORKS]),
      set('allowances', [{ amount: 100, reason: 'Rabat', vat_category: 'S', vat_rate: 8 }]),
      set('charges', [{ amount: 70, reason: 'Montaż', vat_category: 'S', vat_rate: 23 }]),
    ),
    'an advance in euros at two rates, without VAT': all(
      ADVANCE,
      IN_EUROS,
      set('lines', [{ ...line('Maszyna', 10_000, 0), vat_category: 'Z' }]),
      TWO_RATES,
    ),
    'an advance under a margin scheme': MARGIN,
    'a final invoice': FINAL,
    'a correction of an advance': all(
      CORRECTION,
      set('invoice.type_code', 381),
      set('lines', [before(FLAT), FLAT, before(WORKS)]),
      set('correction', { amount_before: 20_000 }),
      received(10_000, '2026-10-01'),
    ),
    'a correction of an advance with an added line': all(
      CORRECTION,
      set('invoice.type_code', 381),
      set('lines', [WORKS, before(FLAT), FLAT]),
      set('correction', { amount_before: 20_000 }),
      received(10_000, '2026-10-01'),
    ),
    'a correction of two payments of an advance': all(
      CORRECTION,
      set('invoice.type_code', 381),
      set('lines', [before(FLAT), FLAT]),
      set('correction', { amount_before: 20_000 }),
      set('delivery', { date: '2026-11-01' }),
      set('pl.payments_received', [
        { date: '2026-10-01', amount: 100 },
        { date: '2026-10-03', amount: 200 },
      ]),
    ),
    'a correction of a final invoice': all(
      FINAL,
      set('invoice.type_code', 384),
      set('preceding_invoices', [{ number: 'FV/1', issue_date: '2026-09-01' }]),
      set('correction', { amount_before: 8610 }),
      set('lines', [before(line('a', 10, 23, { charges: [{ amount: 1, reason: 'b' }] })), line('a', 12, 23)]),
      set('advance_invoices[0].vat_breakdown', []),
    ),
  };

  for (const [name, edit] of Object.entries(DOCUMENTS_OF))
    it(`are read completely, and written again unchanged: ${name}`, async () => {
      const text = textOf(await documentOf(edit(polishInvoice())));
      const { invoice, extensions } = readFa3(xmlRoot(text));
      assert.deepEqual(extensions, [], text);
      assert.equal(fa3Xml(fa3Elements(invoice as CompleteInvoice)), text);
    });

  /** What is not held would be written otherwise, or not at all. */
  const NOT_HELD: Readonly<
    Record<
      string,
      {
        readonly edit: Edit;
        readonly file?: readonly [RegExp, string];
        readonly left: readonly string[];
        readonly total?: string;
      }
    >
  > = {
    'taxes in zlotys of several rates, without an exchange rate': {
      edit: all(
        CORRECTION,
        IN_EUROS,
        set('lines', [before(FLAT), FLAT, before(WORKS)]),
        set('correction', { amount_before: 20_000 }),
      ),
      left: ['P_14_1W', 'P_14_2W'],
    },
    'taxes in zlotys that are not those of the exchange rate': {
      edit: all(ADVANCE, IN_EUROS, set('lines', [FLAT, WORKS]), TWO_RATES),
      file: [/(?<=<P_14_1W>)[^<]*/, '1.00'],
      left: ['P_14_1W', 'P_14_2W'],
    },
    'the exchange rate of a correction of an advance': {
      edit: all(
        CORRECTION,
        IN_EUROS,
        set('lines', [before(FLAT), FLAT, before(WORKS)]),
        set('correction', { amount_before: 20_000 }),
      ),
      file: [/(?=\s*<Adnotacje>)/, '<KursWalutyZ>4.3</KursWalutyZ>'],
      left: ['KursWalutyZ'],
      total: '-159.18',
    },
    'the exchange rate of an order beside those of its payments': {
      edit: all(ADVANCE, IN_EUROS, TWO_RATES, set('lines', [FLAT, WORKS])),
      file: [/(?=\s*<Adnotacje>)/, '<KursWalutyZ>4.3</KursWalutyZ>'],
      left: ['KursWalutyZ'],
      total: '1176.67',
    },
    'an exchange rate of zlotys': {
      edit: all(
        ADVANCE,
        set('pl.payments_received', [
          { date: '2026-10-01', amount: 1230 },
          { date: '2026-10-03', amount: 2460 },
        ]),
      ),
      file: [/(?<=<P_15Z>1230.00<\/P_15Z>)/, '<KursWalutyZW>4.3</KursWalutyZW>'],
      left: ['ZaliczkaCzesciowa/KursWalutyZW'],
    },
  };

  for (const [name, { edit, file, left, total }] of Object.entries(NOT_HELD))
    it(`are read with what the model does not hold: ${name}`, async () => {
      const text = textOf(await documentOf(edit(polishInvoice())));
      const edited = file ? text.replace(...file) : text;
      assert.equal(edited === text, file === undefined);
      const { invoice, extensions } = readFa3(xmlRoot(edited));
      assert.deepEqual(
        extensions.map(({ path }) => path.replace('/Faktura/Fa/', '')),
        left,
      );
      // The rate of a correction still says how its taxes are shared.
      assert.equal(invoice.totals?.vatInVatCurrency?.toFixed(), total);
    });

  it('are read with what the model does not hold: the page of FA(3) names each element, and no other', () => {
    const left = Object.values(NOT_HELD).flatMap((one) => one.left.map((path) => `Fa/${path}`));
    assert.deepEqual([...new Set(left)].sort(), Object.keys(NOT_HELD_OF_ADVANCES).sort());
  });

  it('are converted to JSON with the amounts that the advances charged', async () => {
    const adjusted = (amount: number): Json => ({ amount, reason: 'a', vat_category: 'S', vat_rate: 23 });
    const free = (name: string, vat_category: string): Json => ({ ...line(name, 100, 0), vat_category });
    const withVat = ({ unit_price, ...one }: Json): Json => ({ ...one, unit_price_with_vat: unit_price });
    const of = (type: number): Edit =>
      all(
        set('invoice.type_code', type),
        set('preceding_invoices', [{ number: 'FV/1', issue_date: '2026-09-01' }]),
        set('correction', { amount_before: 8610 }),
      );
    const edits: readonly Edit[] = [
      FINAL,
      all(FINAL, set('allowances', [adjusted(100)]), set('charges', [adjusted(70)])),
      all(
        FINAL,
        set('lines', [line('a', 10_000, 23), free('b', 'Z'), free('c', 'O')]),
        set('advance_invoices[0].vat_breakdown', [
          CHARGED,
          { ...CHARGED, vat_category: 'O', vat_rate: 0, taxable_amount: 10, vat_amount: 0 },
        ]),
      ),
      all(FINAL, set('lines', [withVat(line('a', '4999.99', 23)), withVat(line('b', '4999.99', 23))])),
      all(FINAL, of(381), set('lines', [before(line('a', 12_000, 23)), line('a', 10, 23)])),
      all(ADVANCE, set('advance_invoices', [{ number: 'FZ/1' }])),
      // Nothing was charged in a category whose sum is below zero.
      all(FINAL, set('allowances', [{ ...adjusted(5), vat_category: 'G', vat_rate: 0 }])),
      all(ADVANCE, IN_EUROS, TWO_RATES, set('lines', [FLAT, WORKS])),
      // The sum of the other rate is zero.
      all(
        CORRECTION,
        IN_EUROS,
        set('preceding_invoices[0].type_code', 380),
        set('lines', [before(FLAT), FLAT, before(WORKS), { ...WORKS, unit_price: 5100 }]),
      ),
      MARGIN,
    ];
    for (const edit of edits) {
      const text = textOf(await documentOf(edit(polishInvoice())));
      const json = canonicalOf(readFa3(xmlRoot(text)).invoice);
      const again = await DOCUMENTS.build(parsed(json), 'PL-KSEF', 'fa3');
      assert.ok(again.ok, JSON.stringify(again));
      assert.equal(textOf(again.document), text);
    }
  });

  it('are read with an allowance of another amount as a line', async () => {
    const adjusted = { amount: 100, reason: 'Rabat', vat_category: 'S', vat_rate: 8 };
    const edit = all(ADVANCE, set('lines', [FLAT]), set('allowances', [adjusted]));
    const text = textOf(await documentOf(edit(polishInvoice())));
    const read = (file: string) => readFa3(xmlRoot(file)).invoice;
    assert.equal(read(text).allowances?.length, 1);
    const other = read(text.replace('>-100.00<', '>-90.00<'));
    assert.deepEqual([other.allowances?.length, other.lines?.length], [0, 2]);
  });

  it('are valid under the schema of the ministry', async function () {
    if (!existsSync(REFERENCE_DATA)) this.skip();
    const schema = fa3Schema();
    for (const edit of Object.values(DOCUMENTS_OF)) {
      const { bytes } = await documentOf(edit(polishInvoice()));
      assert.deepEqual(withEnglish(schema.check(bytes)), { kind: 'verdict', findings: [] });
    }
    schema.dispose();
  });

  it('are not part of a document of EN 16931', async () => {
    const cases: readonly (readonly [Edit, string])[] = [
      [set('lines[0].before_correction', true), 'lines[0].before_correction'],
      [set('advance_invoices', [{ number: 'A' }]), 'advance_invoices[0]'],
      [received(1), 'pl.payments_received'],
      [set('correction', { amount_before: 1 }), 'correction.amount_before'],
    ];
    for (const [edit, field] of cases) {
      const built = await DOCUMENTS.build(parsed(edit(germanInvoice())), 'DE-XRECHNUNG', 'xrechnung-ubl');
      assert.ok(!built.ok);
      assert.deepEqual(
        built.findings.map((one) => one.field),
        [field],
      );
    }
  });
});
