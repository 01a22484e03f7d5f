import { CallFailed } from '../../domain/failures.ts';
import type { PageWriter } from '../../ports/page-writer.ts';
import type { ArchivedPage, Printer, ViewOrder } from '../../ports/printer.ts';
import { NotDrawn } from '../exports/missing-files.ts';

/** How often a page is drawn that is answered busy. */
const MAX_TRIES = 5;

/** The page of an invoice as HTML. If the printer is busy, it is asked again later. @throws NotDrawn */
export async function drawPage(
  order: ViewOrder,
  { printer, pageWriter }: { readonly printer: Pick<Printer, 'archived'>; readonly pageWriter: PageWriter },
): Promise<Pick<ArchivedPage, 'figures'> & { readonly text: string }> {
  for (let tries = 1; ; tries += 1)
    try {
      const { page, figures } = await printer.archived(order);
      return { text: pageWriter.invoice(page), figures };
    } catch (error) {
      const busy = error instanceof CallFailed && error.failure.kind === 'busy' ? error.failure : undefined;
      if (!busy || tries === MAX_TRIES) throw new NotDrawn('the page was not drawn', { cause: error });
      await new Promise((resolve) => void setTimeout(resolve, busy.retryAfterSeconds * 1000));
    }
}
