import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { DocumentRef } from '../../domain/lifecycle/invoice-record.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { type Finder, ownInvoice } from './find-invoice.ts';

/** An invoice that has documents, sent or received. */
export interface Documented {
  readonly id: string;
  readonly client: string;
  readonly invoiceNumber?: string;
  readonly documents: readonly DocumentRef[];
}

export interface ReadFile<R extends Documented = Documented> {
  readonly invoice: R;
  readonly document: DocumentRef;
  readonly bytes: Uint8Array;
}

export class ReadDocument<R extends Documented = Documented> {
  constructor(
    private readonly ports: {
      readonly invoices: Finder<R>;
      readonly content: Pick<ContentStore, 'get'>;
    },
  ) {}

  /**
   * @param kind any text; an unknown kind is one that the invoice does not have.
   * @throws CallFailed `not-found`, also for another client's invoice; `no-master-key`
   */
  async run(caller: Caller, id: string, kind: string): Promise<ReadFile<R>> {
    const invoice = await ownInvoice(this.ports.invoices, caller, id);
    const document = invoice.documents.find((file) => file.kind === kind);
    if (!document)
      throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-document-of-this-invoice') });
    return { invoice, document, bytes: await readHeldBytes(this.ports.content, invoice, document) };
  }
}

type Content = Pick<ContentStore, 'get'>;

export class ReadReceivedDocument extends ReadDocument {
  constructor({ received, content }: { readonly received: Finder<Documented>; readonly content: Content }) {
    super({ invoices: received, content });
  }
}

export class ReadReportDocument extends ReadDocument {
  constructor({ reports, content }: { readonly reports: Finder<Documented>; readonly content: Content }) {
    super({ invoices: reports, content });
  }
}
