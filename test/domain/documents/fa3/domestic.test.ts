import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import type { XsdSchema } from 'en16931-rules/xsd.ts';
import { fa3Schema } from '../../../support/official-schemas.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { textOf } from '../../../support/text-of.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { set } from '../../sample.ts';
import { documentOf, fa3 } from './built.ts';

describe('a domestic invoice as FA(3)', () => {
  it('has the same bytes each time, and no byte order mark', async () => {
    const [first, second] = [await documentOf(polishInvoice()), await documentOf(polishInvoice())];
    assert.deepEqual(first.bytes, second.bytes);
    assert.ok(textOf(first).startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<Faktura '));
    assert.equal(`${first.kind} ${first.syntax} ${first.specification}`, 'fa3 fa3 null');
  });

  it('adds up amounts with one rate, and has the amount due of the canonical invoice', async () => {
    const document = await fa3();
    assert.deepEqual(
      ['P_13_1', 'P_14_1', 'P_13_2', 'P_14_2', 'P_15'].map((name) => document.said(`Fa/${name}`)),
      ['20.00', '4.60', '180.00', '14.40', '219.00'],
    );
  });

  it('names the parties by their NIP', async () => {
    const document = await fa3();
    assert.deepEqual(document.within('Podmiot1/DaneIdentyfikacyjne'), [
      'NIP 5260250274',
      'Nazwa Wisła Narzędzia Sp. z o.o.',
    ]);
    assert.equal(document.said('Podmiot2/DaneIdentyfikacyjne/NIP'), '5842751979');
  });

  it('states quantity, unit, price and rate of each line', async () => {
    const document = await fa3();
    assert.deepEqual(document.within('Fa/FaWiersz').slice(7), [
      'NrWierszaFa 2',
      'P_7 Montaż',
      'P_8A godz.',
      'P_8B 1.5',
      'P_9A 120',
      'P_11 180.00',
      'P_12 8',
    ]);
  });

  it('has the day of issue as its creation day, but none before FA(3) existed', async () => {
    const madeOn = async (day: string) =>
      (await fa3(set('invoice.issue_date', day))).said('Naglowek/DataWytworzeniaFa');
    assert.equal(await madeOn('2026-10-05'), '2026-10-05T00:00:00Z');
    assert.equal(await madeOn('2025-08-31'), '2025-09-01T00:00:00Z');
  });
});

describeByReference('a domestic invoice under the schema of FA(3)', () => {
  let schema: XsdSchema;
  before(() => (schema = fa3Schema()));
  after(() => schema.dispose());

  it('is valid', async () => {
    const { bytes } = await documentOf(polishInvoice());
    assert.deepEqual(withEnglish(schema.check(bytes)), { kind: 'verdict', findings: [] });
  });
});
