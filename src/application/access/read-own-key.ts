import type { Caller } from '../../domain/access/caller.ts';
import type { KeyStore } from '../../ports/key-store.ts';

export interface OwnKey {
  readonly caller: Caller;
  readonly label?: string | undefined;
}

/** What a key may do, for programs that show a person only that (extension). */
export class ReadOwnKey {
  constructor(private readonly ports: { readonly keys: Pick<KeyStore, 'find'> }) {}

  /** `OPERATOR_KEY` of the process is in no store. */
  async run(caller: Caller): Promise<OwnKey> {
    return { caller, label: (await this.ports.keys.find(caller.keyId))?.label };
  }
}
