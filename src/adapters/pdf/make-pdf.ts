import type { Page } from '../../domain/page/page.ts';
import { drawPage } from './draw-page.ts';
import type { HybridFacts } from './metadata.ts';
import { PdfFile } from './pdf-file.ts';

/** The invoice as machines read it, which lies in the file. */
export interface Embedded extends HybridFacts {
  readonly bytes: Uint8Array;
}

const PRODUCER = 'Invoice Delivery Service';
/** Of an invoice that says no day. */
const NO_DAY = '2000-01-01';

/** A file that is PDF/A-3a and PDF/UA-1; of the same page the same bytes. */
export async function makePdf(page: Page, embedded?: Embedded): Promise<Uint8Array> {
  const { title, author, language, issueDate = NO_DAY } = page;
  const created = new Date(`${issueDate}T00:00:00Z`);
  const file = new PdfFile({ title, author, language, created, producer: PRODUCER, hybrid: embedded });
  drawPage(file, page);
  if (embedded) {
    const { fileName: name, bytes } = embedded;
    file.attach({ name, description: title, bytes }, created);
  }
  return file.end(JSON.stringify(page), embedded?.bytes ?? '');
}
