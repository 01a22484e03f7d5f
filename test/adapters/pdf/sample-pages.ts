import { XRECHNUNG } from '../../../src/domain/documents/specifications.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import type { CompleteInvoice } from '../../../src/domain/invoice/en16931.ts';
import { type Besides, invoicePage } from '../../../src/domain/page/invoice-page.ts';
import { makePdf } from '../../../src/adapters/pdf/make-pdf.ts';
import { FULL } from '../../domain/full-sample.ts';
import { parsed } from '../../domain/parsed.ts';
import { all, germanInvoice, set, type Json } from '../../domain/sample.ts';

export const XML = {
  fileName: 'xrechnung.xml',
  version: '3.0',
  conformanceLevel: 'XRECHNUNG',
  bytes: new TextEncoder().encode('<invoice/>'),
} as const;

export const completed = (document: Json): CompleteInvoice => completeInvoice(parsed(document), XRECHNUNG);

export const FULL_INVOICE = completed(FULL);

/** An invoice with this number of lines; each line has its own name. */
export const withLines = (count: number): Json =>
  all(
    set('invoice.number', `R-${count}`),
    set(
      'lines',
      Array.from({ length: count }, (_, at) => ({
        id: String(at + 1),
        name: `Artikel-${at + 1}`,
        description: at % 3 === 0 ? 'mit Zubehör und einer Beschreibung, die etwas länger ist' : undefined,
        quantity: (at % 7) + 1,
        unit: 'H87',
        unit_price: `${(at % 13) + 1}.25`,
        vat_category: 'S',
        vat_rate: at % 5 === 0 ? 7 : 19,
      })),
    ),
  )(germanInvoice());

export const pdfOf = (invoice: CompleteInvoice, besides: Besides = {}): Promise<Uint8Array> =>
  makePdf(invoicePage(invoice, besides), XML);
