import type { Caller } from '../../domain/access/caller.ts';
import type { Language } from '../../domain/words/language.ts';
import type { ClientStore } from '../../ports/client-store.ts';

/** The language of a client's record, for calls that ask for none. */
export class FindLanguage {
  constructor(private readonly ports: { readonly clients: Pick<ClientStore, 'find'> }) {}

  /** Undefined if the caller is no client, or its record states none. */
  async run(caller: Caller | undefined): Promise<Language | undefined> {
    return caller?.kind === 'client' ? (await this.ports.clients.find(caller.client))?.language : undefined;
  }
}
