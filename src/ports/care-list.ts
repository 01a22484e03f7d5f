import type { CareItem, CareStatus } from '../domain/lifecycle/care-item.ts';

/** What somebody has to act on. */
export interface CareList {
  /** Newest first; those of one invoice and instant in the order in which it holds them. */
  careList(query: CareQuery): Promise<readonly CareItem[]>;
}

export interface CareQuery {
  /** Everyone's when left out. */
  readonly client?: string;
  readonly status: CareStatus;
  /** All when left out. */
  readonly limit?: number;
}
