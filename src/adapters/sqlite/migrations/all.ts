import { FIRST_SCHEMA } from './0001-first-schema.ts';
import { OLD_PACKS } from './0007-old-packs.ts';
import { RADARS } from './0003-radars.ts';
import { SCALE } from './0004-scale.ts';
import { NUMBERS } from './0005-numbers.ts';
import { ROUTES_AND_REFUSALS } from './0002-routes-and-refusals.ts';
import { SEARCHES } from './0006-searches.ts';
import { SMALL_STORES } from './0008-small-stores.ts';

/**
 * The migrations, oldest first; their number is the schema version. A released one is never edited, because stores of it exist: a change
 * is a new file at the end of this list.
 */
export const MIGRATIONS: readonly string[] = [
  FIRST_SCHEMA,
  ROUTES_AND_REFUSALS,
  RADARS,
  SCALE,
  NUMBERS,
  SEARCHES,
  OLD_PACKS,
  SMALL_STORES,
];
