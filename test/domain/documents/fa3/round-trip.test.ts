import assert from 'node:assert/strict';
import { fa3Elements } from '../../../../src/domain/documents/fa3/write-fa3.ts';
import { type Fa3Reading, readFa3 } from '../../../../src/domain/documents/fa3/read-fa3.ts';
import { fa3Xml } from '../../../../src/domain/documents/fa3-document.ts';
import type { CompleteInvoice } from '../../../../src/domain/invoice/en16931.ts';
import { textOf } from '../../../support/text-of.ts';
import { xmlRoot } from '../../../support/xml-root.ts';
import { PolishGenerator } from '../../generated-polish.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, set } from '../../sample.ts';
import { documentOf } from './built.ts';

const COUNT = 200;

const read = (text: string): Fa3Reading => readFa3(xmlRoot(text));

/** The document of a model that was read. */
const written = ({ invoice }: Fa3Reading): string => fa3Xml(fa3Elements(invoice as CompleteInvoice));

describe('an FA(3) document of ours', () => {
  it('is read with the category of a triangular transaction', async () => {
    const line = (item_kind: string) => ({
      ...{ name: 'x', quantity: 1, unit: 'C62', unit_price: 100, vat_category: 'AE', vat_rate: 0 },
      item_kind,
    });
    const edit = all(
      set('buyer.vat_id', 'DE136695976'),
      set('lines', [line('goods'), line('services')]),
      set('pl.triangular_simplification', true),
    );
    const text = textOf(await documentOf(edit(polishInvoice())));
    const reading = read(text);
    assert.deepEqual(reading.extensions, [], text);
    assert.deepEqual(
      reading.invoice.vatBreakdown?.map((one) => one?.category),
      ['AE', 'AE'],
    );
  });

  it(`is read completely, and written again unchanged: ${COUNT} documents`, async function () {
    this.timeout(60_000);
    const generator = new PolishGenerator(3);
    for (let count = 0; count < COUNT; count += 1) {
      const text = textOf(await documentOf(generator.next()));
      const reading = read(text);
      assert.deepEqual(reading.extensions, [], text);
      assert.equal(written(reading), text);
    }
  });
});
