import type { ApiKey } from '../../domain/access/api-key.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { idOf, type Page, readPage } from '../../ports/page.ts';
import { listedClient } from './tenancy.ts';

const PAGE_SIZE = 500;

export class ListKeys {
  constructor(private readonly ports: { readonly keys: Pick<KeyStore, 'list'> }) {}

  /** @throws CallFailed `not-found` when a client key names another client. */
  async run(
    caller: Caller,
    { client: named, after }: { readonly client?: string; readonly after?: string },
  ): Promise<Page<ApiKey>> {
    const client = listedClient(caller, named);
    return readPage(PAGE_SIZE, (limit) => this.ports.keys.list({ client, after, limit }), idOf);
  }
}
