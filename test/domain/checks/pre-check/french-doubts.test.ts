import assert from 'node:assert/strict';
import { checkFilePlausibility } from '../../../../src/domain/checks/pre-check/file-plausibility.ts';
import { checkPlausibility } from '../../../../src/domain/checks/pre-check/plausibility.ts';
import { doubtedVat } from '../../../../src/domain/checks/pre-check/vat-of-day.ts';
import { completeInvoice } from '../../../../src/domain/invoice/complete-invoice.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { parsed } from '../../parsed.ts';
import { all, type Edit, set } from '../../sample.ts';

const exempt: Edit = all(set('lines[0].vat_category', 'E'), set('lines[0].vat_rate', 0));
const because = (own: object): Edit =>
  set('vat_exemption', [{ vat_category: 'E', reason: 'Exonération', ...own }]);

describe('an exempt sale of a French seller', () => {
  const found = (...edits: readonly Edit[]) => {
    const invoice = parsed(all(...edits)(frenchInvoice()));
    const file = completeInvoice(invoice, { specification: '', takesProcess: true });
    return [checkPlausibility(invoice, {}), checkFilePlausibility(file)].map((findings) =>
      findings.map(({ code }) => code),
    );
  };
  const ROWS: Readonly<Record<string, readonly [readonly Edit[], readonly string[]]>> = {
    'looks wrong without a code': [[exempt, because({})], ['EI-FR-EXEMPT-CODE']],
    'is fine with one': [[exempt, because({ reason_code: 'VATEX-FR-FRANCHISE' })], []],
    'is not one that is taxed': [[], []],
    'looks wrong in Martinique': [
      [exempt, because({}), set('seller.address.country', 'MQ')],
      ['EI-FR-EXEMPT-CODE'],
    ],
    'is none of a seller elsewhere': [[exempt, because({}), set('seller.address.country', 'BE')], []],
  };
  for (const [title, [edits, finds]] of Object.entries(ROWS))
    it(title, () =>
      assert.deepEqual(
        found(...edits).map((codes) => codes.filter((code) => code !== 'EI-IBAN-COUNTRY')),
        [finds, finds],
      ),
    );
});

describe('the VAT in the totals of a day', () => {
  const found = (net: string, vat: string, vatRate = '20.00', count?: number) =>
    doubtedVat(
      [
        { vatRate: '5.50', net: '100.00', vat: '5.50' },
        { vatRate, net, vat },
      ],
      count,
    ).map(({ code, field }) => `${code} ${field}`);
  const WRONG = ['EI-VAT-OF-DAY amounts[1].vat'];

  it('looks wrong if the rate makes another of the net amount', () => {
    assert.deepEqual(found('100.00', '30.00'), WRONG);
    assert.deepEqual(found('100.00', '0.00'), WRONG);
    assert.deepEqual(found('100.00', '-20.00'), WRONG);
    assert.deepEqual(found('-100.00', '-30.00'), WRONG);
    assert.deepEqual(found('100.00', '20.30', '20.00', 1), WRONG);
  });

  it('is rounded for each sale', () => {
    assert.deepEqual(found('100.00', '20.00'), []);
    assert.deepEqual(found('100.00', '20.15'), []);
    assert.deepEqual(found('1000.00', '203.00', '20.00', 80), []);
    assert.deepEqual(found('0.00', '0.00'), []);
  });
});
