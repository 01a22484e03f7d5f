import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { markIn, readSubmitted } from '../../../src/commands/certify/invoice-number.ts';
import { numbered, example } from '../../support/erp.ts';
import { exampleText } from '../../support/example-file.ts';

const read = (path: string, body: string | Buffer, encoding?: string) =>
  readSubmitted(new URL(path, 'http://kit'), Buffer.from(body), encoding);

describe('the number of an invoice that reaches ids certify', () => {
  it('names a scenario by its ending, with and without the magic part', () => {
    assert.equal(markIn('RE-2026-7-C06-REJECT'), 'C06');
    assert.equal(markIn('RE-2026-7-C06'), 'C06');
    for (const other of ['RE-2026-7', 'C06', 'RE-C06-7x', undefined]) assert.equal(markIn(other), undefined);
  });

  it('is read from canonical JSON, also compressed, and from exports', () => {
    const text = JSON.stringify(numbered(example('plain'), 'RE-1-C01', 'A-1'));
    assert.deepEqual(read('/invoices', text), { number: 'RE-1-C01', invoiceRef: 'A-1' });
    assert.deepEqual(read('/invoices', gzipSync(text), 'gzip'), { number: 'RE-1-C01', invoiceRef: 'A-1' });
    for (const member of ['number', 'name'])
      assert.deepEqual(read('/invoices', JSON.stringify({ connector: 'x', export: { [member]: 'X-C01' } })), {
        number: 'X-C01',
        invoiceRef: 'X-C01',
      });
  });

  for (const [file, number] of [
    ['xrechnung-ubl.xml', />([^<]+)<\/(?:\w+:)?ID>/],
    ['xrechnung-cii.xml', /ExchangedDocument>\s*<\w+:ID>([^<]+)</],
    ['fa3.xml', /P_2>([^<]+)</],
  ] as const)
    it(`is that of the invoice in ${file}, not of another document in it`, () => {
      const text = exampleText(file);
      const [whole, own = ''] = number.exec(text) ?? [];
      const changed = text.replace(whole!, whole!.replace(own, 'RE-7-C03'));
      assert.deepEqual(read('/invoices/xml?route=PL-KSEF&invoice_ref=A-7', changed), {
        number: 'RE-7-C03',
        invoiceRef: 'A-7',
      });
    });

  it('is not that of the invoice that a credit note corrects', () => {
    const note = exampleText('xrechnung-ubl.xml').replace(
      /<cac:AccountingSupplierParty>/,
      '<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>X-C11-REFUSE</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>$&',
    );
    assert.match(note, /C11/);
    const { number } = read('/invoices/xml?invoice_ref=X-C11-REFUSE', note);
    assert.equal(markIn(number), undefined);
  });

  it('is the invoice_ref if the file is a PDF, and nothing if the body is no invoice', () => {
    const pdf = readSubmitted(
      new URL('http://kit/invoices/xml?invoice_ref=X-C05'),
      Buffer.from('%PDF-1.7 …'),
      undefined,
    );
    assert.equal(pdf.number, 'X-C05');
    for (const body of ['', 'null', '[', '{"document":{}}'])
      assert.equal(read('/invoices', body).number, undefined);
  });
});
