import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { noteBesideWork, type NotingPorts } from '../lifecycle/note-beside-work.ts';

/** Further ones are not noted: a record stays small, whatever an ERP sends. */
export const MAX_ALSO_SENT_AS = 100;

/**
 * Notes the reference under which the document of an invoice came again. It is noted before the call is answered, and noting it again
 * changes nothing: after a crash the call is repeated.
 * @throws CallFailed `busy` if a call to the route takes longer than three seconds.
 */
export const noteReference = (
  holder: InvoiceRecord,
  invoiceRef: string,
  ports: NotingPorts,
): Promise<InvoiceRecord> =>
  noteBesideWork(
    holder,
    (record) =>
      isNoted(record, invoiceRef)
        ? undefined
        : { ...record, alsoSentAs: [...(record.alsoSentAs ?? []), invoiceRef] },
    ports,
  );

const isNoted = ({ invoiceRef, alsoSentAs = [] }: InvoiceRecord, name: string): boolean =>
  invoiceRef === name || alsoSentAs.includes(name) || alsoSentAs.length >= MAX_ALSO_SENT_AS;
