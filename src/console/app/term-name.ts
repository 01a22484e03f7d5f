import { capitalised } from './format.ts';
import { language, wordFor } from './words.ts';

/** Of EN 16931: "Buyer reference" for BT-10. Its page reads the words `terms`. */
export function nameOfTerm(term: string): string | undefined {
  const name = wordFor('terms', term);
  return name === undefined ? undefined : capitalised(name, language.value);
}
