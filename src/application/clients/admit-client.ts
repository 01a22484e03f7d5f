import { type ClientAct, reasonToStop } from '../../domain/clients/client-record.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { ClientStore } from '../../ports/client-store.ts';

/** Refuses what the stage of a client forbids (decisions, "suspended, closed"). */
export class AdmitClient {
  constructor(private readonly ports: { readonly clients: Pick<ClientStore, 'find'> }) {}

  /** @throws CallFailed `forbidden` */
  async run(client: string, act: ClientAct): Promise<void> {
    if (act === 'read') return;
    const reason = reasonToStop(await this.ports.clients.find(client), act);
    if (reason !== undefined) throw new CallFailed({ kind: 'forbidden', detail: reason });
  }
}
