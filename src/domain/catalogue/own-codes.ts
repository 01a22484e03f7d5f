import { ROUTES } from '../vocabulary/route.ts';
import { CHECK_CODES } from './check-codes.ts';
import type { CatalogueEntry, Family } from './entry.ts';
import { FRENCH_CODES } from './french-reasons.ts';
import { KSEF_CODES } from './ksef-codes.ts';
import { PDF_CODES } from './pdf-codes.ts';
import { PEPPOL_CODES } from './peppol-codes.ts';
import { ROMANIAN_CODES } from './romanian-codes.ts';
import { SERVICE_CODES } from './service-codes.ts';

const FAMILIES: readonly Family[] = [
  ...CHECK_CODES,
  ...PDF_CODES,
  ...SERVICE_CODES,
  ...PEPPOL_CODES,
  ...KSEF_CODES,
  ...ROMANIAN_CODES,
  ...FRENCH_CODES,
];

const entries = ({ family, routes = ROUTES, layer, codes, aliases }: Family): CatalogueEntry[] =>
  codes.map(([code, whoFixes, title, explanation, fixHint]) => ({
    code,
    aliases: aliases?.[code] ?? [],
    family,
    whoFixes,
    title,
    explanation,
    fixHint,
    routes,
    layer: layer ?? null,
  }));

/**
 * Codes that this service gives itself, and codes of route answers that the contract names (part 7; decisions, "Our own
 * codes"). Rule ids are explained by the packs that bring them.
 */
export const OWN_CODES: readonly CatalogueEntry[] = FAMILIES.flatMap(entries);
