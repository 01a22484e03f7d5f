import { changesStatus } from '../../domain/vocabulary/buyer-status.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { RECEIVED_ID, type ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { StatusMapping } from '../../domain/delivery/status-mapping.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { Ids } from '../../ports/ids.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { RouteMessage } from '../../ports/rail.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { careRows } from '../care/care.ts';
import { applied } from '../messages/apply-message.ts';
import { findingOf } from '../delivery/care-while-sending.ts';
import type { AnswerTools } from '../delivery/delivery-tools.ts';
import { weighed } from '../messages/payments.ts';
import type { SentFacts } from '../messages/sent-facts.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { appendEvent, mergeCareRows, type Step } from '../lifecycle/move.ts';
import { tellReceived } from '../received/received-event.ts';
import type { WorkStep } from '../work/record-kind.ts';

export interface OutcomeTools extends AnswerTools {
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit'> & Pick<EventFeed, 'events'>;
  readonly received: Pick<ReceivedStore, 'find' | 'commit'>;
  readonly facts: SentFacts;
  readonly content: TextSealer;
}

/** How a status ended: the message that the route has taken, or why it was not taken. */
export type Ending = { readonly message: RouteMessage } | { readonly refusal: StatusMapping };

/** Other workers may commit the invoice between a read and a commit. */
const MOST_TRIES = 20;

/**
 * Writes the outcome of a status on its invoice, by one event whose id is made from the status: repeated, also after a crash, it
 * changes nothing. A deleted invoice gets none.
 */
export async function recordOutcome(
  status: OutgoingStatus,
  ending: Ending,
  tools: OutcomeTools,
): Promise<void> {
  const eventId = `evt_${status.id.slice('sts_'.length)}`;
  const own = { ...tools, ids: { next: () => eventId } satisfies Ids };
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const events = await tools.invoices.events(status.invoiceId);
    if (events.some((event) => event.eventId === eventId)) return;
    const isDone = RECEIVED_ID.test(status.invoiceId)
      ? await committed(tools.received, status.invoiceId, (record) => ofReceived(record, status, ending, own))
      : await committed(tools.invoices, status.invoiceId, (record) => ofSent(record, ending, own));
    if (isDone) return;
  }
  throw new Error(`${status.invoiceId} is changed by other workers all the time`);
}

/** @returns whether nothing is left to write. */
async function committed<R>(
  ledger: Pick<Ledger<R>, 'find' | 'commit'>,
  id: string,
  stepOf: (record: R) => Promise<WorkStep<R> | undefined>,
): Promise<boolean> {
  const record = await ledger.find(id);
  const step = record && (await stepOf(record));
  return !step || (await ledger.commit({ ...step, audit: [] })) === 'committed';
}

async function ofSent(before: InvoiceRecord, ending: Ending, tools: OutcomeTools): Promise<Step | undefined> {
  if ('refusal' in ending) {
    const errors = [findingOf(before, { mapping: ending.refusal }, tools)];
    const care = withCare(before.care, errors, tools);
    return appendEvent({ ...before, care }, tools, { errors });
  }
  const { record, message } = await weighed(ending.message, before, tools);
  return applied(record, alwaysTold(message, record), tools);
}

/** A status that changes nothing, such as a part payment, gets an event all the same. */
function alwaysTold(message: RouteMessage, { buyerStatus }: InvoiceRecord): RouteMessage {
  const { says } = message;
  const isTold = says.what === 'status' && changesStatus(buyerStatus, says.status);
  return isTold ? message : { ...message, says: { what: 'told' } };
}

async function ofReceived(
  record: ReceivedRecord,
  { status }: OutgoingStatus,
  ending: Ending,
  tools: OutcomeTools,
): Promise<WorkStep<ReceivedRecord>> {
  if ('refusal' in ending) {
    const errors = [findingOf(record, { mapping: ending.refusal }, tools)];
    const care = withCare(record.care, errors, tools);
    return tellReceived({ ...record, care }, { errors }, tools);
  }
  const { kind, bytes, raw } = ending.message;
  const { documents, files } = await tools.files.sealReceived(record, [{ kind, bytes }]);
  return { ...tellReceived({ ...record, documents }, { buyerStatus: status, raw }, tools), files };
}

const withCare = (care: InvoiceRecord['care'], errors: readonly Finding[], { clock }: OutcomeTools) =>
  mergeCareRows(care, careRows(errors, clock.now()));
