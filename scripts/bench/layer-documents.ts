import { XRECHNUNG } from '../../src/domain/documents/specifications.ts';
import type { BenchDocument, Documents, Size } from './documents.ts';
import type { BenchEntry } from './rules-folder.ts';

/** Documents have the layer's BT-24 but German content: the other rules of a layer fire, and are counted. */
export function documentsFor(
  { syntaxes, customizations: [customization] }: Pick<BenchEntry, 'syntaxes' | 'customizations'>,
  documents: Documents,
): (size: Size) => readonly BenchDocument[] {
  const bt24 = !customization || customization === '*' ? XRECHNUNG.specification : customization;
  return (size) => documents.of(size, syntaxes.includes('cii') ? 'cii' : 'ubl', bt24);
}
