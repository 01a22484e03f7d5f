import { wordedBy } from '../../domain/words/texts.ts';
import type { Translator } from '../../domain/words/translator.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import { defaultFormat } from '../../domain/routes/formats.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Printer, ViewOrder } from '../../ports/printer.ts';
import { openBody } from '../reading/opened-body.ts';
import type { InvoiceView } from '../tracking/view-invoice.ts';
import type { ReadRefusals, ShownRefusal } from './read-refusals.ts';

interface Ports {
  readonly readRefusals: Pick<ReadRefusals, 'find' | 'bodyOf'>;
  readonly printer: Pick<Printer, 'view'>;
  readonly digests: Pick<Digests, 'sha256'>;
  /** Of the findings. */
  readonly english: Translator;
}

/** The page of a refused submission with its findings, as far as the file can be read. */
export class ViewRefusal {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, also for another client's refusal; `no-master-key`; `busy` */
  async run(caller: Caller, id: string): Promise<InvoiceView> {
    const { readRefusals, printer, digests } = this.ports;
    const order = await this.order(await readRefusals.find(caller, id));
    const page = await printer.view(order);
    const invoice = { id, ...(order.number !== undefined && { invoiceNumber: order.number }) };
    return { invoice, bytes: page, sha256: digests.sha256(page) };
  }

  /** What the page is made of. @param refusal the caller's own. @throws CallFailed as `run` */
  async order(refusal: ShownRefusal): Promise<ViewOrder> {
    const { findings, invoiceRef } = refusal;
    return {
      source: sourceOf(refusal, await this.ports.readRefusals.bodyOf(refusal)),
      besides: { refusal: wordedBy(findings, this.ports.english.text), isVoid: true },
      ...(invoiceRef !== undefined && { number: invoiceRef }),
    };
  }
}

/** An export is no document yet: its page has the known facts alone. */
function sourceOf({ call, route = ROUTES[0]! }: Refusal, bytes: Uint8Array): ViewOrder['source'] {
  if (call !== 'invoices') return { form: 'xml', bytes };
  const opened = openBody(bytes);
  const document = opened.ok ? opened.part('document') : undefined;
  return document && { form: 'canonical', bytes: document.bytes, route, format: defaultFormat(route) };
}
