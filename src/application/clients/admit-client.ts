import { type ClientAct, type ClientRecord, reasonToStop } from '../../domain/clients/client-record.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { ClientStore } from '../../ports/client-store.ts';

/** Refuses what the stage of a client forbids (decisions, "suspended, closed"). */
export class AdmitClient {
  constructor(private readonly ports: { readonly clients: Pick<ClientStore, 'find'> }) {}

  /**
   * @returns its record; undefined if it has none, or if nothing stops the act.
   * @throws CallFailed `forbidden`
   */
  async run(client: string, act: ClientAct): Promise<ClientRecord | undefined> {
    if (act === 'read') return undefined;
    const record = await this.ports.clients.find(client);
    const reason = reasonToStop(record, act);
    if (reason !== undefined) throw new CallFailed({ kind: 'forbidden', detail: reason });
    return record;
  }
}
