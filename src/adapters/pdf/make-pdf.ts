import type { Page } from '../../domain/page/page.ts';
import { drawOnSheets } from './last-sheet.ts';
import type { HybridFacts } from './metadata.ts';
import type { AttachedFile } from '../../ports/printer.ts';
import { type Attachment, PdfFile } from './pdf-file.ts';

/** The XML invoice inside the file. */
export interface Embedded extends HybridFacts {
  readonly bytes: Uint8Array;
}

const PRODUCER = 'Invoice Delivery Service';
/** The date of an invoice without one. */
const NO_DAY = '2000-01-01';

export type PdfPart = 'layout' | 'fonts' | 'attachment' | 'writing';

/**
 * A PDF/A-3a and PDF/UA-1 file; the same page gives the same bytes.
 * @param measure is called after each step.
 */
export function makePdf(
  page: Page,
  embedded?: Embedded,
  measure: (part: PdfPart) => void = () => undefined,
): Promise<Uint8Array> {
  return write(page, embedded ? [ofHybrid(embedded, page)] : [], embedded, measure);
}

/** The same, with files that stand for themselves. */
export const makePdfWith = (page: Page, files: readonly AttachedFile[]): Promise<Uint8Array> =>
  write(
    page,
    files.map((file) => ({ ...file, description: file.name, relationship: 'Supplement' })),
  );

const ofHybrid = ({ fileName: name, bytes }: Embedded, { title: description }: Page): Attachment => ({
  name,
  description,
  mediaType: 'text/xml',
  relationship: 'Alternative',
  bytes,
});

async function write(
  page: Page,
  attachments: readonly Attachment[],
  hybrid?: HybridFacts,
  measure: (part: PdfPart) => void = () => undefined,
): Promise<Uint8Array> {
  const { title, author, language, issueDate = NO_DAY } = page;
  const created = new Date(`${issueDate}T00:00:00Z`);
  const facts = { title, author, language, created, producer: PRODUCER, hybrid };
  const file = drawOnSheets(() => new PdfFile(facts), page);
  measure('layout');
  file.embedFonts();
  measure('fonts');
  for (const attachment of attachments) file.attach(attachment, created);
  measure('attachment');
  const bytes = await file.end(JSON.stringify(page), ...attachments.map((one) => one.bytes));
  measure('writing');
  return bytes;
}
