import type { Worded } from 'en16931-rules/vocabulary/message.ts';
import { wordedBy } from '../../domain/words/texts.ts';
import type { Translator } from '../../domain/words/translator.ts';
import type { CatalogueEntry } from '../../domain/catalogue/entry.ts';
import type { SearchableCatalogue } from '../../ports/catalogue.ts';

export const MAX_SEARCH_CHARACTERS = 100;
const MAX_SHOWN = 50;
const MAX_REMEMBERED = 1_000;

export interface FoundCodes {
  readonly total: number;
  /** The best fits. */
  readonly entries: readonly CatalogueEntry[];
}

/** Finds codes by parts of their names or by words of their explanations. */
export class SearchCodes {
  private indexed: readonly CatalogueEntry[] | undefined;
  private index: readonly Indexed[] = [];
  private readonly codes = new Map<string, FoundCodes>();

  constructor(
    private readonly ports: { readonly catalogue: SearchableCatalogue; readonly english: Translator },
  ) {}

  /** Every word must occur. An empty text finds nothing. @returns the same object for the same text, until the catalogue changes. */
  run(text: string): FoundCodes {
    this.refresh();
    const query = text.toLowerCase();
    const codes = this.codes.get(query) ?? this.search(query);
    if (this.codes.size >= MAX_REMEMBERED) this.codes.clear();
    this.codes.set(query, codes);
    return codes;
  }

  private refresh(): void {
    const all = this.ports.catalogue.all();
    if (all === this.indexed) return;
    this.indexed = all;
    this.index = all.map((entry) => indexOf(entry, wordedBy(entry, this.ports.english.text)));
    this.codes.clear();
  }

  private search(query: string): FoundCodes {
    const words = query.split(/\s/).filter((word) => word !== '');
    if (words.length === 0) return { total: 0, entries: [] };
    const codes = this.index.filter(({ text }) => words.every((word) => text.includes(word)));
    const ranked = codes
      .map((one) => ({ entry: one.entry, rank: rank(one, query) }))
      .toSorted((one, other) => one.rank - other.rank || (one.entry.code < other.entry.code ? -1 : 1));
    return { total: codes.length, entries: ranked.slice(0, MAX_SHOWN).map(({ entry }) => entry) };
  }
}

/** An entry in small letters. */
interface Indexed {
  readonly entry: CatalogueEntry;
  readonly text: string;
  readonly names: readonly string[];
  readonly title: string;
}

const indexOf = (entry: CatalogueEntry, english: Worded<CatalogueEntry>): Indexed => ({
  entry,
  text: textOf(english),
  names: [entry.code, ...entry.aliases].map((name) => name.toLowerCase()),
  title: english.title.toLowerCase(),
});

const textOf = ({ code, aliases, title, explanation, fixHint, term }: Worded<CatalogueEntry>): string =>
  [code, ...aliases, title, explanation, fixHint, term ?? ''].join('\n').toLowerCase();

/** The code itself first, then codes that begin with the text, then titles. */
function rank({ names, title }: Indexed, query: string): number {
  if (names.includes(query)) return 0;
  if (names.some((name) => name.startsWith(query))) return 1;
  return title.includes(query) ? 2 : 3;
}
