import assert from 'node:assert/strict';
import { Decimal, round2, sum } from 'en16931-rules/vocabulary/decimal.ts';
import { all, set, untouched, valueAt, without, type Edit, type Json } from '../../sample.ts';
import { EXEMPTION_REASONS } from '../../../../src/domain/invoice/codes/exemption-reasons.ts';
import { articleOf, codeOfArticle } from '../../../../src/domain/documents/fa3/exemption-articles.ts';
import { fa3 } from './built.ts';

const taxed = (vat_category: string, vat_rate?: number | string): Edit =>
  set('lines', [{ name: 'x', quantity: 1, unit: 'C62', unit_price: 100, vat_category, vat_rate }]);

const EU_BUYER = set('buyer.vat_id', 'DE136695976');
const abroad = set('buyer.vat_id', 'CHE123456788');
const annex15: Edit = set('lines[0].pl', { annex_15: true });
const services = set('lines[0].item_kind', 'services');
const exempt = (more: object): Edit =>
  all(taxed('E', 0), set('vat_exemption', [{ vat_category: 'E', ...more }]));

const correcting = (type: number, corrected: number): Edit =>
  all(
    set('invoice.type_code', type),
    set('preceding_invoices', [{ number: 'FV/9', issue_date: '2026-09-01', type_code: corrected }]),
  );
const oneStopShop = (rate: number): Edit =>
  all(
    taxed('S', rate),
    set('pl.one_stop_shop', true),
    set('buyer.is_consumer', true),
    without('buyer.vat_id'),
  );

const SUM = /^P_1[345]/;

describe('the sums of FA(3)', () => {
  const ROWS: [name: string, edit: Edit, p12: string | undefined, sums: string[]][] = [
    ['23 %', taxed('S', 23), '23', ['P_13_1 100.00', 'P_14_1 23.00', 'P_15 123.00']],
    ['22 %', taxed('S', '22.00'), '22', ['P_13_1 100.00', 'P_14_1 22.00', 'P_15 122.00']],
    ['8 %', taxed('S', 8), '8', ['P_13_2 100.00', 'P_14_2 8.00', 'P_15 108.00']],
    ['7 %', taxed('S', 7), '7', ['P_13_2 100.00', 'P_14_2 7.00', 'P_15 107.00']],
    ['5 %', taxed('S', 5), '5', ['P_13_3 100.00', 'P_14_3 5.00', 'P_15 105.00']],
    ['a taxi at 4 %', taxed('S', 4), '4', ['P_13_4 100.00', 'P_14_4 4.00', 'P_15 104.00']],
    ['a taxi at 3 %', taxed('S', 3), '3', ['P_13_4 100.00', 'P_14_4 3.00', 'P_15 103.00']],
    ['0 % in Poland', taxed('Z', 0), '0 KR', ['P_13_6_1 100.00', 'P_15 100.00']],
    ['a supply into the Union', all(EU_BUYER, taxed('K', 0)), '0 WDT', ['P_13_6_2 100.00', 'P_15 100.00']],
    ['an export', taxed('G', 0), '0 EX', ['P_13_6_3 100.00', 'P_15 100.00']],
    ['an exempt supply', exempt({ reason: 'x' }), 'zw', ['P_13_7 100.00', 'P_15 100.00']],
    ['a supply outside the scope of VAT', taxed('O'), 'np I', ['P_13_8 100.00', 'P_15 100.00']],
    ['a service to the Union', all(EU_BUYER, taxed('AE', 0)), 'np II', ['P_13_9 100.00', 'P_15 100.00']],
    [
      'a service to the Union of category K',
      all(EU_BUYER, taxed('K', 0), services),
      'np II',
      ['P_13_9 100.00', 'P_15 100.00'],
    ],
    [
      // P_13_8: "dostawy towarów oraz świadczenia usług poza terytorium kraju"; P_13_9 is only for services.
      'the goods of a triangular transaction',
      all(EU_BUYER, taxed('AE', 0), set('pl.triangular_simplification', true)),
      'np I',
      ['P_13_8 100.00', 'P_15 100.00'],
    ],
    [
      'a service beside these goods',
      all(EU_BUYER, taxed('AE', 0), services, set('pl.triangular_simplification', true)),
      'np II',
      ['P_13_9 100.00', 'P_15 100.00'],
    ],
    ['domestic reverse charge', taxed('AE', 0), 'oo', ['P_13_10 100.00', 'P_15 100.00']],
    ['a margin', exempt({ reason_code: 'VATEX-EU-F' }), undefined, ['P_13_11 100.00', 'P_15 100.00']],
  ];
  for (const [name, edit, p12, sums] of ROWS)
    it(`have an element for ${name}`, async () => {
      const document = await fa3(edit);
      assert.deepEqual(
        document.within('Fa').filter((one) => SUM.test(one)),
        sums,
      );
      assert.equal(document.said('Fa/FaWiersz/P_12'), p12);
    });

  const FOREIGN: [name: string, rate: number, tax: string, total: string][] = [
    ['a rate that Poland does not have', 19, '19.00', '119.00'],
    ['a rate that Poland has, too', 22, '22.00', '122.00'],
    ['a rate with decimals', 25.5, '25.50', '125.50'],
  ];
  for (const [name, rate, tax, total] of FOREIGN)
    it(`have an element of the one-stop shop for ${name}`, async () => {
      const document = await fa3(oneStopShop(rate));
      assert.deepEqual(
        document.within('Fa').filter((one) => SUM.test(one)),
        ['P_13_5 100.00', `P_14_5 ${tax}`, `P_15 ${total}`],
      );
      assert.equal(document.said('Fa/FaWiersz/P_12'), undefined);
      assert.equal(document.said('Fa/FaWiersz/P_12_XII'), String(rate));
      assert.equal(document.said('Fa/FaWiersz/P_11'), '100.00');
    });

  it('need no exchange rate for the one-stop shop', async () => {
    const document = await fa3(all(oneStopShop(19), set('invoice.currency', 'EUR')));
    assert.equal(document.said('Fa/P_14_5'), '19.00');
  });

  it('add up two rates of one element', async () => {
    const document = await fa3(all(set('lines[0].vat_rate', 7), set('lines[1].vat_rate', 8)));
    assert.deepEqual(
      document.within('Fa').filter((one) => SUM.test(one)),
      ['P_13_2 200.00', 'P_14_2 15.80', 'P_15 215.80'],
    );
  });

  it('distinguish goods from services of one category', async () => {
    const line = { name: 'x', quantity: 1, unit: 'C62', vat_category: 'K', vat_rate: 0 };
    const document = await fa3(
      all(
        EU_BUYER,
        set('lines', [
          { ...line, unit_price: 100, item_kind: 'goods' },
          { ...line, unit_price: 30, item_kind: 'services', charges: [{ amount: 5, reason: 'y' }] },
        ]),
      ),
    );
    assert.deepEqual(
      document.within('Fa').filter((one) => SUM.test(one)),
      ['P_13_6_2 100.00', 'P_13_9 35.00', 'P_15 135.00'],
    );
  });

  it('have the order of the schema, whatever the order of the lines', async () => {
    const [first, second] = [
      { name: 'a', quantity: 1, unit: 'C62', unit_price: 1, vat_category: 'AE', vat_rate: 0 },
      { name: 'b', quantity: 1, unit: 'C62', unit_price: 1, vat_category: 'S', vat_rate: 8 },
    ];
    const document = await fa3(set('lines', [first, second]));
    assert.deepEqual(
      document.within('Fa').flatMap((one) => /^P_13\w+/.exec(one) ?? []),
      ['P_13_2', 'P_13_10'],
    );
  });

  it('agree with the lines if the invoice has charges or allowances', async () => {
    const document = await fa3(
      all(
        set('allowances', [{ amount: 5, reason: 'Rabat', vat_category: 'S', vat_rate: 23 }]),
        set('charges', [{ amount: 3, reason: 'Dostawa', vat_category: 'S', vat_rate: 8 }]),
        set('lines[1].charges', [{ amount: 2, reason: 'Dojazd' }]),
        set('lines[1].allowances', [{ amount: 12, reason: 'Rabat' }]),
      ),
    );
    assert.equal(document.said('Fa/FaWiersz/P_7'), 'Wiertarka | Montaż | Dojazd | Rabat | Dostawa');
    assert.equal(document.said('Fa/FaWiersz/P_11'), '20.00 | 168.00 | 2.00 | -5.00 | 3.00');
    assert.equal(document.said('Fa/FaWiersz/P_10'), '12.00');
    assert.equal(`${document.said('Fa/P_13_1')} ${document.said('Fa/P_13_2')}`, '15.00 173.00');
    assert.equal(document.said('Fa/P_15'), '205.29');
  });
});

describe('tax in zlotys on an FA(3) invoice in another currency', () => {
  const euros = all(
    set('invoice.currency', 'EUR'),
    set('invoice.vat_currency', 'PLN'),
    set('invoice.vat_exchange_rate', '4.3211'),
  );
  const inZlotys = async (edit: Edit): Promise<(string | undefined)[]> => {
    const document = await fa3(edit);
    return [document.said('Fa/P_14_1W'), document.said('Fa/P_14_2W')];
  };

  it('follows from the rate, which is on each line', async () => {
    assert.deepEqual(await inZlotys(euros), ['19.88', '62.22']);
    assert.equal((await fa3(euros)).said('Fa/FaWiersz/KursWaluty'), '4.3211 | 4.3211');
  });

  const before = [{ number: 'FV/9', issue_date: '2026-09-01' }];
  /** The order of one line is 0.85 with VAT. */
  const received: Edit = (document) => {
    const count = Number(valueAt(document, 'lines[0].quantity'));
    return set('pl.payments_received', [{ date: '2026-09-01', amount: (count * 0.61).toFixed(2) }])(document);
  };
  const advance = set('advance_invoices', [
    {
      number: 'FZ/1',
      vat_breakdown: [{ vat_category: 'S', vat_rate: 23, taxable_amount: '0.05', vat_amount: '0.01' }],
    },
  ]);
  const KINDS: Readonly<Record<string, Edit>> = {
    VAT: untouched,
    KOR: all(set('invoice.type_code', 381), set('preceding_invoices', before)),
    ZAL: all(set('invoice.type_code', 386), received),
    ROZ: advance,
    KOR_ROZ: all(
      set('invoice.type_code', 384),
      set('preceding_invoices', before),
      set('correction.amount_before', 5),
      advance,
    ),
    KOR_ZAL: all(correcting(381, 386), set('correction.amount_before', 1), received, (document) =>
      set('lines', [
        ...(document['lines'] as Json[]).map((line) => ({ ...line, quantity: 9, before_correction: true })),
        ...(document['lines'] as Json[]),
      ])(document),
    ),
  };
  for (const [kind, edit] of Object.entries(KINDS))
    it(`is each tax by the rate on an invoice of kind ${kind}`, async () => {
      const apart = new Set<boolean>();
      for (let count = 1; count <= 24; count += 1) {
        const line = (vat_rate: number) => ({
          ...{ name: 'x', quantity: count, unit: 'C62', unit_price: '0.37' },
          ...{ vat_category: 'S', vat_rate },
        });
        const document = await fa3(all(set('lines', [line(23), line(8)]), euros, edit));
        assert.equal(document.said('Fa/RodzajFaktury'), kind);
        const number = (name: string) => new Decimal(document.said(`Fa/${name}`) ?? 0);
        const taxes = ['P_14_1', 'P_14_2'].map(number);
        assert.deepEqual(
          ['P_14_1W', 'P_14_2W'].map((name) => number(name).toFixed(2)),
          taxes.map((tax) => round2(tax.times('4.3211')).toFixed(2)),
        );
        const inZlotys = sum(['P_14_1W', 'P_14_2W'].map(number));
        apart.add(inZlotys.eq(round2(sum(taxes).times('4.3211'))));
      }
      assert.ok(apart.has(false), 'no sum shows the rounding');
    });

  it('adds up to the booked total', async () => {
    assert.deepEqual(await inZlotys(all(euros, set('invoice.vat_total_in_vat_currency', '82.11'))), [
      '19.88',
      '62.23',
    ]);
  });

  it('is not stated in zlotys a second time', async () => {
    assert.deepEqual(await inZlotys(all(euros, set('invoice.currency', 'PLN'))), [undefined, undefined]);
  });
});

describe('the annotations of FA(3)', () => {
  const ROWS: [name: string, edit: Edit, path: string, says: string][] = [
    ['nothing of an ordinary invoice', all(), 'P_18', '2'],
    ['reverse charge', taxed('AE', 0), 'P_18', '1'],
    ['self-billing', set('invoice.type_code', 389), 'P_17', '1'],
    ['self-billing of a credit note for a self-billed invoice', correcting(381, 389), 'P_17', '1'],
    ['self-billing of a correction of a self-billed invoice', correcting(384, 389), 'P_17', '1'],
    ['no self-billing of a correction of another invoice', correcting(384, 380), 'P_17', '2'],
    ['the cash method by code', set('invoice.vat_date_code', 432), 'P_16', '1'],
    ['the cash method by its member', set('pl.cash_accounting', true), 'P_16', '1'],
    ['no cash method by a note', set('invoice.notes', ['Metoda kasowa']), 'P_16', '2'],
    ['split payment by its member', set('pl.split_payment', true), 'P_18A', '1'],
    ['no split payment by a note', set('invoice.notes', ['Mechanizm podzielonej płatności']), 'P_18A', '2'],
    [
      'split payment of annex 15 above 15,000 PLN',
      all(taxed('S', 23), annex15, set('lines[0].quantity', 200)),
      'P_18A',
      '1',
    ],
    ['no split payment of annex 15 below it', annex15, 'P_18A', '2'],
    [
      'no split payment if the caller states so',
      all(taxed('S', 23), annex15, set('lines[0].quantity', 200), set('pl.split_payment', false)),
      'P_18A',
      '2',
    ],
    [
      'the simplified procedure of a triangular transaction',
      all(EU_BUYER, set('pl.triangular_simplification', true)),
      'P_23',
      '1',
    ],
    [
      'reverse charge in a triangular transaction',
      all(EU_BUYER, taxed('AE', 0), set('pl.triangular_simplification', true)),
      'P_18',
      '1',
    ],
    [
      'that the buyer of a triangular transaction pays the VAT of lines that are not subject to it',
      all(EU_BUYER, taxed('O'), set('pl.triangular_simplification', true)),
      'P_18',
      '1',
    ],
    ['reverse charge of a service to a business outside of the Union', all(abroad, taxed('O')), 'P_18', '1'],
    [
      'no reverse charge of goods for such a business',
      all(abroad, taxed('O'), set('lines[0].item_kind', 'goods')),
      'P_18',
      '2',
    ],
    [
      'no reverse charge if the caller states so',
      all(abroad, taxed('O'), set('pl.reverse_charge', false)),
      'P_18',
      '2',
    ],
    [
      'reverse charge of services to a business in the Union',
      all(EU_BUYER, taxed('K', 0), services),
      'P_18',
      '1',
    ],
    [
      'an exemption by the Polish act',
      exempt({ reason: 'art. 43 ust. 1 pkt 18 ustawy' }),
      'Zwolnienie/P_19A',
      'art. 43 ust. 1 pkt 18 ustawy',
    ],
    [
      'an exemption by the directive',
      exempt({ reason_code: 'VATEX-EU-132-1B' }),
      'Zwolnienie/P_19B',
      'art. 132 ust. 1 lit. b dyrektywy 2006/112/WE',
    ],
    ['another exemption', exempt({ reason: 'umowa' }), 'Zwolnienie/P_19C', 'umowa'],
    [
      'an exemption by the law of another country',
      exempt({ reason_code: 'VATEX-FR-FRANCHISE' }),
      'Zwolnienie/P_19C',
      'VATEX-FR-FRANCHISE',
    ],
    ...['VATEX-EU-AE', 'VATEX-EU-G', 'VATEX-EU-IC', 'VATEX-EU-O'].map(
      (code): [string, Edit, string, string] => [
        `no article of the directive for ${code}`,
        exempt({ reason: 'umowa', reason_code: code }),
        'Zwolnienie/P_19C',
        `umowa (${code})`,
      ],
    ),
    ['the margin of travel agents', exempt({ reason_code: 'VATEX-EU-D' }), 'PMarzy/P_PMarzy_2', '1'],
    ['the margin on second-hand goods', exempt({ reason_code: 'VATEX-EU-F' }), 'PMarzy/P_PMarzy_3_1', '1'],
    ['the margin on works of art', exempt({ reason_code: 'VATEX-EU-I' }), 'PMarzy/P_PMarzy_3_2', '1'],
    ['the margin on antiques', exempt({ reason_code: 'VATEX-EU-J' }), 'PMarzy/P_PMarzy_3_3', '1'],
  ];
  for (const [name, edit, path, says] of ROWS)
    it(`state ${name}`, async () => {
      assert.equal((await fa3(edit)).said(`Fa/Adnotacje/${path}`), says);
    });
});

describe('the article that a code of an exemption stands for', () => {
  for (const [code, article] of [
    ['VATEX-EU-79-C', 'art. 79 lit. c'],
    ['VATEX-EU-132', 'art. 132'],
    ['VATEX-EU-135-1', 'art. 135 ust. 1'],
    ['VATEX-EU-143-1FA', 'art. 143 ust. 1 lit. fa'],
    ['VATEX-EU-148-G', 'art. 148 lit. g'],
  ] as const)
    it(`is written in place of ${code}`, async () => {
      const document = await fa3(exempt({ reason_code: code }));
      assert.equal(document.said('Fa/Adnotacje/Zwolnienie/P_19B'), `${article} dyrektywy 2006/112/WE`);
    });

  it('leads back to the code, for each code', () => {
    const codes = [...EXEMPTION_REASONS].filter((code) => articleOf(code) !== undefined);
    assert.deepEqual(
      codes.map((code) => codeOfArticle(articleOf(code)!)),
      codes,
    );
  });

  for (const code of ['VATEX-EU-G', 'VATEX-FR-CGI261-1', 'VATEX-FR-FRANCHISE'])
    it(`is unknown of ${code}`, () => assert.equal(articleOf(code), undefined));
});
