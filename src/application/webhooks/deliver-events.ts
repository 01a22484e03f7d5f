import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import {
  DELIVERIES_KEPT_MS,
  nextDeliveryAttempt,
  receiverTask,
  WEBHOOK_DELIVERY,
  type DeliveryTry,
  type WebhookDelivery,
  withTry,
} from '../../domain/webhooks/delivery.ts';
import { CallFailed } from '../../domain/failures.ts';
import { parse } from '../../domain/json/json-object.ts';
import { type LastDelivery, OPERATOR_OWNER, type Webhook } from '../../domain/webhooks/webhook.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { Log } from '../../ports/log.ts';
import type { Outbound } from '../../ports/outbound.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { DeliveryStore, WebhookStore } from '../../ports/webhook-store.ts';
import { type CanonicalBesideEvents, isOfReceived } from '../events/canonical-beside-events.ts';
import type { MarkedStep, RecordKind, Run, WorkStep } from '../work/record-kind.ts';
import type { ReceiverLog } from './receiver-log.ts';
import { signDelivery, type SignaturePorts } from './sign-delivery.ts';
import type { TellDeadDeliveries } from './tell-dead-deliveries.ts';
import { type Connection, type Delivered, postEvent } from './webhook-call.ts';
import { wordEvent, type EventWording } from './word-event.ts';

interface Ports extends SignaturePorts, EventWording {
  readonly webhooks: Pick<WebhookStore, 'find' | 'noteDelivery'>;
  readonly deliveries: DeliveryStore;
  readonly eventFeed: Pick<EventFeed, 'events'>;
  readonly canonicalBesideEvents: Pick<CanonicalBesideEvents, 'add'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly outbound: Pick<Outbound, 'call'>;
  readonly tellDead: Pick<TellDeadDeliveries, 'run'>;
  readonly clock: Clock;
  /** Signatures carry real time. */
  readonly realClock: Clock;
  readonly telemetry: Pick<Telemetry, 'webhookCalled'>;
  readonly log: Pick<Log, 'warn'>;
  /** Lines about failures. */
  readonly receiverLog: Pick<ReceiverLog, 'warn'>;
  /** `RETRY_SCALE`. */
  readonly retryScale: number;
}

/** The wait of a delivery to a webhook that is switched off; nothing is sent meanwhile. */
const INACTIVE_WAIT_MS = 5 * 60_000;
/** Ended rows that one sweep removes. */
const FORGOTTEN_AT_ONCE = 1000;

/** Deliveries to webhooks, at least once each (contract 6). */
export const webhookDeliveries = (ports: Ports): RecordKind<WebhookDelivery> => ({
  name: WEBHOOK_DELIVERY,
  noun: 'a webhook delivery',
  store: ports.deliveries,
  steps: {
    'pending deliver': {
      mark: (record, run) => deliver(record, 'kept', run, ports),
      afterMark: (record, connection: Connection, run) => deliver(record, connection, run, ports),
    },
  },
  taskOf: receiverTask,
  reschedule: (record, at) => wait(record, at, ports),
  mayGiveUp: () => true,
  giveUp: (record) => end(record, { state: 'dead', lastError: say('calls.service-failed-on-it') }, ports),
  noteFault: (record, error) =>
    error instanceof FailedBeforeCall ? { ...record, uncalled: (record.uncalled ?? 0) + 1 } : record,
  isDeadLetter: ({ state }) => state === 'dead',
  logFields: ({ id, client, eventId }) => ({ delivery_id: id, owner: client, event_id: eventId }),
  report: (before, after) => report(before, after, ports),
  tidyUp: async () => {
    const before = new Date(ports.clock.now().getTime() - DELIVERIES_KEPT_MS);
    await ports.deliveries.forget(before, FORGOTTEN_AT_ONCE);
  },
});

type Step = WorkStep<WebhookDelivery>;
/** The same run calls the receiver again, over a connection of this kind. */
type Repetition = MarkedStep<WebhookDelivery, Connection>;

/** No byte has left: the receiver cannot have the event. */
class FailedBeforeCall extends Error {}

/**
 * A process that dies over a delivery leaves a crash, which counts as an attempt: the receiver may have the event. An error before
 * the call does not count.
 */
async function deliver(
  record: WebhookDelivery,
  connection: Connection,
  run: Run,
  ports: Ports,
): Promise<Step | Repetition> {
  const prepared = await prepare(record, ports).catch((error: unknown) => {
    if (error instanceof CallFailed) throw error;
    throw new FailedBeforeCall('a webhook delivery could not be prepared', { cause: error });
  });
  if (!('call' in prepared)) return prepared;
  return call(record, { ...prepared.call, connection }, run, ports);
}

interface Call {
  readonly webhook: Webhook;
  readonly headers: Readonly<Record<string, string>>;
  readonly attempt: number;
  readonly text: string;
}

/** @returns the call to make, or the step of a delivery that is not to be called now. */
async function prepare(record: WebhookDelivery, ports: Ports): Promise<{ readonly call: Call } | Step> {
  const { client: owner, eventId, attempts, crashes = 0, uncalled = 0 } = record;
  const webhook = await ports.webhooks.find(owner);
  if (!webhook) return end(record, { state: 'dead', lastError: say('calls.webhook-was-removed') }, ports);
  if (!webhook.active) return waitForActivation(record, ports);
  const event = (await ports.eventFeed.events(record.invoiceId)).find((one) => one.eventId === eventId);
  if (!event) return end(record, { state: 'dead', lastError: say('calls.event-was-deleted') }, ports);
  const attempt = attempts + Math.max(0, crashes - uncalled) + 1;
  const stored = parse(event.text);
  const worded = await wordEvent(webhook, stored, ports);
  const whole = (await withCanonical(record, worded, ports)) ?? worded;
  // An event that nothing was done to is sent byte for byte.
  const text = whole === stored ? event.text : JSON.stringify(whole);
  const headers = await signDelivery(webhook, { eventId, attempt, text }, ports);
  return { call: { webhook, headers, attempt, text } };
}

/** Undefined if the client's profile does not say so, or the event has none. The operator's webhook gets no content. */
async function withCanonical(
  { client: owner, invoiceId, eventId }: WebhookDelivery,
  event: unknown,
  { clients, canonicalBesideEvents, audit, clock }: Ports,
): Promise<object | undefined> {
  if (owner === OPERATOR_OWNER || !isOfReceived(event)) return undefined;
  if (!(await clients.find(owner))?.includeCanonical) return undefined;
  const added = await canonicalBesideEvents.add({ invoiceId, event });
  if (added !== undefined)
    await audit.write({
      at: clock.now(),
      action: 'received_sent',
      actor: 'system',
      client: owner,
      subject: invoiceId,
      details: { event: eventId },
    });
  return added;
}

async function call(
  record: WebhookDelivery,
  { webhook, headers, attempt, text, connection }: Call & { readonly connection: Connection },
  run: Run,
  ports: Ports,
): Promise<Step | Repetition> {
  const began = ports.clock.now();
  const result = await postEvent(webhook, headers, text, ports.outbound, connection);
  const now = ports.clock.now();
  ports.telemetry.webhookCalled(resultLabel(result), (now.getTime() - began.getTime()) / 1000);
  // Written together with the delivery, not before it: the receiver has the event, whether the note succeeds or not.
  const noted = noteDelivery(webhook.owner, { at: now, httpStatus: result.httpStatus }, ports);
  run.atEnd(() => noted);
  const { crashes: _, uncalled: _1, inactiveSince: _2, ...rest } = record;
  const attempted: WebhookDelivery = { ...rest, attempts: attempt, lastAttemptAt: now };
  const step = stepAfter(attempted, result, now, ports);
  return { ...step, record: withTry(step.record, tryOf(result, began, now)) };
}

function stepAfter(record: WebhookDelivery, result: Delivered, now: Date, ports: Ports): Step | Repetition {
  if (!result.delivered && result.idleEnded) return repeatAtOnce(record, result.error, ports);
  if (!result.delivered) return tryAgainLater(record, result.error, now, ports);
  const { lastError: _, ...clean } = record;
  return end(clean, { state: 'delivered' }, ports);
}

const tryOf = (result: Delivered, at: Date, ended: Date): Omit<DeliveryTry, 'nextAt'> => ({
  at,
  tookMs: Math.max(0, ended.getTime() - at.getTime()),
  ...(result.httpStatus !== null && { httpStatus: result.httpStatus }),
  ...(!result.delivered && { error: result.error }),
});

/**
 * The receiver may have read the request, so the repetition is an attempt of its own, with its own number and signature. It is no failure of
 * the schedule: receivers close idle connections as they like.
 */
const repeatAtOnce = (record: WebhookDelivery, lastError: Text, ports: Ports): Repetition => ({
  ...wait({ ...record, lastError }, ports.clock.now(), ports),
  call: 'new',
});

/** Only shown: a note that is lost is replaced by that of the next delivery. */
const noteDelivery = (owner: string, last: LastDelivery, { webhooks, log }: Ports): Promise<void> =>
  webhooks
    .noteDelivery(owner, last)
    .catch((cause: unknown) => log.warn({ owner, err: cause }, 'the last delivery was not noted'));

function tryAgainLater(record: WebhookDelivery, lastError: Text, now: Date, ports: Ports): Step {
  const failures = record.failures + 1;
  const firstFailureAt = record.firstFailureAt ?? now;
  const next = nextDeliveryAttempt(failures, firstFailureAt, now, ports.retryScale);
  const counted: WebhookDelivery = { ...record, failures, firstFailureAt, lastError };
  return next === 'give-up' ? end(counted, { state: 'dead' }, ports) : wait(counted, next, ports);
}

/** A webhook that is switched off is not called; a delivery that waits longer than a failing one would is dead. */
function waitForActivation(record: WebhookDelivery, ports: Ports): Step {
  const { retryScale, clock } = ports;
  const now = clock.now();
  const since = record.firstFailureAt ?? record.inactiveSince ?? record.updatedAt;
  const next = nextDeliveryAttempt(Number.MAX_SAFE_INTEGER, since, now, retryScale);
  if (next === 'give-up')
    return end(record, { state: 'dead', lastError: say('calls.webhook-is-switched-off') }, ports);
  const waiting = { ...record, inactiveSince: record.inactiveSince ?? since };
  return wait(waiting, new Date(now.getTime() + INACTIVE_WAIT_MS * retryScale), ports);
}

const wait = (record: WebhookDelivery, dueAt: Date, { clock }: Pick<Ports, 'clock'>): Step =>
  stepTo({ ...record, dueAt }, clock);

const end = (
  record: WebhookDelivery,
  ending: Pick<WebhookDelivery, 'state' | 'lastError'>,
  { clock }: Pick<Ports, 'clock'>,
): Step => stepTo({ ...record, ...ending, dueAt: null }, clock);

const stepTo = (record: WebhookDelivery, clock: Clock): Step => ({
  record: { ...record, version: record.version + 1, updatedAt: clock.now() },
  events: [],
  files: [],
});

const resultLabel = (result: Delivered): string =>
  result.delivered
    ? 'delivered'
    : result.httpStatus === null
      ? 'no-answer'
      : `http-${Math.floor(result.httpStatus / 100)}xx`;

function report(before: WebhookDelivery, after: WebhookDelivery, { receiverLog, tellDead }: Ports): void {
  const { id, client: owner, eventId, attempts, failures, lastError, dueAt } = after;
  const fields = { delivery_id: id, event_id: eventId, attempts, error: lastError };
  if (after.state === 'dead') {
    receiverLog.warn(owner, fields, 'a webhook delivery is dead');
    tellDead.run(owner);
    return;
  }
  if (failures > before.failures)
    receiverLog.warn(owner, { ...fields, due_at: dueAt }, 'a webhook delivery failed');
}
