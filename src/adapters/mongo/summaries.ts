import type { Collection } from 'mongodb';
import type { SealedSummary } from '../../ports/sealed-summaries.ts';
import type { LedgerDocument } from './documents.ts';
import { IS_RECORD } from './mongo-work-collection.ts';

export async function readSummaries(
  ledger: Collection<LedgerDocument>,
  ids: readonly string[],
): Promise<readonly SealedSummary[]> {
  const summaries = ledger
    .find({ _id: { $in: [...ids] }, ...IS_RECORD })
    .project<LedgerDocument & Pick<SealedSummary, 'sealedSummary'>>({ client: 1, sealedSummary: 1 });
  return (await summaries.toArray()).map(({ _id, client, sealedSummary }) => ({
    id: _id,
    client,
    ...(sealedSummary !== undefined && { sealedSummary }),
  }));
}
