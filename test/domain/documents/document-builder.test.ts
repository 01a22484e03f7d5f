import assert from 'node:assert/strict';
import { DocumentBuilder } from '../../../src/domain/documents/document-builder.ts';
import type { Completion } from '../../../src/domain/invoice/completions/completion.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { parsed } from '../parsed.ts';
import { germanInvoice, set } from '../sample.ts';

describe('a builder of documents', () => {
  let completions = 0;
  const completion: Completion = (invoice) => {
    completions += 1;
    return { invoice, remarks: [] };
  };
  const builder = new DocumentBuilder(SYNTAXES, (route) => ({ ...profileOf(route), completion }));
  beforeEach(() => (completions = 0));

  it('prepares an invoice once for its limits, its document, its page and the places of findings', async () => {
    const invoice = parsed(germanInvoice());
    const asked = ['DE-XRECHNUNG', 'xrechnung-ubl'] as const;
    assert.deepEqual(builder.limits(invoice, ...asked), []);
    const built = await builder.build(invoice, ...asked);
    assert.ok(built.ok);
    builder.page(invoice, ...asked);
    builder.places(invoice, ...asked, []);
    assert.equal(completions, 1);
  });

  it('writes each format of an invoice for itself, and the same bytes again', async () => {
    const invoice = parsed(germanInvoice());
    const bytesAs = async (format: 'xrechnung-ubl' | 'xrechnung-cii'): Promise<Uint8Array> => {
      const built = await builder.build(invoice, 'DE-XRECHNUNG', format);
      assert.ok(built.ok);
      return built.document.bytes;
    };
    const [ubl, cii] = [await bytesAs('xrechnung-ubl'), await bytesAs('xrechnung-cii')];
    assert.notDeepEqual(ubl, cii);
    assert.deepEqual([await bytesAs('xrechnung-ubl'), await bytesAs('xrechnung-cii')], [ubl, cii]);
  });

  it('completes each of two invoices', () => {
    for (const number of ['1', '2'])
      builder.limits(parsed(set('invoice.number', number)(germanInvoice())), 'DE-XRECHNUNG', 'xrechnung-ubl');
    assert.equal(completions, 2);
  });
});
