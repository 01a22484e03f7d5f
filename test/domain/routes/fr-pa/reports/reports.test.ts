import { english } from '../../../../support/words.ts';
import assert from 'node:assert/strict';
import { checkRoute } from '../../../../../src/domain/routes/check-route.ts';
import type { FrenchEntry } from '../../../../../src/domain/routes/fr-pa/reports/entries.ts';
import { FRENCH_REPORTS } from '../../../../../src/domain/routes/fr-pa/reports/reports.ts';
import { treatmentOf } from '../../../../../src/domain/routes/fr-pa/reports/treatment.ts';
import { frenchInvoice } from '../../../french-sample.ts';
import { parsed } from '../../../parsed.ts';
import { all, type Edit, set, untouched, without } from '../../../sample.ts';
import { abroad, completed, OWN, saleOf, toConsumer, written } from './samples.ts';

const { isReported, isDerived, dayEntries } = FRENCH_REPORTS;

/** `routes/fr-reports`, section 1. */
describe('a sale of a French company', () => {
  const TREATED: Readonly<Record<string, readonly [Edit, string]>> = {
    'to a business in France is an electronic invoice': [untouched, 'e-invoice'],
    'to a business in Réunion is an electronic invoice': [set('buyer.address.country', 'RE'), 'e-invoice'],
    'to a consumer is reported by day': [toConsumer, '10.3'],
    'to a consumer abroad is reported by day': [
      (document) => set('buyer.address.country', 'IT')(toConsumer(document)),
      '10.3',
    ],
    'to a business abroad is reported by itself': [abroad, '10.1'],
    'to a business in Guyane is reported by itself': [set('buyer.address.country', 'GF'), '10.1'],
    'that was reported by the till is an electronic invoice': [
      (document) => set('invoice.business_process', 'B7')(toConsumer(document)),
      'e-invoice',
    ],
    'that the caller calls out of scope is not reported': [
      (document) => set('invoice.notes', ['#BAR#OUTOFSCOPE'])(toConsumer(document)),
      'e-invoice',
    ],
  };
  for (const [title, [edit, treatment]] of Object.entries(TREATED))
    it(title, () => assert.equal(treatmentOf(completed(edit)), treatment));

  it('is reported by us only if the record of the client says so', () => {
    const sale = completed(toConsumer);
    assert.equal(isReported(sale, OWN), true);
    assert.equal(isReported(sale, { ...OWN, reports: 'platform' }), false);
    assert.equal(isReported(sale, { reports: 'own' }), false);
    assert.equal(isReported(sale, undefined), false);
    assert.equal(isReported(completed(), OWN), false);
    assert.equal(isDerived(sale, { ...OWN, reports: 'platform' }), true);
    assert.equal(isDerived(sale, OWN), false);
    assert.equal(isDerived(completed(), { ...OWN, reports: 'platform' }), false);
  });
});

/** CGI, article 290: operations exempt under articles 261 to 261 E are not reported. */
describe('a sale that is exempt under articles 261 to 261 E', () => {
  const exempt = (code: string, line = 0): Edit =>
    all(
      set(`lines[${line}].vat_category`, 'E'),
      set(`lines[${line}].vat_rate`, 0),
      set('vat_exemption', [{ vat_category: 'E', reason: 'Exonération', reason_code: code }]),
    );
  const kindsOf = (...edits: readonly Edit[]) => saleOf(...edits).entries.map((entry) => entry.part);
  const twoLines: Edit = (document) => {
    const [line] = (document as { lines: object[] }).lines;
    return set('lines', [line, { ...line }])(document);
  };

  it('is in no report', () => {
    assert.deepEqual(kindsOf(toConsumer, exempt('VATEX-FR-CGI261-4')), []);
    assert.deepEqual(kindsOf(abroad, exempt('VATEX-FR-CGI261C-1')), []);
  });

  it('leaves the rest of the invoice to the report', () => {
    const { entries } = saleOf(toConsumer, twoLines, exempt('VATEX-FR-CGI261-4', 1));
    assert.deepEqual(
      (entries as readonly FrenchEntry[]).map((one) => (one.kind === '10.3' ? one.category : one.kind)),
      ['goods'],
    );
    assert.deepEqual(kindsOf(abroad, twoLines, exempt('VATEX-FR-CGI261C-1', 1)), ['sales']);
  });

  it('is told from one that is exempt for another reason', () => {
    assert.deepEqual(kindsOf(toConsumer, exempt('VATEX-FR-FRANCHISE')), ['sales']);
    assert.deepEqual(kindsOf(abroad, exempt('VATEX-FR-FRANCHISE')), ['sales']);
  });
});

describe('the early rules of a reported sale', () => {
  const found = (edit: Edit, more: Edit = untouched, defaults: object = OWN) =>
    checkRoute(parsed(more(edit(frenchInvoice()))), 'FR-PA', 'ubl', defaults as Record<string, unknown>).map(
      ({ field, message }) => [field, /\(([^()]*)\)$/.exec(english(message))?.[1]],
    );

  it('take a consumer without an electronic address', () => assert.deepEqual(found(toConsumer), []));
  it('take a business abroad without an electronic address', () => assert.deepEqual(found(abroad), []));

  it('refuse a consumer without an electronic address if it is unknown who reports the sale', () => {
    const ids = [['buyer.endpoint', 'EI-FR-CONSUMER-SALE, BR-FR-12']];
    assert.deepEqual(found(toConsumer, untouched, {}), ids);
  });

  const REFUSED: Readonly<Record<string, readonly [Edit, Edit, field: string]>> = {
    'an invoice number of 21 characters in 2026': [
      abroad,
      set('invoice.number', 'F'.repeat(21)),
      'invoice.number',
    ],
    'a business in the EU without a VAT number': [
      abroad,
      set('buyer', { name: 'Rossi SRL', address: { city: 'Torino', country: 'IT' } }),
      'buyer.vat_id',
    ],
    'a rate that France does not have': [toConsumer, set('lines[0].vat_rate', 19), 'lines[0].vat_rate'],
    'a consumer sale of unknown kind': [toConsumer, without('lines[0].item_kind'), 'lines'],
    'a consumer sale in another currency': [toConsumer, set('invoice.currency', 'USD'), 'invoice.currency'],
    'a corrective invoice to a consumer': [
      toConsumer,
      (document) =>
        set('preceding_invoices', [{ number: 'F-0', issue_date: '2026-10-01' }])(
          set('invoice.type_code', '384')(document),
        ),
      'invoice.type_code',
    ],
  };
  for (const [what, [edit, more, field]] of Object.entries(REFUSED))
    it(`refuse ${what}`, () => assert.deepEqual(found(edit, more), [[field, 'EI-FR-REPORT']]));

  it('take 35 characters of an invoice number from 2027 on', () => {
    const dated = (document: ReturnType<typeof frenchInvoice>) =>
      set('invoice.due_date', '2027-02-01')(set('invoice.issue_date', '2027-01-01')(document));
    assert.deepEqual(
      found(abroad, (document) => dated(set('invoice.number', 'F'.repeat(35))(document))),
      [],
    );
  });
});

describe('a sale to a consumer', () => {
  it('adds its amounts by category and rate to its day, as one transaction', () => {
    const [line] = frenchInvoice()['lines'] as readonly object[];
    const lines = [
      { ...line, item_kind: 'goods' },
      { ...line, item_kind: 'services', unit_price: 5 },
      { ...line, item_kind: 'goods', vat_rate: 5.5 },
      { ...line, item_kind: 'goods', vat_category: 'G', vat_rate: 0 },
    ];
    const { declarant, entries } = saleOf(toConsumer, set('lines', lines));
    assert.deepEqual(declarant, { id: '100000009', name: 'Ateliers du Rhône SAS' });
    const of = { kind: '10.3', part: 'sales', day: '2026-10-05' };
    assert.deepEqual(entries, [
      {
        ...of,
        category: 'goods',
        amounts: [
          { rate: '20', net: '20.00', vat: '4.00' },
          { rate: '5.5', net: '20.00', vat: '1.10' },
        ],
        count: 1,
      },
      { ...of, category: 'services', amounts: [{ rate: '20', net: '10.00', vat: '2.00' }], count: 0 },
      { ...of, category: 'not_taxed', amounts: [{ rate: '0', net: '20.00', vat: '0.00' }], count: 0 },
    ]);
  });

  it('is taken off by a credit note, which is no transaction', () => {
    const credit = saleOf(
      toConsumer,
      set('invoice.type_code', '381'),
      set('preceding_invoices', [{ number: 'F-0', issue_date: '2026-10-01' }]),
    );
    assert.deepEqual(credit.entries, [
      {
        ...{ kind: '10.3', part: 'sales', day: '2026-10-05', category: 'goods', count: 0 },
        amounts: [{ rate: '20', net: '-20.00', vat: '-4.00' }],
      },
    ]);
  });

  it('joins the others of its day and category in the report', () => {
    const xml = written([...saleOf(toConsumer).entries, ...saleOf(toConsumer).entries]);
    assert.equal(xml.split('<Transactions>').length, 2);
    assert.match(xml, /<TaxExclusiveAmount>40.00<\/TaxExclusiveAmount><TaxTotal>8.00</);
    assert.match(xml, /<TransactionsCount>2</);
  });
});

/** `routes/fr-reports`, section 7: distance sales that another country taxes. */
describe('a sale to a consumer that another country taxes', () => {
  const inGermany: Edit = all(toConsumer, set('buyer.address.country', 'DE'));
  const at =
    (...rates: readonly number[]): Edit =>
    (document) =>
      set(
        'lines',
        rates.map((vat_rate) => ({ ...(document['lines'] as object[])[0], vat_rate })),
      )(document);
  const found = (...edits: readonly Edit[]) =>
    checkRoute(parsed(all(...edits)(frenchInvoice())), 'FR-PA', 'ubl', OWN).map(({ field }) => field);
  const sums = (...edits: readonly Edit[]) =>
    [
      ...written(saleOf(...edits).entries).matchAll(
        /<CategoryCode>(\w+)<.*?<TaxExclusiveAmount>([^<]+)<\/TaxExclusiveAmount><TaxTotal>([^<]+)<.*?<TaxPercent>([^<]+)</g,
      ),
    ].map(([, ...facts]) => facts);

  it('keeps its VAT in the invoice, and is TNT1 with the rate 0 and no VAT in the report', () => {
    assert.deepEqual(found(inGermany, at(19)), []);
    assert.deepEqual(sums(inGermany, at(19)), [['TNT1', '20.00', '0.00', '0']]);
    const { lines } = completed(inGermany, at(19));
    assert.deepEqual(
      lines.map(({ vatRate }) => Number(vatRate)),
      [19],
    );
  });

  it('is so with all its rates, also those that France has or had', () => {
    assert.deepEqual(sums(inGermany, at(19, 7)), [['TNT1', '40.00', '0.00', '0']]);
    assert.deepEqual(sums(inGermany, at(7)), [['TNT1', '20.00', '0.00', '0']]);
    assert.deepEqual(sums(all(toConsumer, set('buyer.address.country', 'ES')), at(21, 10)), [
      ['TNT1', '40.00', '0.00', '0'],
    ]);
  });

  it('is so if the goods go abroad', () => {
    const sent = all(toConsumer, set('delivery', { address: { city: 'Köln', country: 'DE' } }), at(19));
    assert.deepEqual([found(sent), sums(sent)], [[], [['TNT1', '20.00', '0.00', '0']]]);
  });

  it('is told from one at a rate of France', () =>
    assert.deepEqual(sums(inGermany, at(20)), [['TLB1', '20.00', '4.00', '20']]));

  it('is none to a business, nor to a consumer in France', () => {
    assert.deepEqual(found(abroad, at(19)), ['lines[0].vat_rate']);
    assert.deepEqual(found(toConsumer, at(19)), ['lines[0].vat_rate']);
  });
});

describe('the totals of a day', () => {
  const totals = {
    day: '2026-10-05',
    category: 'services',
    count: 3,
    amounts: [{ vatRate: '20.00', net: '100.00', vat: '20.00' }],
    isPaid: true,
  };

  it('state sales, and payments if VAT falls due on payment', () => {
    const entries = dayEntries(totals, OWN) as readonly { readonly kind: string }[];
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['10.3', '10.4'],
    );
    assert.match(JSON.stringify(entries[1]), /"amount":"120.00"/);
  });

  it('state no payments of goods, nor of services taxed on debits', () => {
    for (const [own, defaults] of [
      [{ category: 'goods' }, OWN],
      [{}, { ...OWN, vat_on_debits: true }],
    ] as const)
      assert.equal((dayEntries({ ...totals, ...own }, defaults) as { member?: string }).member, 'paid');
  });

  it('are refused with an unknown category or rate', () => {
    const member = (own: object) =>
      (dayEntries({ ...totals, isPaid: false, ...own }, OWN) as { member?: string }).member;
    assert.equal(member({ category: 'mixed' }), 'category');
    const [amount] = totals.amounts;
    assert.equal(member({ amounts: [{ ...amount, vatRate: '19' }] }), 'amounts[0].vat_rate');
    assert.equal(member({ category: 'not_taxed' }), 'amounts[0]');
  });
});

describe('the report', () => {
  it('names platform, declarant and period', () => {
    const xml = written(saleOf(abroad).entries);
    assert.match(xml, /<Sender><Id schemeId="0238">9999<\/Id>/);
    assert.match(xml, /<Issuer><Id schemeId="0002">100000009<\/Id>.*<RoleCode>SE</);
    assert.match(xml, /<StartDate>20261001<\/StartDate><EndDate>20261010</);
    assert.match(xml, /<Buyer><CompanyId schemeId="0223">IT00743110157</);
  });

  it('is of the type RE if it replaces another', () => {
    assert.match(written([], { isReplacement: true }), /<TypeCode>RE</);
    assert.match(written([]), /<TypeCode>IN</);
  });
});
