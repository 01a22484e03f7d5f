import { tokensOf } from '../../domain/lifecycle/summary-search.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { ContentStore } from '../../ports/content-store.ts';

export interface SealingPorts {
  readonly content: Pick<ContentStore, 'seal'>;
  /** Absent if summaries are not searched. */
  readonly buyerIndex?: BlindIndex | undefined;
}

/** A file with its summary, which is found by its words. @throws CallFailed `no-master-key` */
export const sealWithSummary = (
  { content, buyerIndex }: SealingPorts,
  client: string,
  bytes: Uint8Array,
  summary: InvoiceSummary | undefined,
): ReturnType<ContentStore['seal']> =>
  content.seal(client, bytes, summary && JSON.stringify(summary), buyerIndex && summary && tokensOf(summary));
