import { INDEX_FILE, type LoadModule, type RulesIndex } from './rules-index.ts';

/** Modules are what Node and browsers both load, from a folder and from an address. */
export async function readIndex(at: URL): Promise<{ readonly index: RulesIndex; readonly load: LoadModule }> {
  const load: LoadModule = (file) => import(new URL(file, at).href);
  const { default: index } = (await load(INDEX_FILE)) as { readonly default: RulesIndex };
  return { index, load };
}
