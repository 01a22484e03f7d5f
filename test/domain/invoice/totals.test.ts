import assert from 'node:assert/strict';
import { computeAmounts } from '../../../src/domain/invoice/totals.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set, without, type Edit, type Json } from '../sample.ts';
import { exactText } from '../../support/exact-text.ts';

const amounts = (edit: Edit) => computeAmounts(parsed(edit(germanInvoice())));

const line = (members: Json): Json => ({
  name: 'x',
  quantity: 1,
  unit: 'C62',
  unit_price: 1,
  vat_category: 'S',
  vat_rate: 19,
  ...members,
});

const lines = (...members: Json[]): Edit => set('lines', members.map(line));

const net = (members: Json): string => exactText(amounts(lines(members)).lines[0]!.netAmount);

const totals = (edit: Edit): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts(edit).totals).map(([name, value]) => [name, exactText(value)]));

const groups = (edit: Edit) =>
  amounts(edit).vatGroups.map(
    ({ category, rate, taxableAmount, taxAmount }) =>
      `${category} ${rate?.toString() ?? '-'}: ${exactText(taxableAmount)} → ${exactText(taxAmount)}`,
  );

describe('the net amount of a line', () => {
  const VECTORS: [quantity: string, price: string, net: string][] = [
    ['3', '33.333', '100.00'],
    ['7', '0.115', '0.81'],
    ['1', '1.005', '1.01'],
    ['-7', '0.115', '-0.81'],
    ['0', '5', '0.00'],
  ];
  for (const [quantity, unit_price, expected] of VECTORS)
    it(`rounds ${quantity} × ${unit_price} half away from zero to ${expected}`, () =>
      assert.equal(net({ quantity, unit_price }), expected));

  it('divides by the base quantity of the price', () =>
    assert.equal(net({ quantity: '12.5', unit_price: '19.99', price_base_quantity: 100 }), '2.50'));

  it('is exact up to the limits of both numbers', () =>
    assert.equal(
      net({ quantity: '999999999999999.99999999', unit_price: '999999999999999.99999999' }),
      '999999999999999999999980000000.00',
    ));

  it('rounds the product before allowances and charges, which have two decimals', () =>
    assert.equal(
      net({
        quantity: 7,
        unit_price: '0.115',
        allowances: [{ amount: '0.105', reason: 'x' }],
        charges: [{ base: 10, percent: '2.55', reason: 'x' }],
      }),
      // 0.81 − 0.11 + 0.26
      '0.96',
    ));
});

describe('an allowance from base and percentage', () => {
  const allowance = (base: string, percent: string): string =>
    totals(set('allowances', [{ base, percent, reason: 'x', vat_category: 'S', vat_rate: 19 }])).allowances!;

  it('rounds 12.5 % of 19.99 to 2.50', () => assert.equal(allowance('19.99', '12.5'), '2.50'));
  it('follows from the base in the document', () =>
    // 0.01 × 1000 %; without rounding, 0.005 × 1000 % is 0.05.
    assert.equal(allowance('0.005', '1000'), '0.10'));
});

describe('the VAT breakdown', () => {
  it('rounds 19 % of 100.81 to 19.15', () =>
    assert.deepEqual(groups(lines({ unit_price: '100.81' })), ['S 19: 100.81 → 19.15']));

  it('rounds the tax of the group, not of each line', () => {
    const five = Array.from({ length: 5 }, () => ({ unit_price: '0.13' }));
    assert.deepEqual(groups(lines(...five)), ['S 19: 0.65 → 0.12']);
  });

  it('treats 19, 19.0 and 19.00 as one rate', () =>
    assert.deepEqual(groups(lines({ vat_rate: 19 }, { vat_rate: '19.0' }, { vat_rate: '19.00' })), [
      'S 19: 3.00 → 0.57',
    ]));

  it('has one group per category and rate in order of appearance, also of zero', () =>
    assert.deepEqual(
      groups(
        lines(
          { vat_rate: 7 },
          { vat_rate: 19, quantity: 0 },
          { vat_category: 'Z', vat_rate: 0 },
          { vat_rate: 7 },
        ),
      ),
      ['S 7: 2.00 → 0.14', 'S 19: 0.00 → 0.00', 'Z 0: 1.00 → 0.00'],
    ));

  it('has no rate for category O, also with a stated zero', () =>
    assert.deepEqual(groups(lines({ vat_category: 'O', vat_rate: 0 })), ['O -: 1.00 → 0.00']));

  it('counts allowances and charges of the document in their group', () =>
    assert.deepEqual(
      groups(
        all(
          lines({ unit_price: 100 }),
          set('allowances', [{ amount: 10, reason: 'x', vat_category: 'S', vat_rate: 19 }]),
          set('charges', [{ amount: 5, reason: 'x', vat_category: 'S', vat_rate: 7 }]),
        ),
      ),
      ['S 19: 90.00 → 17.10', 'S 7: 5.00 → 0.35'],
    ));
});

describe('the totals', () => {
  it('leave out sums of parts that the invoice does not have', () =>
    assert.deepEqual(totals(lines({ unit_price: 100 })), {
      lines: '100.00',
      withoutVat: '100.00',
      vat: '19.00',
      withVat: '119.00',
      due: '119.00',
    }));

  it('lead from the lines to the amount due', () =>
    assert.deepEqual(
      totals(
        all(
          lines({ unit_price: 100 }),
          set('allowances', [{ base: 100, percent: 10, reason: 'x', vat_category: 'S', vat_rate: 19 }]),
          set('charges', [{ amount: '5.005', reason: 'x', vat_category: 'S', vat_rate: 19 }]),
          set('payment.prepaid_amount', '50.005'),
          set('payment.rounding_amount', '0.01'),
        ),
      ),
      {
        lines: '100.00',
        allowances: '10.00',
        charges: '5.01',
        withoutVat: '95.01',
        vat: '18.05',
        withVat: '113.06',
        prepaid: '50.01',
        rounding: '0.01',
        due: '63.06',
      },
    ));

  it('state the VAT in the VAT currency, from the VAT total', () =>
    assert.equal(
      totals(
        all(
          lines({ unit_price: 100 }),
          set('invoice.vat_currency', 'PLN'),
          set('invoice.vat_exchange_rate', '4.2571'),
        ),
      ).vatInVatCurrency,
      '80.88',
    ));

  it('may be negative', () =>
    assert.equal(totals(all(lines({ quantity: -1, unit_price: '0.005' }), without('payment'))).due, '-0.01'));
});
