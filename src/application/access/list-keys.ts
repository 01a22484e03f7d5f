import type { ApiKey } from '../../domain/access/api-key.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { listedClient } from './tenancy.ts';

const PAGE_SIZE = 500;

export interface KeyPage {
  readonly keys: readonly ApiKey[];
  /** More keys follow the last one of this page. */
  readonly truncated: boolean;
}

export class ListKeys {
  constructor(private readonly ports: { readonly keys: Pick<KeyStore, 'list'> }) {}

  /** @throws CallFailed `not-found` when a client key names another client. */
  async run(caller: Caller, query: { readonly client?: string; readonly after?: string }): Promise<KeyPage> {
    const client = listedClient(caller, query.client);
    const keys = await this.ports.keys.list({ client, after: query.after, limit: PAGE_SIZE + 1 });
    return { keys: keys.slice(0, PAGE_SIZE), truncated: keys.length > PAGE_SIZE };
  }
}
