import type { ClientData, ClientDataKind } from '../../src/ports/client-data.ts';
import type { CredentialStore } from '../../src/ports/credential-store.ts';
import type { InvoiceStore } from '../../src/ports/invoice-store.ts';
import type { KeyStore } from '../../src/ports/key-store.ts';
import type { FakeSealedRows } from './sealed-rows.ts';

interface Kept {
  readonly keys: KeyStore & Removing;
  readonly credentials: CredentialStore & Removing;
  readonly idempotency: Removing;
  readonly sessions: Removing;
  readonly feeds: Removing;
  readonly routeStates: Removing;
  readonly refusals: Removing;
  readonly shares: Removing;
  readonly sealed: FakeSealedRows;
  readonly invoices: Pick<InvoiceStore, 'list'>;
}

interface Removing {
  removeOf(client: string): number;
}

export class FakeClientData implements ClientData {
  constructor(private readonly kept: Kept) {}

  async isKnown(client: string): Promise<boolean> {
    const { keys, credentials, sealed, invoices } = this.kept;
    const { total } = await invoices.list({ client, sort: 'oldest', page: 1, pageSize: 25 });
    const held = [await keys.list({ client, limit: 1 }), await credentials.list({ client, limit: 1 })];
    return total > 0 || held.some((rows) => rows.length > 0) || (await sealed.dataKey(client)) !== undefined;
  }

  async shredKey(client: string): Promise<void> {
    this.kept.sealed.shred(client);
  }

  async remove(client: string, kind: ClientDataKind): Promise<number> {
    const { keys, credentials, idempotency: answers, sessions, feeds, sealed: content } = this.kept;
    const statuses = { removeOf: () => 0 };
    const { routeStates: counters, refusals, shares } = this.kept;
    return { keys, credentials, answers, sessions, feeds, content, counters, statuses, refusals, shares }[
      kind
    ].removeOf(client);
  }
}
