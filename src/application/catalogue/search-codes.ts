import type { CatalogueEntry } from '../../domain/catalogue/entry.ts';
import type { SearchableCatalogue } from '../../ports/catalogue.ts';

export const MAX_SEARCH_CHARACTERS = 100;
const MAX_SHOWN = 50;

export interface FoundCodes {
  readonly total: number;
  /** The best fits. */
  readonly entries: readonly CatalogueEntry[];
}

/** Finds codes by parts of their names or by words of their explanations. */
export class SearchCodes {
  constructor(private readonly catalogue: SearchableCatalogue) {}

  /** Every word must occur. An empty text finds nothing. */
  run(text: string): FoundCodes {
    const wanted = text.toLowerCase();
    const words = wanted.split(/\s/).filter((word) => word !== '');
    if (words.length === 0) return { total: 0, entries: [] };
    const found = this.catalogue.all().filter((entry) => {
      const all = textOf(entry);
      return words.every((word) => all.includes(word));
    });
    const ranked = found.toSorted(
      (one, other) => rank(one, wanted) - rank(other, wanted) || (one.code < other.code ? -1 : 1),
    );
    return { total: found.length, entries: ranked.slice(0, MAX_SHOWN) };
  }
}

const textOf = ({ code, aliases, title, explanation, fixHint, term }: CatalogueEntry): string =>
  [code, ...aliases, title, explanation, fixHint, term ?? ''].join('\n').toLowerCase();

/** The code itself first, then codes that begin with the text, then titles. */
function rank({ code, aliases, title }: CatalogueEntry, wanted: string): number {
  const names = [code, ...aliases].map((name) => name.toLowerCase());
  if (names.includes(wanted)) return 0;
  if (names.some((name) => name.startsWith(wanted))) return 1;
  return title.toLowerCase().includes(wanted) ? 2 : 3;
}
