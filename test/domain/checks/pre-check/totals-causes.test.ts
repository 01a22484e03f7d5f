import { english } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { compareTotals, parseErpTotals } from '../../../../src/domain/checks/pre-check/erp-totals.ts';
import { computeAmounts } from '../../../../src/domain/invoice/totals.ts';
import { parsed } from '../../parsed.ts';
import { all, germanInvoice, set, type Edit, type Json } from '../../sample.ts';

const priced = (...prices: readonly number[]): Edit => {
  const [line] = germanInvoice()['lines'] as Json[];
  return set(
    'lines',
    prices.map((unit_price) => ({ ...line, quantity: 1, unit_price, allowances: [], vat_rate: 19 })),
  );
};

const hints = (edit: Edit, totals: object): readonly string[] => {
  const stated = parseErpTotals(totals);
  assert.ok(stated.ok);
  const found = compareTotals(stated.totals, computeAmounts(parsed(edit(germanInvoice()))));
  return [...new Set(found.map(({ fixHint = '' }) => english(fixHint)))];
};

describe('the hint about totals of an ERP that differ', () => {
  // Three times 0.13 at 19 %: 0.0247 a line, 0.0741 together.
  const lines = priced(0.13, 0.13, 0.13);
  const computed = { total_without_vat: 0.39, total_vat: 0.07, total_with_vat: 0.46 };

  it('names VAT that is rounded line by line, and BT-114', () => {
    const [hint = '', ...more] = hints(lines, { ...computed, total_vat: 0.06, total_with_vat: 0.45 });
    assert.match(hint, /rounds VAT line by line.*rounding amount \(BT-114\)/);
    assert.deepEqual(more, []);
  });

  it('leads to an invoice that passes, with the amount due of the ERP', () => {
    const rounded = all(lines, set('payment.rounding_amount', -0.01));
    assert.deepEqual(hints(rounded, { ...computed, amount_due: 0.45 }), []);
  });

  for (const [what, edit, totals, expected] of [
    [
      'a cash rounding',
      priced(70),
      { total_without_vat: 70, total_vat: 13.3, total_with_vat: 83.6, amount_due: 83.6 },
      /cash rounding/,
    ],
    [
      'one that the net total contains',
      priced(70),
      { total_without_vat: 70.3, total_vat: 13.3, total_with_vat: 83.6 },
      /cash rounding/,
    ],
    [
      'an early payment discount that lowers VAT',
      priced(100),
      { total_without_vat: 100, total_vat: 18.62, total_with_vat: 118.62 },
      /early payment discount/,
    ],
    [
      'none for a line that is missing',
      priced(70),
      { total_without_vat: 170, total_vat: 32.3, total_with_vat: 202.3 },
      /^Send every line/,
    ],
    [
      'none for VAT that is far too low',
      priced(100),
      { total_without_vat: 100, total_vat: 7, total_with_vat: 107 },
      /^Send every line/,
    ],
  ] as const)
    it(`names ${what}`, () => {
      const [hint = '', ...more] = hints(edit, totals);
      assert.match(hint, expected);
      assert.deepEqual(more, []);
    });
});
