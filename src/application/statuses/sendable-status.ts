import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { type Conclusion, OUTCOMES } from '../../domain/sending/outcomes.ts';
import { nextPoll } from '../../domain/sending/retry.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import { mayHoldDocument } from '../../domain/sending/submission.ts';
import { hasEnded, isBefore, type OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { StatusMessages } from '../../ports/rail/status-messages.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import { requireSubmission } from '../sending/attempt.ts';
import type { OutgoingDocument, Sendable, SubmittedProgress } from '../sending/sendable.ts';
import type { WorkStep } from '../work/record-kind.ts';
import { noteEnd, noteTrouble } from './status-care.ts';
import { type Ending, type StatusOutcomePorts, recordOutcome } from './status-outcome.ts';

export interface StatusPorts extends StatusOutcomePorts {
  readonly statuses: Pick<StatusStore, 'ofInvoice'>;
  readonly digests: Digests;
}

/** What is sealed of a status. */
export interface StatusMessage {
  readonly message: Uint8Array;
  /** Identifiers of the sending party, by which its credential is chosen. */
  readonly partyIds: readonly string[];
}

export const messageText = ({ message, partyIds }: StatusMessage): string =>
  JSON.stringify({ message: new TextDecoder().decode(message), partyIds });

function messageOf(text: string): StatusMessage {
  const { message, partyIds } = JSON.parse(text) as { message: string; partyIds: readonly string[] };
  return { message: new TextEncoder().encode(message), partyIds };
}

type StatusStep = WorkStep<OutgoingStatus>;

/** How long a status waits for an earlier one of its invoice. */
const ORDER_WAIT_MS = 5_000;

/** A status that a client sends, as the engine sends it. */
export const sendableStatus = (ports: StatusPorts): Sendable<OutgoingStatus> => ({
  metricPrefix: 'status-',
  outcomesOf: () => OUTCOMES.status,
  waitsUntil: async (record) => {
    const others = await ports.statuses.ofInvoice(record.invoiceId);
    // In order: a route takes no step back, and the invoice shows the last status.
    const isSecond = others.some((other) => !hasEnded(other) && isBefore(other, record));
    return isSecond ? new Date(ports.clock.now().getTime() + ORDER_WAIT_MS) : undefined;
  },
  carrierOn: messagesOn,
  open: (record, rail) => openStatus(record, rail, ports),
  // The platform that holds the invoice gets the status.
  goesUnderAccountOf: async ({ invoiceId }) => {
    const invoice = await ports.invoices.find(invoiceId);
    return invoice?.submission && requireSubmission(invoice);
  },
  accountWaits: ({ pollWaitsMs }) => pollWaitsMs,
  mark: (record) => reschedule({ ...record, state: 'sending', work: 'inquire' }, ports.clock.now(), ports),
  note: (progress, { mapping }, { course, isBehindClock = false }) =>
    isBehindClock
      ? noteTrouble(progress, { mapping: COMMON_STATUSES.clockSetBack, waits: true }, ports)
      : noteTrouble(progress, { mapping, waits: course === 'poll-again' }, ports),
  reschedule: (record, at) => reschedule(record, at, ports),
  awaitCall: (record, at) =>
    mayHoldDocument(record.submission)
      ? reschedule({ ...record, state: 'sending', work: 'inquire' }, at, ports)
      : reschedule({ ...record, state: 'queued', work: 'send' }, at, ports),
  renew: async ({ record, rail }) => {
    const { message, partyIds } = await openMessage(record, ports);
    const letter = messagesOn(rail).renew(message);
    const text = messageText({ message: letter.message, partyIds });
    const sealedMessage = await ports.content.sealText(record.client, text);
    return { record: { ...record, sealedMessage }, submissionId: letter.submissionId };
  },
  conclude: (sent, conclusion, answer) => conclude(sent, conclusion, answer, ports),
  giveUp: ({ record }, { mapping }) => end(record, 'dead', { rejection: withDeadHint(mapping) }, ports),
});

function messagesOn({ route, statusMessages }: Rail): StatusMessages {
  if (!statusMessages) throw new Error(`the rail of ${route} sends no statuses`);
  return statusMessages;
}

const openMessage = async (
  { client, sealedMessage }: OutgoingStatus,
  { content }: Pick<StatusPorts, 'content'>,
): Promise<StatusMessage> => messageOf(await content.openText(client, sealedMessage));

async function openStatus(
  record: OutgoingStatus,
  rail: Rail,
  ports: StatusPorts,
): Promise<OutgoingDocument<OutgoingStatus>> {
  const { message: bytes, partyIds } = await openMessage(record, ports);
  return {
    about: {
      documentSha256: ports.digests.sha256(bytes),
      legalId: null,
      document: () => Promise.reject(new Error('a status has no document of its own')),
    },
    partyIds: async () => partyIds,
    bytes: async () => bytes,
    load: async () => ({
      bytes,
      record,
      send: (inquiry) => messagesOn(rail).send({ ...inquiry, bytes }),
    }),
  };
}

async function conclude(
  { record, rail, ports: { clock, retryScale } }: SubmittedProgress<OutgoingStatus>,
  conclusion: Conclusion,
  { mapping }: RailAnswer,
  ports: StatusPorts,
): Promise<StatusStep> {
  if (conclusion === 'reject') return end(record, 'refused', { rejection: mapping }, ports);
  if (typeof conclusion !== 'object') throw new Error(`no status ends by ${conclusion}`);
  if (conclusion.then === 'poll') {
    const at = nextPoll(rail.pollWaitsMs, record.submission.polls, clock.now(), retryScale);
    return reschedule({ ...record, state: 'sent', work: 'poll', failures: 0 }, at, ports);
  }
  const message = messagesOn(rail).read((await openMessage(record, ports)).message);
  if (!message) throw new Error(`the message of ${record.id} cannot be read`);
  return end(record, 'taken', { message }, ports);
}

/** The hint of a waiting status does not move one that was given up. */
const withDeadHint = (mapping: StatusMapping): StatusMapping =>
  mapping.hintAtLast === undefined
    ? mapping
    : {
        ...mapping,
        fixHint: sentences(
          mapping.hintAtLast,
          say('statuses.then-send-status-again-under-new-idempotency-key'),
        ),
      };

/** If a process dies between both commits, the route is asked again, and the event is there already. */
async function end(
  record: OutgoingStatus,
  state: 'taken' | 'refused' | 'dead',
  ending: Ending,
  ports: StatusPorts,
): Promise<StatusStep> {
  await noteEnd(record, { ...ending, isGivenUp: state === 'dead' }, ports);
  await recordOutcome(record, ending, ports);
  return stepTo({ ...record, state, dueAt: null }, ports);
}

const reschedule = (record: OutgoingStatus, dueAt: Date, ports: { readonly clock: Clock }): StatusStep =>
  stepTo({ ...record, dueAt }, ports);

const stepTo = (record: OutgoingStatus, { clock }: { readonly clock: Clock }): StatusStep => ({
  record: { ...record, version: record.version + 1, updatedAt: clock.now() },
  events: [],
  files: [],
});
