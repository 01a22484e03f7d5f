import assert from 'node:assert/strict';
import { applyPatch } from '../../../src/console/app/source/json-patch.ts';
import { remediesFor } from '../../../src/console/pages/repair/remedies.ts';
import { example } from '../../support/erp.ts';

const schema = (field: string) => ({ code: 'EI-SCHEMA', field });

/** The plain example with one member changed. */
function withMember(path: string, value: unknown): string {
  const document = JSON.parse(JSON.stringify(example('plain').document)) as Record<string, unknown>;
  const names = path.split('.');
  const around = names.slice(0, -1).reduce<Record<string, unknown>>((inner, name) => {
    return inner[name] as Record<string, unknown>;
  }, document);
  around[names.at(-1)!] = value;
  return JSON.stringify({ document }, undefined, 2);
}

const offersFor = (text: string, finding: Parameters<typeof remediesFor>[1]) =>
  remediesFor(text, finding).map(({ kind, value }) => `${kind} ${value}`.trim());

describe('the remedies of a finding', () => {
  for (const [stated, offers] of [
    ['1.234,56', ['use 1234.56']],
    ['12,5', ['use 12.5']],
    ['1,234', []],
    ['1.234,567', ['use 1234.567']],
    ['twelve', []],
  ] as const)
    it(`of a price written ${stated}: ${offers.join() || 'none, because it cannot be known'}`, () => {
      const text = withMember('lines.0.unit_price', stated);
      assert.deepEqual(offersFor(text, schema('lines[0].unit_price')), offers);
    });

  for (const [stated, offers] of [
    ['05.10.2026', ['use 2026-10-05']],
    ['5.1.2026', ['use 2026-01-05']],
    ['31.02.2026', []],
    ['05/10/2026', []],
    ['20261005', ['use 2026-10-05']],
  ] as const)
    it(`of a date written ${stated}: ${offers.join() || 'none'}`, () => {
      assert.deepEqual(
        offersFor(withMember('invoice.issue_date', stated), schema('invoice.issue_date')),
        offers,
      );
    });

  it('are looked for once in a text', () => {
    const [text, finding] = [withMember('seller.vat_id', '281457638'), schema('seller.vat_id')];
    assert.equal(remediesFor(text, finding), remediesFor(text, finding));
    assert.notEqual(remediesFor(`${text} `, finding), remediesFor(text, finding));
  });

  it('of a VAT number without country are its seller’s country', () => {
    assert.deepEqual(offersFor(withMember('seller.vat_id', '281457638'), schema('seller.vat_id')), [
      'use DE281457638',
    ]);
  });

  it('of a total are the patch of the service, as long as it fits, or to leave it out', () => {
    const text = JSON.stringify({ ...example('plain'), erp_totals: { total_vat: 169.51 } }, undefined, 2);
    const finding = {
      code: 'EI-TOTALS-MISMATCH',
      field: 'erp_totals.total_vat',
      patch: [{ op: 'replace' as const, path: '/erp_totals/total_vat', value: '169.50' }],
    };
    assert.deepEqual(offersFor(text, finding), ['use 169.50', 'leave-out']);
    const corrected = applyPatch(text, remediesFor(text, finding)[0]!.operations);
    assert.equal(
      (JSON.parse(corrected) as { erp_totals: { total_vat: string } }).erp_totals.total_vat,
      '169.50',
    );
    const without = text.replace('total_vat', 'vat');
    assert.deepEqual(offersFor(without, finding), []);
  });

  it('of a misspelt name are the name that is meant', () => {
    const text = '{\n  "document": {\n    "invoice": { "isue_date": "2026-10-05" }\n  }\n}';
    const finding = {
      ...schema('invoice.isue_date'),
      fix_hint: 'Is issue_date meant? The fields here are …',
    };
    const [remedy] = remediesFor(text, finding);
    assert.equal(applyPatch(text, remedy!.operations), text.replace('isue_date', 'issue_date'));
  });

  it('do not exist where the right value cannot be known', () => {
    const text = withMember('payment.iban', 'DE02 1203 0000 0000 2020 15');
    assert.deepEqual(offersFor(text, { code: 'EI-ID-IBAN', field: 'payment.iban' }), []);
  });
});
