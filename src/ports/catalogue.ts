import type { CatalogueEntry } from '../domain/catalogue/entry.ts';

/** Explanations of every code that the service can return. */
export interface Catalogue {
  /** By code or alias, exact case. */
  find(code: string): CatalogueEntry | undefined;
}

/** A catalogue that people search. */
export interface SearchableCatalogue extends Catalogue {
  /** Each entry once; the same list until an entry changes. */
  all(): readonly CatalogueEntry[];
}
