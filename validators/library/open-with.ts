import { InvoiceRules, type Surroundings } from './invoice-rules.ts';
import { INDEX_FILE, type LoadModule, type RulesIndex } from './rules-index.ts';

export interface OpenOptions {
  /** The folder with the rules, its address ending with a slash; those of the package if left out. */
  readonly at?: URL;
  /** So many threads judge; the one that opens the rules if left out, and always in a browser. */
  readonly threads?: number;
}

/** Node and browsers both load modules, from a folder and from an address. */
export async function openWith(
  { at = new URL('./rules/', import.meta.url) }: Pick<OpenOptions, 'at'>,
  surroundings: Omit<Surroundings, 'load'> = {},
): Promise<InvoiceRules> {
  const load: LoadModule = (file) => import(new URL(file, at).href);
  const { default: index } = (await load(INDEX_FILE)) as { readonly default: RulesIndex };
  return new InvoiceRules(index, { ...surroundings, load });
}
