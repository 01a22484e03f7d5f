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
import type { RouteMessage } from '../../ports/rail/route-messages.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { careRows } from '../care/care.ts';
import { applyMessage } from '../messages/apply-message.ts';
import { findingOf } from '../delivery/care-while-sending.ts';
import type { AnswerTools } from '../delivery/delivery-tools.ts';
import { countPayment } from '../messages/payments.ts';
import type { SentFacts } from '../messages/sent-facts.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { appendEvent, mergeCareRows, type Step } from '../lifecycle/move.ts';
import { tellReceived } from '../received/received-event.ts';
import type { WorkStep } from '../work/record-kind.ts';

/** What a refusal takes. */
export interface RefusalTools extends Pick<AnswerTools, 'catalogue' | 'clock' | 'paperwork'> {
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit'> & Pick<EventFeed, 'events'>;
  readonly received: Pick<ReceivedStore, 'find' | 'commit'>;
}

export interface OutcomeTools extends AnswerTools, RefusalTools {
  readonly facts: SentFacts;
  readonly content: TextSealer;
}

/** How a status ended: the message that the route has taken, or why it was not taken. */
export type Ending = Taken | Refusal;
interface Taken {
  readonly message: RouteMessage;
}
interface Refusal {
  readonly refusal: StatusMapping;
}

/** Other workers may commit the invoice between a read and a commit. */
const MOST_TRIES = 20;

/**
 * Writes the outcome of a status on its invoice, by one event whose id is made from the status: repeated, also after a crash, it
 * changes nothing. A deleted invoice gets none.
 */
export function recordOutcome(status: OutgoingStatus, ending: Ending, tools: OutcomeTools): Promise<void> {
  if ('refusal' in ending) return recordRefusal(status, ending, tools);
  return commitOnce(status, tools, {
    ofSent: (record, ids) => applyToSent(record, ending, { ...tools, ids }),
    ofReceived: (record, ids) => applyToReceived(record, { status, ending }, { ...tools, ids }),
  });
}

/** As `recordOutcome`, of a status that was not taken. */
export const recordRefusal = (
  status: OutgoingStatus,
  { refusal }: Refusal,
  tools: RefusalTools,
): Promise<void> =>
  commitOnce(status, tools, {
    ofSent: async (record, ids) => {
      const errors = [findingOf(record, { mapping: refusal }, tools)];
      const care = withCare(record.care, errors, tools);
      return appendEvent({ ...record, care }, { ...tools, ids }, { errors });
    },
    ofReceived: async (record, ids) => {
      const errors = [findingOf(record, { mapping: refusal }, tools)];
      const care = withCare(record.care, errors, tools);
      return tellReceived({ ...record, care }, { errors }, { ...tools, ids });
    },
  });

interface Steps {
  ofSent(record: InvoiceRecord, ids: Ids): Promise<Step | undefined>;
  ofReceived(record: ReceivedRecord, ids: Ids): Promise<WorkStep<ReceivedRecord>>;
}

/** Commits the event of a status, unless it is there already. */
async function commitOnce(
  { id, invoiceId }: OutgoingStatus,
  { invoices, received }: RefusalTools,
  steps: Steps,
): Promise<void> {
  const eventId = `evt_${id.slice('sts_'.length)}`;
  const ids: Ids = { next: () => eventId };
  const isWritten = async (): Promise<boolean> =>
    (await invoices.events(invoiceId)).some((event) => event.eventId === eventId);
  return RECEIVED_ID.test(invoiceId)
    ? commitToInvoice(received, invoiceId, (record) => steps.ofReceived(record, ids), isWritten)
    : commitToInvoice(invoices, invoiceId, (record) => steps.ofSent(record, ids), isWritten);
}

/**
 * Commits a step of an invoice that its own worker may change meanwhile.
 * @param isWritten whether an earlier try has written it.
 */
export async function commitToInvoice<R>(
  ledger: Pick<Ledger<R>, 'find' | 'commit'>,
  id: string,
  stepOf: (record: R) => Promise<WorkStep<R> | undefined>,
  isWritten: () => Promise<boolean> = async () => false,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    if (await isWritten()) return;
    const record = await ledger.find(id);
    const step = record && (await stepOf(record));
    if (!step || (await ledger.commit({ ...step, audit: [] })) === 'committed') return;
  }
  throw new Error(`${id} is changed by other workers all the time`);
}

async function applyToSent(
  before: InvoiceRecord,
  ending: Taken,
  tools: OutcomeTools,
): Promise<Step | undefined> {
  const { record, message } = await countPayment(ending.message, before, tools);
  return applyMessage(record, withEvent(message, record), tools);
}

/** A status that changes nothing, such as a part payment, gets an event all the same. */
function withEvent(message: RouteMessage, { buyerStatus }: InvoiceRecord): RouteMessage {
  const { says } = message;
  const changesInvoice = says.what === 'status' && changesStatus(buyerStatus, says.status);
  return changesInvoice ? message : { ...message, says: { what: 'told' } };
}

async function applyToReceived(
  record: ReceivedRecord,
  { status, ending }: { readonly status: OutgoingStatus; readonly ending: Taken },
  tools: OutcomeTools,
): Promise<WorkStep<ReceivedRecord>> {
  const { kind, bytes, raw, says } = ending.message;
  // A part payment: what was said before it still holds.
  const buyerStatus = says.what === 'nothing' ? undefined : status.status;
  const { documents, files } = await tools.files.sealReceived(record, [{ kind, bytes }]);
  return {
    ...tellReceived({ ...record, documents }, { ...(buyerStatus && { buyerStatus }), raw }, tools),
    files,
  };
}

const withCare = (
  care: InvoiceRecord['care'],
  errors: readonly Finding[],
  { clock }: Pick<RefusalTools, 'clock'>,
) => mergeCareRows(care, careRows(errors, clock.now()));
