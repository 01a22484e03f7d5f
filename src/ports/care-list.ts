import type { CareItem, CareStatus } from '../domain/lifecycle/care-item.ts';

/** The findings that somebody has to act on. */
export interface CareList {
  /** Newest first; rows of one invoice and instant in the invoice's own order. */
  careList(query: CareQuery): Promise<readonly CareItem[]>;
}

export interface CareQuery {
  /** All clients if left out. */
  readonly client?: string;
  /** Of one record; of all if left out. */
  readonly id?: string | undefined;
  readonly status: CareStatus;
  /** No limit if left out. */
  readonly limit?: number;
}
