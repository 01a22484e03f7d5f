import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { canonicalSteps } from '../../../src/application/checking/canonical-steps.ts';
import { findingsAtOnce } from '../../../src/application/checking/own-layers.ts';
import { canonicalSource, readingOf } from '../../../src/application/checking/subject.ts';
import { explainFindings } from '../../../src/application/catalogue/explain-findings.ts';
import { OWN_CODES } from '../../../src/domain/catalogue/own-codes.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { exportNamed } from '../../support/exports.ts';
import { MAPPINGS } from '../../support/mappings.ts';

const STEPS = canonicalSteps({ documents: DOCUMENTS, log: { error: () => undefined } });
type Row = Record<string, unknown> & { readonly tax_ids: readonly object[] };

/** An export of Odoo whose first line is changed. */
async function findingsOf(change: (row: Row) => object) {
  const chosen = MAPPINGS.choose('erp-b', undefined);
  assert.ok(chosen.ok);
  const { mapping } = chosen;
  const whole = exportNamed('erp-b-invoice') as { readonly invoice_line_ids: readonly Row[] };
  const lines = whole.invoice_line_ids.map((row, n) => (n === 0 ? change(row) : row));
  const exported = readJson(JSON.stringify({ ...whole, invoice_line_ids: lines }));
  assert.ok(exported.ok);
  const reading = readingOf(exported.value, { mapping, settings: mapping.example }, 'DE-XRECHNUNG');
  const source = canonicalSource({ ...reading, format: 'xrechnung-ubl' });
  const { findings } = await findingsAtOnce(STEPS, { route: 'DE-XRECHNUNG', source });
  const catalogue = { find: (code: string) => OWN_CODES.find((entry) => entry.code === code) };
  return explainFindings(findings, catalogue as never, 'mapped');
}

const errorsOf = (findings: Awaited<ReturnType<typeof findingsOf>>) =>
  findings.filter(({ severity }) => severity === 'error');

describe('a value of an export that the mapping refuses', () => {
  for (const [what, change] of [
    [
      'a price with tax',
      (row: Row) => ({ ...row, tax_ids: row.tax_ids.map((tax) => ({ ...tax, price_include: true })) }),
    ],
    [
      'a tax that is no percentage',
      (row: Row) => ({ ...row, tax_ids: row.tax_ids.map((tax) => ({ ...tax, amount_type: 'division' })) }),
    ],
    ['a second tax', (row: Row) => ({ ...row, tax_ids: [...row.tax_ids, ...row.tax_ids] })],
  ] as const)
    it(`has one finding: ${what}`, async () => {
      const errors = errorsOf(await findingsOf(change));
      assert.equal(errors.length, 1, JSON.stringify(errors));
      const [{ field = '', fixHint = '', senderCanFix } = assert.fail()] = errors;
      assert.match(field, /^invoice_line_ids\[0\]\.tax_ids/);
      assert.equal(senderCanFix, undefined);
      assert.doesNotMatch(english(fixHint), /sender/i);
    });

  it('is told as a charge of the line if it is a fixed tax beside VAT', async () => {
    const fixed = { name: 'RECUPEL', amount: 1.5, amount_type: 'fixed', price_include: false };
    const [found] = errorsOf(await findingsOf((row) => ({ ...row, tax_ids: [fixed, ...row.tax_ids] })));
    assert.match(english(found?.fixHint ?? ''), /fixed tax.*charge of the line/);
  });
});
