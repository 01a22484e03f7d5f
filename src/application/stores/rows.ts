import { type Share, SHARE_FIELDS } from '../../domain/shares/share.ts';
import type { Rows, RowTable } from '../../ports/rows.ts';

const rowsOf = <T>(table: RowTable<T>): RowTable<T> => table;

/** The rows of every small store, by their collection in MongoDB. */
export const ROWS = {
  // A revoked link must not open again.
  shares: rowsOf<Share>({ table: 'share', key: 'id', fields: SHARE_FIELDS, outlives: 'election' }),
};

export type RowName = keyof typeof ROWS;
export type RowOf<N extends RowName> = (typeof ROWS)[N] extends RowTable<infer T> ? T : never;
export type OpenRows = <N extends RowName>(name: N) => Rows<RowOf<N>>;
