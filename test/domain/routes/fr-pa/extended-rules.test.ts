import assert from 'node:assert/strict';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { SUB_LINES } from '../../extended-sample.ts';
import { frenchInvoice } from '../../french-sample.ts';
import { parsed } from '../../parsed.ts';
import { all, type Json, set, without } from '../../sample.ts';

const rulesIn = (document: Json, format: 'ubl' | 'cii' | 'facturx'): readonly string[] =>
  checkRoute(parsed(document), 'FR-PA', format).flatMap(({ related = [] }) =>
    related.map(({ code }) => code),
  );

const negative = (line: number) =>
  all(set(`lines[${line}].unit_price`, -10), set(`lines[${line}].gross_price`, -5));

describe('the early rules of EXTENDED-CTC-FR', () => {
  it('take a negative price, as the profile does', () => {
    for (const format of ['ubl', 'cii'] as const) {
      const rules = rulesIn(negative(6)(SUB_LINES), format);
      assert.deepEqual(
        rules.filter((rule) => ['BR-27', 'BR-28'].includes(rule)),
        [],
      );
    }
  });

  it('take the category O beside others, as the profile does', () => {
    const outside = all(
      set('lines[6].vat_category', 'O'),
      without('lines[6].vat_rate'),
      set('lines[6].vat_exemption_reason', 'Hors champ'),
    );
    for (const format of ['ubl', 'cii'] as const) assert.deepEqual(rulesIn(outside(SUB_LINES), format), []);
  });

  it('have one id for a charge without a reason in CII, as the profile does, and two in UBL', () => {
    const unreasoned = all(
      set('charges', [{ amount: 1, vat_category: 'S', vat_rate: 20 }]),
      set('lines[6].charges', [{ amount: 1 }]),
    );
    const findings = (format: 'ubl' | 'cii') =>
      checkRoute(parsed(unreasoned(SUB_LINES)), 'FR-PA', format).map(
        ({ field, related = [] }) =>
          `${field} ${related.map(({ code, source }) => `${source} ${code}`).join(', ')}`,
      );
    assert.deepEqual(findings('ubl'), [
      'charges[0].reason EN16931 BR-38, EN16931 BR-CO-22',
      'lines[6].charges[0].reason EN16931 BR-44, EN16931 BR-CO-24',
    ]);
    assert.deepEqual(findings('cii'), [
      'charges[0].reason EXTENDED-CTC-FR BR-FREXT-BR-38',
      'lines[6].charges[0].reason EXTENDED-CTC-FR BR-FREXT-BR-44',
    ]);
  });

  it('take a credit transfer without an account in CII, as the profile does, and refuse it in UBL', () => {
    const document = set('payment', { means_code: '30' })(SUB_LINES);
    assert.deepEqual([rulesIn(document, 'ubl'), rulesIn(document, 'cii')], [['BR-61'], []]);
    const plain = set('payment', { means_code: '30' })(frenchInvoice());
    assert.deepEqual(rulesIn(plain, 'cii'), ['CII-SR-470']);
  });

  it('are those of EN 16931 where the document is of EN 16931', () => {
    for (const [document, format] of [
      [frenchInvoice(), 'ubl'],
      [frenchInvoice(), 'facturx'],
    ] as const) {
      const rules = rulesIn(negative(0)(document), format);
      assert.deepEqual(
        ['BR-27', 'BR-28'].map((rule) => rules.includes(rule)),
        [true, true],
      );
    }
  });
});
