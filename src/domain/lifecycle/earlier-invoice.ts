import { say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { InvoiceRecord } from './invoice-record.ts';

/** A text about an earlier invoice of the same client, which it names. */
export const namingEarlier = (
  text: Text | undefined,
  { id, invoiceRef, invoiceNumber }: Pick<InvoiceRecord, 'id' | 'invoiceRef' | 'invoiceNumber'>,
): Text =>
  sentences(
    text,
    say('findings.earlier-invoice', { id, invoice_ref: invoiceRef, number: invoiceNumber ?? invoiceRef }),
  );
