import type { CatalogueEntry } from './entry.ts';
import { type Origin, whoCorrects } from './who-fixes.ts';
import type { Translator } from '../words/translator.ts';
import { WORDS } from '../page/words.ts';

/** Who corrects what a code is about, as a sentence. For some codes it depends on who made the document. */
export function whoCorrectsInWords(entry: CatalogueEntry, { say, language }: Translator): string {
  const ownerIn = (origin: Origin): string => WORDS[language].owners[whoCorrects(entry, origin)];
  const [owner, ofExport, ofFile] = [ownerIn('built'), ownerIn('mapped'), ownerIn('file')];
  if (ofExport !== owner) return say('pages.to-be-corrected-by-in-an-export', { owner, other: ofExport });
  if (ofFile !== owner) return say('pages.to-be-corrected-by-in-a-file', { owner, other: ofFile });
  return say('pages.to-be-corrected-by', { owner });
}
