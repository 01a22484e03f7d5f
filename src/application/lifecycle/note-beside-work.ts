import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { rescheduleSilently } from './move.ts';

/** A call to a route takes a second as a rule; an ERP waits longer for its answer. */
const LOOK_EVERY_MS = 150;

export interface NotingPorts {
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit'>;
  readonly clock: Clock;
}

/**
 * Notes on an invoice what its work does not depend on.
 * While a call to the route is under way it waits: a commit beside it would lose the answer of the route.
 * @param note undefined if it is noted already.
 * @param atLast if the call takes longer than three seconds; `busy` is thrown if left out.
 * @throws CallFailed `busy`
 */
export function noteBesideWork(
  first: InvoiceRecord,
  note: (record: InvoiceRecord) => InvoiceRecord | undefined,
  { invoices, clock }: NotingPorts,
  atLast?: () => InvoiceRecord,
): Promise<InvoiceRecord> {
  let read: InvoiceRecord | undefined = first;
  return repeatOnConflict(async () => {
    const record = read ?? (await invoices.find(first.id));
    read = undefined;
    const noted = record && note(record);
    // It may have been deleted meanwhile.
    if (!noted) return record ?? first;
    if (isCalling(record, clock.now())) return pause();
    const step = rescheduleSilently(noted, record.dueAt);
    return (await invoices.commit({ ...step, audit: [] })) === 'committed' ? step.record : undefined;
  }, atLast);
}

const pause = (): Promise<undefined> =>
  new Promise((resolve) => void setTimeout(() => resolve(undefined), LOOK_EVERY_MS));

const isCalling = ({ lease, submission }: InvoiceRecord, now: Date): boolean =>
  submission?.isCalling === true && lease !== null && lease.until > now;
