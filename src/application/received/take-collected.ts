import { collects } from '../../domain/clients/client-record.ts';
import { isError } from 'en16931-rules/vocabulary/finding.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Log } from '../../ports/log.ts';
import type { CollectedDocument } from '../../ports/rail/receiving.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import type { TakesCollected } from '../messages/take-message.ts';
import type { DeliveredDocument, TakeReceived } from './take-received.ts';

interface Ports {
  readonly clients: Pick<ClientStore, 'find'>;
  readonly examine: Pick<ExamineDocument, 'atOnce'>;
  readonly takeReceived: Pick<TakeReceived, 'run'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

interface Recipient {
  readonly client: string;
  readonly route: Route;
}

/** Takes in documents that were fetched from a route. Each is held once under the route's id: taking it again changes nothing. */
export class TakeCollected implements TakesCollected {
  constructor(private readonly ports: Ports) {}

  async run({ client, route }: Recipient, { railId, bytes }: CollectedDocument): Promise<void> {
    const { takeReceived, log } = this.ports;
    const read = await this.read({ client, route, bytes });
    const intakeKey = `collected ${client} ${route} ${railId}`;
    const { outcome, received } = await takeReceived.run({
      client,
      route,
      railId,
      bytes,
      intakeKey,
      ...read,
    });
    const fields = { client, route, invoice_id: received.id };
    if (outcome === 'taken') log.info(fields, 'collected');
    if (outcome === 'conflict') log.warn(fields, 'the route gives other bytes under an id that is held');
  }

  async withMessages(recipient: Recipient, documents: readonly CollectedDocument[]): Promise<void> {
    const { client, route } = recipient;
    const record = await this.ports.clients.find(client);
    if (collects(record, route)) for (const document of documents) await this.run(recipient, document);
    else
      this.ports.log.warn(
        { client, route, rail_ids: documents.map(({ railId }) => railId) },
        'an invoice came; the client collects none of the route',
      );
  }

  /** An unreadable file is taken in, too: its check reports what is wrong. */
  private async read({
    client,
    route,
    bytes,
  }: Recipient & Pick<CollectedDocument, 'bytes'>): Promise<Pick<DeliveredDocument, 'number' | 'summary'>> {
    try {
      const { findings, progress } = await this.ports.examine.atOnce({
        route,
        source: { form: 'file', bytes, isReceived: true, access: { client, whenBusy: 'wait' } },
      });
      const { document, summary } = progress;
      return { number: findings.some(isError) ? null : (document?.number ?? null), summary };
    } catch (error) {
      if (error instanceof CallFailed && error.failure.kind === 'busy') return { number: null };
      throw error;
    }
  }
}
