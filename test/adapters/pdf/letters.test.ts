import assert from 'node:assert/strict';
import { germanInvoice, set } from '../../domain/sample.ts';
import { textOf } from '../../support/pdf/read-pdf.ts';
import { completed, pdfOf } from './sample-pages.ts';

const soldBy = async (name: string): Promise<string> =>
  (await textOf(await pdfOf(completed(set('seller.name', name)(germanInvoice()))))).join('\n');

describe('the text of a page', () => {
  it('has a letter that an earlier page had only with an accent', async () => {
    // The font draws the first letter with the glyph of the second. No other test prints either.
    assert.match(await soldBy('Ӝ'), /Ӝ/);
    assert.match(await soldBy('Ж'), /Ж/);
  });
});
