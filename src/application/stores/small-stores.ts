import type { OpenRows } from './rows.ts';
import { shareStore } from './share-store.ts';

/** The stores that are written once, on the rows of a database. */
export const smallStores = (open: OpenRows) => ({
  shares: shareStore(open),
});
