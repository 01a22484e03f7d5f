import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { DocumentKind, DocumentRef } from '../../domain/lifecycle/invoice-record.ts';
import { INVOICE_KINDS } from '../../domain/routes/document-kinds.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { ConversionOrder, Converted, Converter } from '../../ports/converter.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { type Finder, ownInvoice } from '../tracking/find-invoice.ts';
import type { Documented } from '../tracking/read-document.ts';

/** @throws CallFailed `validation-failed`: the file is no invoice, or the form cannot state it; `busy` */
export async function convert(printer: Converter, order: ConversionOrder): Promise<Converted> {
  const conversion = await printer.convert(order);
  if (!conversion.converted)
    throw new CallFailed({ kind: 'validation-failed', findings: conversion.findings });
  return conversion;
}

type Attachments = ConversionOrder['attachments'];

interface Ports {
  readonly content: Pick<ContentStore, 'get'>;
  readonly printer: Converter;
}

/** A stored invoice in the canonical form. */
abstract class ConvertStored {
  constructor(
    private readonly stored: Ports & { readonly finder: Finder<Documented> },
    private readonly kinds: readonly DocumentKind[],
  ) {}

  /** @throws CallFailed `not-found`, also for another client's invoice; `validation-failed`; `no-master-key`; `busy` */
  async run(caller: Caller, id: string, attachments: Attachments): Promise<Converted> {
    return this.convert(await ownInvoice(this.stored.finder, caller, id), attachments);
  }

  /** As `run`, of an invoice whose reader is known. */
  async convert(invoice: Documented, attachments: Attachments): Promise<Converted> {
    const { content, printer } = this.stored;
    const document = this.kinds
      .map((kind) => invoice.documents.find((one) => one.kind === kind))
      .find((one): one is DocumentRef => one !== undefined);
    if (!document)
      throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-document-of-this-invoice') });
    const bytes = await readHeldBytes(content, invoice, document);
    const form = document.kind === 'canonical' ? 'canonical' : 'file';
    return convert(printer, { bytes, form, to: 'canonical', attachments });
  }
}

/** As submitted, else the finished file. */
const SENT: readonly DocumentKind[] = ['canonical', ...INVOICE_KINDS];

export class ConvertSent extends ConvertStored {
  constructor({ invoices, content, printer }: Ports & { readonly invoices: Finder<Documented> }) {
    super({ content, printer, finder: invoices }, SENT);
  }
}

export class ConvertReceived extends ConvertStored {
  constructor({ received, content, printer }: Ports & { readonly received: Finder<Documented> }) {
    super({ content, printer, finder: received }, ['received-xml', 'received-pdf']);
  }
}
