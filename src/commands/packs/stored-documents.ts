import { sealerOf } from '../../adapters/sealing/jose-sealer.ts';
import { SealedContent } from '../../application/content/sealed-content.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { DocumentRef } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { CameIn, OrderQuery } from '../../ports/invoice-reads.ts';
import { CommandRefused } from '../frame/endings.ts';
import { readMasterKeys } from '../../processes/master-key.ts';
import { openForCommand } from '../../processes/open-for-command.ts';
import type { Settings } from '../../processes/settings/settings.ts';

interface StoredDocument {
  readonly id: string;
  readonly client: string;
  readonly route: Route;
  readonly createdAt: Date;
  readonly bytes: Uint8Array;
  /** The JSON of its last check; undefined before that. */
  readonly report: () => Promise<unknown>;
}

/** Files of an invoice other than its document. */
const OTHERS = new Set(['canonical', 'erp-export', 'validation-report', 'manifest', 'unmatched-answer']);
const AT_ONCE = 100;
const DAY_MS = 24 * 3_600_000;

interface Listed extends CameIn {
  readonly client: string;
  readonly route: Route;
  readonly documents: readonly DocumentRef[];
}

/**
 * Documents of invoices, sent and received, that came in during the last days; read only.
 * @throws CommandRefused without the master key.
 */
export async function* storedDocuments(settings: Settings, days: number): AsyncGenerator<StoredDocument> {
  const { stores, sealed, digests, clock, close } = await openForCommand(settings);
  try {
    const sealer = await sealerOf(sealed, await readMasterKeys(settings, () => sealed.knowsMasterKey()));
    const content = new SealedContent(sealed, sealer, digests);
    const receivedFrom = new Date(clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
    for (const ledger of [stores.invoices, stores.received])
      for await (const invoice of inOrder(ledger, { receivedFrom }))
        for (const { sha256 } of invoice.documents.filter(({ kind }) => !OTHERS.has(kind))) {
          const bytes = await content.get(invoice.client, sha256);
          // Its client was deleted meanwhile.
          if (bytes) yield { ...invoice, bytes, report: () => reportOf(invoice, content) };
        }
  } catch (error) {
    if (error instanceof CallFailed && error.failure.kind === 'no-master-key')
      throw new CommandRefused(
        'MASTER_KEY (or MASTER_KEY_FILE) is not set: stored invoices are sealed with it.',
      );
    throw error;
  } finally {
    await close();
  }
}

async function reportOf(
  { client, documents }: Listed,
  content: Pick<SealedContent, 'get'>,
): Promise<unknown> {
  const report = documents.find(({ kind }) => kind === 'validation-report');
  const bytes = report && (await content.get(client, report.sha256));
  return bytes && JSON.parse(new TextDecoder().decode(bytes));
}

async function* inOrder(
  ledger: {
    inOrder(query: OrderQuery, after: CameIn | undefined, limit: number): Promise<readonly Listed[]>;
  },
  query: OrderQuery,
): AsyncGenerator<Listed> {
  for (let last: CameIn | undefined; ;) {
    const some = await ledger.inOrder(query, last, AT_ONCE);
    yield* some;
    last = some.at(-1);
    if (!last || some.length < AT_ONCE) return;
  }
}
