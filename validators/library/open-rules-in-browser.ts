import { InvoiceRules } from './invoice-rules.ts';
import { readIndex } from './read-index.ts';

export * from './types.ts';

/**
 * Opens the rules in a browser. A PDF is not opened there: its layer says that it did not run.
 * @param at the folder with the rules, its address ending with a slash; those beside this module if left out.
 */
export async function openRules(at: URL = new URL('./rules/', import.meta.url)): Promise<InvoiceRules> {
  const { index, load } = await readIndex(at);
  return new InvoiceRules(index, { load });
}
