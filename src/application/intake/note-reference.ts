import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { rescheduleSilently } from '../lifecycle/move.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';

/** Further ones are not noted: a record stays small, whatever an ERP sends. */
export const MAX_ALSO_SENT_AS = 100;
/** A call to a route takes a second as a rule; an ERP waits longer for its answer. */
const LOOK_EVERY_MS = 150;

interface Tools {
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit'>;
  readonly clock: Clock;
}

/**
 * Notes the reference under which the document of an invoice came again. It is noted before the call is answered, and noting it again
 * changes nothing: after a crash the call is repeated.
 * While a call to the route is under way it waits: a commit beside it would lose the answer of the route.
 * @throws CallFailed `busy` if the call takes longer than three seconds.
 */
export function noteReference(
  holder: InvoiceRecord,
  invoiceRef: string,
  { invoices, clock }: Tools,
): Promise<InvoiceRecord> {
  let read: InvoiceRecord | undefined = holder;
  return repeatOnConflict(async () => {
    const record = read ?? (await invoices.find(holder.id));
    read = undefined;
    // It may have been deleted meanwhile.
    if (!record || isNoted(record, invoiceRef)) return record ?? holder;
    if (isCalling(record, clock.now())) return pause();
    const alsoSentAs = [...(record.alsoSentAs ?? []), invoiceRef];
    const step = rescheduleSilently({ ...record, alsoSentAs }, record.dueAt);
    return (await invoices.commit({ ...step, audit: [] })) === 'committed' ? step.record : undefined;
  });
}

const pause = (): Promise<undefined> =>
  new Promise((resolve) => void setTimeout(() => resolve(undefined), LOOK_EVERY_MS));

const isNoted = ({ invoiceRef, alsoSentAs = [] }: InvoiceRecord, name: string): boolean =>
  invoiceRef === name || alsoSentAs.includes(name) || alsoSentAs.length >= MAX_ALSO_SENT_AS;

const isCalling = ({ lease, submission }: InvoiceRecord, now: Date): boolean =>
  submission?.isCalling === true && lease !== null && lease.until > now;
