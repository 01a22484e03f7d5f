import type { Family } from '../findings/code-words.ts';
import { ROUTE_PROFILES, ROUTES } from '../routes/all.ts';
import { routesWithLayer } from '../routes/select-layers.ts';
import type { Route } from '../vocabulary/route.ts';
import { CHECK_CODES } from './check-codes.ts';
import type { CatalogueEntry } from './entry.ts';
import { PDF_CODES } from './pdf-codes.ts';
import { SERVICE_CODES } from './service-codes.ts';

const entries = (routes: readonly Route[], families: readonly Family[]): readonly CatalogueEntry[] =>
  families.flatMap(({ family, layer, codes, aliases }) =>
    codes.map(([code, whoFixes, title, explanation, fixHint, senderCanFix]) => ({
      code,
      aliases: aliases?.[code] ?? [],
      family,
      whoFixes,
      ...(senderCanFix && { senderCanFix }),
      title,
      explanation,
      fixHint,
      routes,
      layer: layer ?? null,
    })),
  );

/**
 * Codes of this service, and codes of route answers that the contract names (part 7; decisions, "Our own codes"). Rule ids are explained by
 * their packs.
 */
export const OWN_CODES: readonly CatalogueEntry[] = [
  ...entries(ROUTES, CHECK_CODES),
  ...entries(routesWithLayer('pdf'), PDF_CODES),
  ...entries(ROUTES, SERVICE_CODES),
  ...ROUTE_PROFILES.flatMap(({ name, codes }) => entries([name], codes)),
];
