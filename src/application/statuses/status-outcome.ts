import { changesReceived, changesStatus } from '../../domain/vocabulary/buyer-status.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { RECEIVED_ID, type ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import {
  hasEnded,
  laterRejectionEventId,
  outcomeEventId,
  type OutgoingStatus,
} from '../../domain/statuses/outgoing-status.ts';
import { noteAnswer } from '../../domain/statuses/answer.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { Ids } from '../../ports/ids.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { RouteMessage, Words } from '../../ports/rail/route-messages.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { careRows } from '../care/care.ts';
import { applyMessage } from '../messages/apply-message.ts';
import { findingOf } from '../sending/care.ts';
import { type CareTelemetry, tellOpened } from '../lifecycle/tell-opened.ts';
import type { CareRecord } from '../lifecycle/write-care.ts';
import type { AnswerPorts } from '../sending/sending-ports.ts';
import { countPayment } from '../messages/payments.ts';
import type { SentFacts } from '../messages/sent-facts.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import { appendEvent, mergeCareRows, type Step } from '../lifecycle/move.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { tellReceived } from '../received/received-event.ts';
import type { WorkStep } from '../work/record-kind.ts';

/** What a rejection takes. */
export interface StatusRejectionPorts extends Pick<AnswerPorts, 'catalogue' | 'clock' | 'reportWriter'> {
  /** Absent in a command: it has no metrics. */
  readonly telemetry?: CareTelemetry['telemetry'];
  readonly invoices: Pick<InvoiceStore, 'find' | 'commit'>;
  readonly eventFeed: Pick<EventFeed, 'events'>;
  readonly received: Pick<ReceivedStore, 'find' | 'commit'>;
}

export interface StatusOutcomePorts extends AnswerPorts, StatusRejectionPorts {
  readonly invoices: StatusRejectionPorts['invoices'] & AnswerPorts['invoices'];
  readonly facts: SentFacts;
  readonly content: TextSealer;
}

/** How a status ended: the message that the route has taken, or why it was not taken. */
export type Ending = Taken | Rejection;
interface Taken {
  readonly message: RouteMessage;
}
export interface Rejection {
  readonly rejection: StatusMapping;
  /** The text of the refusing party. */
  readonly words?: Words;
  /** Without content of the invoice. */
  readonly raw?: unknown;
}

/**
 * Writes the outcome of a status on its invoice, by one event whose id is made from the status: repeated, also after a crash, it
 * changes nothing. A deleted invoice gets none.
 */
export async function recordOutcome(
  status: OutgoingStatus,
  ending: Ending,
  ports: StatusOutcomePorts,
): Promise<void> {
  if ('rejection' in ending) return recordRejection(status, ending, ports);
  await commitOnce(status, outcomeOf(status), ports, {
    ofSent: (record, ids) => applyToSent(record, ending, { ...ports, ids }),
    ofReceived: (record, ids) => applyToReceived(record, { status, ending }, { ...ports, ids }),
  });
}

/** As `recordOutcome`, of a status that was not taken. */
export async function recordRejection(
  status: OutgoingStatus,
  rejection: Rejection,
  ports: StatusRejectionPorts,
): Promise<void> {
  await commitOnce(status, outcomeOf(status), ports, rejectionSteps(status, rejection, ports));
}

/**
 * As `recordRejection`, of a status whose message the route had: by an event of its own, after that of the outcome.
 * @returns `wait` if the worker of the status is writing its outcome.
 */
export const recordLaterRejection = (
  status: OutgoingStatus,
  rejection: Rejection,
  ports: StatusRejectionPorts,
): Promise<'done' | 'wait'> =>
  commitOnce(status, laterRejectionOf(status), ports, rejectionSteps(status, rejection, ports));

const rejectionSteps = (
  status: OutgoingStatus,
  { rejection, words, raw }: Rejection,
  ports: StatusRejectionPorts,
): Steps => ({
  ofSent: async (record, ids) => {
    const errors = [findingOf(record, { mapping: rejection, ...words }, ports)];
    const care = withCare(record.care, errors, ports);
    const route = raw !== undefined && { route: { raw } };
    return appendEvent({ ...record, care }, { ...ports, ids }, { errors, ...route });
  },
  ofReceived: async (record, ids) => {
    const errors = [findingOf(record, { mapping: rejection, ...words }, ports)];
    const care = withCare(record.care, errors, ports);
    return tellReceived(
      noteAnswer({ ...record, care }, status, 'failed'),
      { errors, raw },
      { ...ports, ids },
    );
  },
});

interface Steps {
  ofSent(record: InvoiceRecord, ids: Ids): Promise<Step | undefined>;
  ofReceived(record: ReceivedRecord, ids: Ids): Promise<WorkStep<ReceivedRecord>>;
}

/** An event of a status, and what the events that are there already mean for it. */
interface StatusEvent {
  readonly id: string;
  next(written: ReadonlySet<string>): 'write' | 'done' | 'wait';
}

/** After a rejection that came as a message, an outcome of a worker that has not heard of it would be told last. */
const outcomeOf = (status: OutgoingStatus): StatusEvent => {
  const [id, later] = [outcomeEventId(status), laterRejectionEventId(status)];
  return { id, next: (written) => (written.has(id) || written.has(later) ? 'done' : 'write') };
};

const laterRejectionOf = (status: OutgoingStatus): StatusEvent => {
  const [id, outcome] = [laterRejectionEventId(status), outcomeEventId(status)];
  const next = (written: ReadonlySet<string>) => {
    if (written.has(id)) return 'done';
    return written.has(outcome) && !hasEnded(status) ? 'wait' : 'write';
  };
  return { id, next };
};

type Next = ReturnType<StatusEvent['next']>;

/** Commits the event of a status, unless it is there already. */
function commitOnce(
  { invoiceId }: OutgoingStatus,
  event: StatusEvent,
  { invoices, received, eventFeed, telemetry }: StatusRejectionPorts,
  steps: Steps,
): Promise<'done' | 'wait'> {
  const ids: Ids = { next: () => event.id };
  const look = async (): Promise<Next> => {
    const events = await eventFeed.events(invoiceId);
    return event.next(new Set(events.map(({ eventId }) => eventId)));
  };
  return RECEIVED_ID.test(invoiceId)
    ? commitToInvoice(received, invoiceId, (record) => steps.ofReceived(record, ids), { look, telemetry })
    : commitToInvoice(invoices, invoiceId, (record) => steps.ofSent(record, ids), { look, telemetry });
}

/**
 * Commits a step of an invoice that its own worker may change meanwhile.
 * @param look what is left to do. It follows the read of the record: an event that comes later changes the version.
 * @param telemetry of a step that may open care rows.
 */
export async function commitToInvoice<R extends CareRecord>(
  ledger: Pick<Ledger<R>, 'find' | 'commit'>,
  id: string,
  stepOf: (record: R) => Promise<WorkStep<R> | undefined>,
  {
    look = async () => 'write',
    telemetry,
  }: { readonly look?: () => Promise<Next> } & Partial<CareTelemetry> = {},
): Promise<'done' | 'wait'> {
  const commit = async () => {
    const record = await ledger.find(id);
    if (!record) return 'done';
    const next = await look();
    if (next !== 'write') return next;
    const step = await stepOf(record);
    if (!step) return 'done';
    if ((await ledger.commit({ ...step, audit: [] })) === 'conflict') return undefined;
    if (telemetry) tellOpened(record.care, step.record.care, { telemetry });
    return 'done';
  };
  return repeatOnConflict(commit, () => {
    throw new Error(`${id} is changed by other workers all the time`);
  });
}

async function applyToSent(
  before: InvoiceRecord,
  ending: Taken,
  ports: StatusOutcomePorts,
): Promise<Step | undefined> {
  const { record, message } = await countPayment(ending.message, before, ports);
  return applyMessage(record, withEvent(message, record), ports);
}

/** A status that changes nothing, such as a part payment, gets an event all the same. */
function withEvent(message: RouteMessage, { buyerStatus }: InvoiceRecord): RouteMessage {
  const { effect } = message;
  const changesInvoice = effect.kind === 'status' && changesStatus(buyerStatus, effect.status);
  return changesInvoice ? message : { ...message, effect: { kind: 'event-only' } };
}

async function applyToReceived(
  record: ReceivedRecord,
  { status, ending }: { readonly status: OutgoingStatus; readonly ending: Taken },
  ports: StatusOutcomePorts,
): Promise<WorkStep<ReceivedRecord>> {
  const { kind, bytes, raw, effect } = ending.message;
  const isStatus = status.status !== 'message' && effect.kind !== 'nothing';
  // After a part payment or a text, what was said before it still holds.
  const buyerStatus = isStatus ? status.status : undefined;
  const { documents, files } = await ports.files.sealReceived(record, [{ kind, bytes }]);
  const isNew = buyerStatus !== undefined && changesReceived(record.presentStatus, buyerStatus);
  return {
    ...tellReceived(
      noteAnswer(
        { ...record, documents, ...(isNew && { presentStatus: buyerStatus }) },
        status,
        'handed_over',
      ),
      { ...(buyerStatus && { buyerStatus }), raw },
      ports,
    ),
    files,
  };
}

const withCare = (
  care: InvoiceRecord['care'],
  errors: readonly Finding[],
  { clock }: Pick<StatusRejectionPorts, 'clock'>,
) => mergeCareRows(care, careRows(errors, clock.now()));
