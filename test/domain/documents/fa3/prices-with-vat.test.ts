import assert from 'node:assert/strict';
import { readFa3 } from '../../../../src/domain/documents/fa3/read-fa3.ts';
import { parseCanonical } from '../../../../src/domain/invoice/parse-canonical.ts';
import { computeAmounts } from '../../../../src/domain/invoice/totals.ts';
import { sum } from 'en16931-rules/vocabulary/decimal.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { textOf } from '../../../support/text-of.ts';
import { xmlRoot } from '../../../support/xml-root.ts';
import { parsed } from '../../parsed.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, type Edit, germanInvoice, type Json, set } from '../../sample.ts';
import { documentOf, fa3 } from './built.ts';

const line = (price: number | string, more: Json = {}): Json => ({
  name: 'Kubek',
  quantity: 1,
  unit: 'C62',
  unit_price_with_vat: price,
  vat_category: 'S',
  vat_rate: 23,
  ...more,
});
const lines = (...all: readonly Json[]): Edit => set('lines', all);

/** Fields that every route refuses. */
const refused = (edit: Edit): (string | undefined)[] => {
  const read = parseCanonical(edit(polishInvoice()));
  return read.ok ? [] : read.findings.map(({ field }) => field);
};

describe('prices with VAT in FA(3)', () => {
  it('are P_9B and P_11A; VAT is included in the sum of a rate, never in a line', async () => {
    const document = await fa3(lines(line(500), line(500)));
    assert.deepEqual(
      ['P_13_1', 'P_14_1', 'P_15'].map((name) => document.said(`Fa/${name}`)),
      ['813.01', '186.99', '1000.00'],
    );
    assert.equal(document.said('Fa/FaWiersz/P_9B'), '500 | 500');
    assert.equal(document.said('Fa/FaWiersz/P_11A'), '500.00 | 500.00');
    for (const net of ['P_9A', 'P_11']) assert.equal(document.said(`Fa/FaWiersz/${net}`), undefined);
  });

  it('include the allowances of the line; charges are lines after it', async () => {
    const document = await fa3(
      lines(
        line('12.30', {
          quantity: 10,
          allowances: [{ amount: 3 }],
          charges: [{ amount: '1.50', reason: 'Etui' }],
        }),
      ),
    );
    assert.equal(document.said('Fa/FaWiersz/P_10'), '3.00');
    assert.equal(document.said('Fa/FaWiersz/P_11A'), '120.00 | 1.50');
    assert.equal(document.said('Fa/FaWiersz/P_11'), undefined);
    assert.equal(document.said('Fa/P_15'), '121.50');
    assert.equal(document.said('Fa/P_14_1'), '22.72');
  });

  it('include no VAT in exempt lines and at 0 %', async () => {
    const document = await fa3(
      all(
        lines(
          line(100, { vat_category: 'Z', vat_rate: 0 }),
          line(50, { vat_category: 'E', vat_rate: 0 }),
          line('10.80', { vat_rate: 8 }),
        ),
        set('vat_exemption', [{ vat_category: 'E', reason: 'art. 113 ust. 1 ustawy o VAT' }]),
      ),
    );
    assert.deepEqual(
      document.within('Fa').filter((said) => /^P_1[345]/.test(said)),
      ['P_13_2 10.00', 'P_14_2 0.80', 'P_13_6_1 100.00', 'P_13_7 50.00', 'P_15 160.80'],
    );
  });

  it('change their sign on a credit note, and are per unit with a base quantity', async () => {
    const document = await fa3(
      all(
        set('invoice.type_code', 381),
        set('preceding_invoices', [{ number: 'FV/1', issue_date: '2026-09-01' }]),
        lines(line(246, { quantity: 10, price_base_quantity: 20 })),
      ),
    );
    assert.equal(document.said('Fa/FaWiersz/P_9B'), '12.3');
    assert.equal(document.said('Fa/FaWiersz/P_11A'), '-123.00');
    assert.equal(document.said('Fa/P_13_1'), '-100.00');
  });

  it('lead to lines without VAT that add up to the sum without VAT', () => {
    const invoice = parsed(lines(line('0.01'), line('0.01'), line('0.01'), line('9.97'))(polishInvoice()));
    const { lines: computed, totals } = computeAmounts(invoice);
    assert.equal(sum(computed.map(({ netAmount }) => netAmount)).toFixed(2), '8.13');
    assert.equal(totals.withoutVat.toFixed(2), '8.13');
    assert.equal(totals.withVat.toFixed(2), '10.00');
  });

  it('are read back from a file', async () => {
    const text = textOf(
      await documentOf(lines(line('12.30'), line('5.40', { vat_rate: 8 }))(polishInvoice())),
    );
    const { invoice, extensions } = readFa3(xmlRoot(text));
    assert.deepEqual(extensions, []);
    assert.deepEqual(
      invoice.extensions?.lines?.map(
        ({ withVat }) => `${withVat?.unitPrice?.toFixed()} ${withVat?.amount?.toFixed()}`,
      ),
      ['12.3 12.3', '5.4 5.4'],
    );
    assert.deepEqual(
      invoice.lines?.map(({ netAmount }) => netAmount?.toFixed(2)),
      ['10.00', '5.00'],
    );
  });

  it('are on all lines or on none, without other prices', () => {
    const net = { ...line(1), unit_price: 1, unit_price_with_vat: undefined };
    assert.deepEqual(refused(lines(line(1), net)), ['lines[1].unit_price_with_vat']);
    assert.deepEqual(refused(lines(line(1, { unit_price: 1 }))), ['lines[0].unit_price_with_vat']);
    assert.deepEqual(refused(lines(line(1, { gross_price: 2 }))), ['lines[0].unit_price_with_vat']);
    assert.deepEqual(refused(lines(line(1, { vat_category: 'G', vat_rate: 0 }))), ['lines[0].vat_category']);
    const allowance = { amount: 1, reason: 'Rabat', vat_category: 'S', vat_rate: 23 };
    assert.deepEqual(refused(all(lines(line(1)), set('allowances', [allowance]))), ['allowances']);
  });

  it('or prices without VAT are required: a line without both is refused, together with other errors', () => {
    assert.deepEqual(refused(lines({ ...line(1), unit_price_with_vat: undefined })), ['lines[0].unit_price']);
    const { unit_price_with_vat: _, ...unpriced } = line(1);
    assert.deepEqual(refused(set('lines', [5, unpriced])), ['lines[0]', 'lines[1].unit_price']);
  });

  it('are refused in a document of EN 16931', async () => {
    const invoice = parsed(lines(line(1, { vat_rate: 19 }))(germanInvoice()));
    for (const format of ['xrechnung-ubl', 'xrechnung-cii'] as const) {
      const built = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', format);
      assert.ok(!built.ok);
      assert.deepEqual(
        built.findings.map(({ code, field }) => `${code} ${field}`),
        ['EI-SCHEMA lines[0].unit_price_with_vat'],
      );
    }
  });
});
