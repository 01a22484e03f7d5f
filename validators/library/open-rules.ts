import { openFile } from '../pool/opened-file.ts';
import { InvoiceRules } from './invoice-rules.ts';
import { readIndex } from './read-index.ts';

export * from './types.ts';

/**
 * Opens the rules.
 * @param at the folder with the rules, its address ending with a slash; those of the package if left out.
 */
export async function openRules(at: URL = new URL('./rules/', import.meta.url)): Promise<InvoiceRules> {
  const { index, load } = await readIndex(at);
  return new InvoiceRules(index, { load, openPdf: openFile });
}
