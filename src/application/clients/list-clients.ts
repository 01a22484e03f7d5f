import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ClientRecord } from '../../domain/clients/client-record.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import { type Page, readPage } from '../../ports/page.ts';

const PAGE_SIZE = 500;

/** Contract 4.13. */
export class ListClients {
  constructor(private readonly ports: { readonly clients: Pick<ClientStore, 'list'> }) {}

  /** @throws CallFailed `forbidden`: a client's key, or a partner's that names another partner. */
  async run(
    caller: Caller,
    { partner: named, after }: { readonly partner?: string | undefined; readonly after?: string | undefined },
  ): Promise<Page<ClientRecord>> {
    const partner = listedPartner(caller, named);
    const { clients } = this.ports;
    return readPage(
      PAGE_SIZE,
      (limit) => clients.list({ partner, after, limit }),
      ({ client }) => client,
    );
  }
}

function listedPartner(caller: Caller, named: string | undefined): string | undefined {
  if (caller.kind === 'client')
    throw new CallFailed({ kind: 'forbidden', detail: say('calls.client-key-lists-no-clients') });
  if (caller.kind !== 'partner') return named;
  if (named !== undefined && named !== caller.partner)
    throw new CallFailed({
      kind: 'forbidden',
      detail: say('calls.this-key-lists-clients-of-its-own-partner'),
    });
  return caller.partner;
}
