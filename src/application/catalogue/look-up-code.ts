import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CatalogueEntry } from '../../domain/catalogue/entry.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Catalogue } from '../../ports/catalogue.ts';

export class LookUpCode {
  constructor(private readonly ports: { readonly catalogue: Catalogue }) {}

  /** @throws CallFailed `not-found` */
  run(code: string): CatalogueEntry {
    const entry = this.ports.catalogue.find(code);
    if (!entry || entry.isPrivate)
      throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-code-in-catalogue') });
    return entry;
  }
}
