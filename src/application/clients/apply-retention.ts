import type { ClientRecord } from '../../domain/clients/client-record.ts';
import { DAY_MS } from '../../domain/lifecycle/day-counts.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import type { Removal, RemovalQuery } from '../../ports/removal.ts';
import { throwFirst, tryEach } from '../each-apart.ts';
import type { DeleteClient } from './delete-client.ts';

interface Ports {
  readonly clients: Pick<ClientStore, 'retaining' | 'listDeletedSince'>;
  readonly invoices: Removal;
  readonly received: Removal;
  readonly refusals: Pick<RefusalStore, 'forget'>;
  readonly deleteClient: Pick<DeleteClient, 'finish'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
}

const AT_ONCE = 50;
/** For one client in one run; the next run removes the rest. */
const MAX_ROUNDS = 200;
/** A step that began before its client was deleted has ended by then. */
const LOOKED_AFTER_MS = 2 * DAY_MS;

/** Deletes what clients keep for a limited time (decisions, "client record"), and what a broken-off deletion of a client has left. */
export class ApplyRetention {
  constructor(private readonly ports: Ports) {}

  async run(): Promise<void> {
    const { clients, deleteClient, clock } = this.ports;
    const since = new Date(clock.now().getTime() - LOOKED_AFTER_MS);
    const isUp = (): Promise<unknown> => clients.listDeletedSince(clock.now());
    const deleted = await clients.listDeletedSince(since);
    throwFirst([
      ...(await tryEach(deleted, ({ client }) => deleteClient.finish(client), isUp)),
      ...(await tryEach(await clients.retaining(), (record) => this.applyTo(record), isUp)),
    ]);
  }

  private async applyTo({ client, retentionDays = 0 }: ClientRecord): Promise<void> {
    const { invoices, received, refusals, audit, clock } = this.ports;
    const now = clock.now();
    const query = { client, endedBefore: new Date(now.getTime() - retentionDays * DAY_MS) };
    await refusals.forget({ client, before: query.endedBefore });
    const removed = {
      invoices: await removeAll(invoices, query),
      received: await removeAll(received, query),
    };
    if (removed.invoices + removed.received === 0) return;
    const details = { ...removed, retention_days: retentionDays };
    await audit.write({ at: now, action: 'retention_applied', actor: 'system', client, details });
  }
}

async function removeAll(ledger: Removal, query: RemovalQuery): Promise<number> {
  let removed = 0;
  for (let times = 0; times < MAX_ROUNDS; times += 1) {
    const some = await ledger.remove(query, AT_ONCE);
    removed += some;
    if (some < AT_ONCE) break;
  }
  return removed;
}
