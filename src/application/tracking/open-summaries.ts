import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import { ContentUnreadable, type ContentStore } from '../../ports/content-store.ts';

export interface Summarised {
  readonly client: string;
  readonly sealedSummary?: string;
}

interface Ports {
  readonly content: Pick<ContentStore, 'openTexts'>;
}

/**
 * Under one read of the data key of each client. A summary is empty if nothing was read of the invoice or it cannot be opened; it is
 * absent if the client was deleted.
 * @throws CallFailed `no-master-key`; ContentUnreadable if a damaged one is to be thrown
 */
export async function openSummaries<R extends Summarised>(
  rows: readonly R[],
  { content }: Ports,
  damaged: 'empty' | 'thrown' = 'empty',
): Promise<ReadonlyMap<R, InvoiceSummary>> {
  const summaries = new Map<R, InvoiceSummary>();
  for (const client of new Set(rows.map((row) => row.client))) {
    const own = rows.filter((row) => row.client === client);
    const sealed = own.flatMap(({ sealedSummary }) => sealedSummary ?? []);
    const texts = (await openEach(content, client, sealed, damaged))?.values();
    if (!texts) continue;
    for (const row of own) {
      const text = row.sealedSummary === undefined ? EMPTY : texts.next().value;
      summaries.set(row, JSON.parse(text ?? EMPTY) as InvoiceSummary);
    }
  }
  return summaries;
}

const EMPTY = '{}';

/** One damaged text does not take the others with it. */
async function openEach(
  content: Ports['content'],
  client: string,
  sealed: readonly string[],
  damaged: 'empty' | 'thrown',
): Promise<readonly string[] | undefined> {
  try {
    return await content.openTexts(client, sealed);
  } catch (error) {
    if (damaged === 'thrown' || !(error instanceof ContentUnreadable)) throw error;
    if (sealed.length === 1) return [EMPTY];
    const texts: string[] = [];
    for (const one of sealed) {
      const [text] = (await openEach(content, client, [one], damaged)) ?? [];
      // The client was deleted meanwhile.
      if (text === undefined) return undefined;
      texts.push(text);
    }
    return texts;
  }
}
