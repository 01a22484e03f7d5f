import assert from 'node:assert/strict';
import { fa3Elements } from '../../../../src/domain/documents/fa3/write-fa3.ts';
import { type Fa3Reading, readFa3 } from '../../../../src/domain/documents/fa3/read-fa3.ts';
import { fa3Xml } from '../../../../src/domain/documents/fa3-document.ts';
import type { CompleteInvoice } from '../../../../src/domain/invoice/en16931.ts';
import { textOf } from '../../../support/text-of.ts';
import { xmlRoot } from '../../../support/xml-root.ts';
import { PolishGenerator } from '../../generated-polish.ts';
import { polishInvoice } from '../../polish-sample.ts';
import { all, set, without } from '../../sample.ts';
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

  it('has Kosovo by the code of the ministry, and is read with that of EN 16931', async () => {
    const edit = all(
      set('buyer.address.country', '1A'),
      without('buyer.vat_id'),
      set('buyer.tax_number', '330123456'),
    );
    const text = textOf(await documentOf(edit(polishInvoice())));
    assert.deepEqual(text.match(/<KodKraju>XK</g)?.length, 2, text);
    const reading = read(text);
    assert.deepEqual(reading.extensions, [], text);
    assert.equal(reading.invoice.buyer?.address?.country, '1A');
    assert.equal(written(reading), text);
  });

  it('is read with members that no other document has', async () => {
    const edits = [
      all(
        set('lines[0].vat_rate', 22),
        set('lines[1].vat_rate', 25.5),
        set('pl.one_stop_shop', true),
        without('buyer.vat_id'),
      ),
      all(
        set('invoice.type_code', 381),
        set('preceding_invoices', [{ number: 'FV/9', issue_date: '2026-09-01', type_code: 389 }]),
      ),
      all(
        set('buyer.vat_id', 'DE136695976'),
        set(
          'lines',
          ['land_vehicle', 'vessel', 'aircraft'].map((kind, index) => ({
            ...{ name: 'x', quantity: 1, unit: 'C62', unit_price: 1, vat_category: 'K', vat_rate: 0 },
            pl: {
              new_transport: [
                { kind, first_used: '2026-09-01', usage: '3', number: 'A1' },
                {
                  ...{ kind, first_used: '2026-09-02', usage: '4', make: 'B', year: '2026', number: 'A2' },
                  ...(index === 0 && { number_kind: 'frame', type: 'T' }),
                },
              ],
            },
          })),
        ),
        set('pl.export_document', true),
      ),
      set('pl', {
        ...{ excise_refund: true, seller_eori: 'PL1', buyer_eori: 'PL2', seller_status: 'bankruptcy' },
        ...{ payment_link: 'https://pay.example/?IPKSeF=0011a2B3c4D5e', payment_id: '0011a2B3c4D5e' },
        third_parties: [{ role: 'payer', vat_id: 'PL5842751979', eori: 'PL3' }],
      }),
      set('pl.attachment_blocks', [
        { data: [{ key: 'a', value: 'b' }] },
        {
          ...{ heading: 'h', data: [{ key: 'a', value: 'b' }], paragraphs: ['p', 'q'] },
          tables: [
            { columns: [{ type: 'txt' }], rows: [{ cells: [''] }] },
            {
              ...{ data: [{ key: 'c', value: 'd' }], description: 'e' },
              columns: [
                { title: 'x', type: 'dec' },
                { title: 'y', type: 'time' },
              ],
              rows: [{ cells: ['1.5', ''] }, { cells: ['', '12:00'] }],
              totals: ['1.5', ''],
            },
          ],
        },
      ]),
    ];
    for (const edit of edits) {
      const text = textOf(await documentOf(edit(polishInvoice())));
      const reading = read(text);
      assert.deepEqual(reading.extensions, [], text);
      assert.equal(written(reading), text);
    }
  });

  it(`is read completely, and written again unchanged: ${COUNT} documents`, async function () {
    const generator = new PolishGenerator(3);
    for (let count = 0; count < COUNT; count += 1) {
      const text = textOf(await documentOf(generator.next()));
      const reading = read(text);
      assert.deepEqual(reading.extensions, [], text);
      assert.equal(written(reading), text);
    }
  });
});
