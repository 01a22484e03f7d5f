/** The summary of an invoice, sent or received, or of a refused submission, as it is stored with it. */
export interface SealedSummary {
  readonly id: string;
  readonly client: string;
  /** Its `InvoiceSummary`, JSON, sealed; absent if nothing was read. */
  readonly sealedSummary?: string;
  /** Of a refused submission. */
  readonly expiresAt?: Date;
}

export interface SealedSummaries {
  /** In any order; an unknown id is left out. */
  summaries(ids: readonly string[]): Promise<readonly SealedSummary[]>;
}
