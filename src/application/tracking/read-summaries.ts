import type { Caller } from '../../domain/access/caller.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { SealedSummaries, SealedSummary } from '../../ports/sealed-summaries.ts';
import { mayRead } from '../access/tenancy.ts';
import { noteSummariesRead } from './note-summaries-read.ts';
import { openSummaries } from './open-summaries.ts';

export interface ShownSummary extends InvoiceSummary {
  readonly id: string;
}

interface Summaries {
  /** In the order of the ids that were asked for. */
  readonly summaries: readonly ShownSummary[];
  /** Ids that are unknown, or another client's, or of a client that was deleted. */
  readonly missing: readonly string[];
}

interface Ports {
  readonly invoices: SealedSummaries;
  readonly received: SealedSummaries;
  readonly refusals: SealedSummaries;
  readonly content: Pick<ContentStore, 'openTexts'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
}

/** What invoices and refused submissions are, for a page of a list. */
export class ReadSummaries {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `no-master-key` */
  async run(caller: Caller, requestedIds: readonly string[], requestId: string): Promise<Summaries> {
    const ids = [...new Set(requestedIds)];
    const now = this.ports.clock.now();
    const own = (await this.find(ids)).filter(
      ({ client, expiresAt }) => mayRead(caller, client) && (expiresAt === undefined || expiresAt > now),
    );
    const [only, another] = new Set(own.map(({ client }) => client));
    const client = another === undefined ? only : undefined;
    const [opened] = await Promise.all([
      openSummaries(own, this.ports),
      noteSummariesRead({ caller, client, count: own.length, requestId }, this.ports),
    ]);
    const byId = new Map([...opened].map(([{ id }, summary]) => [id, { id, ...summary }]));
    return {
      summaries: ids.flatMap((id) => byId.get(id) ?? []),
      missing: ids.filter((id) => !byId.has(id)),
    };
  }

  private async find(ids: readonly string[]): Promise<readonly SealedSummary[]> {
    const { invoices, received, refusals } = this.ports;
    const stores = { inv: invoices, rcv: received, rfs: refusals };
    const readings = Object.entries(stores).map(([prefix, store]) => {
      const named = ids.filter((id) => id.startsWith(`${prefix}_`));
      return named.length > 0 ? store.summaries(named) : Promise.resolve([]);
    });
    return (await Promise.all(readings)).flat();
  }
}
