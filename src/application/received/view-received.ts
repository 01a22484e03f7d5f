import { wordedBy } from '../../domain/words/texts.ts';
import type { Translator } from '../../domain/words/translator.ts';
import type { Language } from '../../domain/words/language.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { Printer, ViewOrder } from '../../ports/printer.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import type { InvoiceView } from '../tracking/view-invoice.ts';

interface Ports {
  readonly received: Pick<ReceivedStore, 'find'>;
  readonly content: Pick<ContentStore, 'get'>;
  readonly digests: Digests;
  readonly printer: Pick<Printer, 'view' | 'data'>;
  /** Of the findings. */
  readonly english: Translator;
}

/** The page of a received invoice, made on demand and stored nowhere. */
export class ViewReceived {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, also for another client's invoice; `no-master-key`; `busy` when too many pages are asked for. */
  async run(caller: Caller, id: string): Promise<InvoiceView> {
    const { received, content, digests, printer } = this.ports;
    const invoice = await ownInvoice(received, caller, id);
    const { documents, state } = invoice;
    const file = documents[0]!;
    if (file.kind === 'received-pdf' && state !== 'validation_failed')
      return { invoice, bytes: await readHeldBytes(content, invoice, file), sha256: file.sha256 };
    const bytes = await printer.view(await this.order(invoice));
    return { invoice, bytes, sha256: digests.sha256(bytes) };
  }

  /** What the page is made of. */
  async order(invoice: ReceivedRecord): Promise<ViewOrder> {
    const { content, english } = this.ports;
    const { documents, errors, invoiceNumber, state } = invoice;
    return {
      source: { form: 'xml', bytes: await readHeldBytes(content, invoice, documents[0]!) },
      besides: state === 'validation_failed' ? { refusal: wordedBy(errors, english.text) } : {},
      ...(invoiceNumber !== undefined && { number: invoiceNumber }),
    };
  }

  /** The page as data, in the reader's language; findings are answered elsewhere. @throws CallFailed as `run` */
  async data(caller: Caller, id: string, lang: Language): Promise<InvoiceView> {
    const { received, content, digests, printer } = this.ports;
    const invoice = await ownInvoice(received, caller, id);
    const { documents, invoiceNumber } = invoice;
    const bytes = await printer.data({
      source: { form: 'xml', bytes: await readHeldBytes(content, invoice, documents[0]!) },
      besides: { lang },
      ...(invoiceNumber !== undefined && { number: invoiceNumber }),
    });
    return { invoice, bytes, sha256: digests.sha256(bytes) };
  }
}
