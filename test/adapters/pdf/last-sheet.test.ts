import assert from 'node:assert/strict';
import { makePdf } from '../../../src/adapters/pdf/make-pdf.ts';
import type { CompleteInvoice } from '../../../src/domain/invoice/en16931.ts';
import { invoicePage } from '../../../src/domain/page/invoice-page.ts';
import { textOf } from '../../support/pdf/read-pdf.ts';
import { completed, withLines } from './sample-pages.ts';

/** The lines of an invoice, without its other parts. */
const linesOnly = (count: number): CompleteInvoice => completed(withLines(count));

/** Letters on the last sheet, without those of its head and foot. */
async function lettersOnLast(invoice: CompleteInvoice): Promise<number> {
  const sheets = await textOf(await makePdf(invoicePage(invoice, { lang: 'de' })));
  return sheets.length === 1 ? Infinity : (sheets.at(-1) ?? '').replaceAll(/\s/g, '').length;
}

describe('the last sheet of a page', () => {
  it('is not left with two lines, whatever the number of lines of the invoice', async function () {
    const short: string[] = [];
    for (let count = 1; count <= 16; count += 1) {
      const letters = await lettersOnLast(linesOnly(count));
      // Two small lines have about 220 letters at most, with head and foot.
      if (letters < 300) short.push(`${count} lines: ${letters} letters`);
    }
    assert.deepEqual(short, []);
  });

  it('is not left with two lines of a long note', async function () {
    const short: string[] = [];
    for (let count = 1; count <= 40; count += 1) {
      const notes = [{ text: 'Ein Satz in einem Hinweis, der eine Zeile hat.\n'.repeat(count) }];
      const letters = await lettersOnLast({ ...linesOnly(3), notes });
      if (letters < 300) short.push(`${count} lines: ${letters} letters`);
    }
    assert.deepEqual(short, []);
  });
});
