import type { Caller } from '../../domain/access/caller.ts';
import type { DocumentRef } from '../../domain/lifecycle/invoice-record.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { type CaredFor, invoiceInCare, isSmall } from './own-care.ts';

export interface Exhibit extends DocumentRef {
  readonly bytes: Uint8Array;
}

/** The stored files of an invoice on the care list. */
export class ReadEvidence {
  constructor(private readonly ports: CaredFor & { readonly content: Pick<ContentStore, 'get'> }) {}

  /** @throws CallFailed `not-found`, `no-master-key` */
  async run(caller: Caller, id: string): Promise<readonly Exhibit[]> {
    const invoice = await invoiceInCare(this.ports, caller, id);
    if (isSmall(invoice)) return [];
    const exhibits: Exhibit[] = [];
    for (const document of invoice.documents)
      exhibits.push({ ...document, bytes: await readHeldBytes(this.ports.content, invoice, document) });
    return exhibits;
  }
}
