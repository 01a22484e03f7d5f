import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ClientRecord } from '../../domain/clients/client-record.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import { requireOwn } from './tenancy.ts';

/** The record of one client, for itself and for the operator (extension). */
export class ReadProfile {
  constructor(private readonly ports: { readonly clients: Pick<ClientStore, 'find'> }) {}

  /** @throws CallFailed `not-found`, also for another client, a deleted one, and one without a record. */
  async run(caller: Caller, client: string): Promise<ClientRecord> {
    const matchingClient = await this.ports.clients.find(client);
    return requireOwn(
      caller,
      matchingClient?.deletedAt ? undefined : matchingClient,
      say('calls.no-such-client'),
    );
  }
}
