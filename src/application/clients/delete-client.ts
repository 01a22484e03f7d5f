import { say } from 'en16931-rules/vocabulary/message.ts';
import { type ClientRecord, deletedClient, newClient } from '../../domain/clients/client-record.ts';
import { isOver as isConnectionOver } from '../../domain/connections/connection.ts';
import { CallFailed } from '../../domain/failures.ts';
import { isOver } from '../../domain/registrations/receiver-registration.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import { CLIENT_DATA, type ClientData } from '../../ports/client-data.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Connections } from '../../ports/connections.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { ReceiverRegistrations } from '../../ports/receiver-registrations.ts';
import type { Removal } from '../../ports/removal.ts';
import type { WebhookStore } from '../../ports/webhook-store.ts';

interface Ports {
  readonly clients: Pick<ClientStore, 'find' | 'replace'>;
  readonly clientData: ClientData;
  readonly invoices: Pick<InvoiceReads, 'list'> & Pick<InvoiceStore, 'tidyUp'> & Removal;
  readonly received: Removal;
  readonly reports: Removal;
  readonly receiverRegistrations: Pick<ReceiverRegistrations, 'ofClient'>;
  readonly connections: Pick<Connections, 'ofClient'>;
  readonly webhooks: Pick<WebhookStore, 'remove'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
}

/** What was removed by one run, by kind; kinds with nothing are left out. */
type Removed = Readonly<Record<string, number>>;

/** Records that one write removes, so that other writes come in between. */
const AT_ONCE = 50;
/** How often the mark is tried again after the record was changed by another process. */
const TRIES = 10;

/**
 * Deletes a client for good. Each step may be repeated, and a process may die between any two: the mark comes first, and both the command
 * and the service's sweep find what is left after it. From the mark on nothing more is taken in for the client. From the shredding on
 * nothing more is sent, because no document can be opened: a call that is under way ends, it is not repeated, and its answer finds no
 * invoice. Audit rows and the counts of the series stay.
 */
export class DeleteClient {
  constructor(private readonly ports: Ports) {}

  /**
   * @returns undefined if nothing is kept under the id.
   * @throws CallFailed `busy`; `registration-stands`, `connection-stands`: without the client's credential its provider could no longer be
   * asked to release it, or to forget the log-in.
   */
  async run(client: string): Promise<Removed | undefined> {
    const { clients, clientData } = this.ports;
    const record = await clients.find(client);
    if (!record && !(await clientData.isKnown(client))) return undefined;
    await this.mark(client);
    return this.finish(client);
  }

  /** Deletes what is left of a marked client, including what a slow step has written since. */
  async finish(client: string): Promise<Removed> {
    const { clientData, webhooks, invoices, received, reports, audit, clock } = this.ports;
    const removed = new Map<string, number>();
    await clientData.shredKey(client);
    // Audit rows that still lie with the removed records move to the log first.
    await invoices.tidyUp();
    await webhooks.remove(client);
    removed.set('invoices', await removeAll(invoices, client));
    removed.set('received', await removeAll(received, client));
    removed.set('reports', await removeAll(reports, client));
    for (const kind of CLIENT_DATA) removed.set(kind, await clientData.remove(client, kind));
    const counts = Object.fromEntries([...removed].filter(([, count]) => count > 0));
    if (Object.keys(counts).length > 0)
      await audit.write({
        at: clock.now(),
        action: 'client_data_removed',
        actor: 'system',
        client,
        details: counts,
      });
    return counts;
  }

  private async refuseStanding(client: string): Promise<void> {
    const standing = (await this.ports.receiverRegistrations.ofClient(client)).filter((one) => !isOver(one));
    if (standing.length > 0) {
      const list = standing.map(({ id }) => id).join(', ');
      throw new CallFailed({ kind: 'registration-stands', detail: say('registrations.stand', { list }) });
    }
    // One whose provider could not be asked so far has nothing that logs in any more.
    const connected = (await this.ports.connections.ofClient(client)).filter(
      (one) => !isConnectionOver(one) && one.state !== 'ending',
    );
    if (connected.length === 0) return;
    const list = connected.map(({ id }) => id).join(', ');
    throw new CallFailed({ kind: 'connection-stands', detail: say('connections.stand', { list }) });
  }

  private async mark(client: string): Promise<void> {
    const { clients, clock } = this.ports;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const now = clock.now();
      const before: ClientRecord = (await clients.find(client)) ?? newClient(client, now);
      if (before.deletedAt) return;
      // After the record was read: a registration that begins meanwhile makes its version another one.
      await this.refuseStanding(client);
      const unfinished = await this.countUnfinished(client);
      const audit = {
        at: now,
        action: 'client_deleted',
        actor: 'system',
        client,
        subject: client,
        details: { unfinished_invoices: unfinished },
      };
      if (await clients.replace(deletedClient(before, now), audit)) return;
    }
    throw new CallFailed({ kind: 'busy', retryAfterSeconds: 1 });
  }

  /** Invoices whose last event is never delivered. */
  private async countUnfinished(client: string): Promise<number> {
    const { countsByState } = await this.ports.invoices.list({
      client,
      sort: 'oldest',
      page: 1,
      pageSize: 25,
    });
    const { queued = 0, validated = 0, submitting = 0, submitted = 0 } = countsByState;
    return queued + validated + submitting + submitted;
  }
}

async function removeAll(ledger: Removal, client: string): Promise<number> {
  for (let removed = 0; ;) {
    const now = await ledger.remove({ client }, AT_ONCE);
    removed += now;
    if (now === 0) return removed;
  }
}
