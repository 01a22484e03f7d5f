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
