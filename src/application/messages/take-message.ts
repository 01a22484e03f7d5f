import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { SentQuery } from '../../ports/invoice-reads.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { CollectedDocument } from '../../ports/rail/receiving.ts';
import type { DerivedReport } from '../../ports/rail/report-flows.ts';
import type { RouteMessage } from '../../ports/rail/route-messages.ts';
import type { SubmissionQuery } from '../../ports/status-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { Step } from '../lifecycle/move.ts';
import { tellOpened } from '../lifecycle/tell-opened.ts';
import { isOverdue } from '../../domain/sending/retry.ts';
import { hasLastWord } from '../../domain/vocabulary/buyer-status.ts';
import { findMeant, type Source } from './about-invoice.ts';
import { answerPoll, applyMessage, isAnswer, keepUnmatched } from './apply-message.ts';
import type { AnswerPorts } from '../sending/sending-ports.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { countPayment } from './payments.ts';
import { sentUnder } from './feed-care.ts';
import type { SentFacts } from './sent-facts.ts';

export interface MessagePorts extends AnswerPorts {
  readonly invoices: Pick<InvoiceStore, 'findSent' | 'list' | 'commit'>;
  readonly takeStatusMessage: TakesStatusMessages;
  readonly takeReceivedMessage: TakesReceivedMessages;
  readonly telemetry: Pick<Telemetry, 'invoiceMoved' | 'careOpened'>;
  readonly facts: SentFacts;
  /** For stored payments. */
  readonly content: TextSealer;
}

/** Applies messages about statuses that clients sent. */
export interface TakesStatusMessages {
  run(message: RouteMessage, query: SubmissionQuery): Promise<'taken' | 'known' | 'unknown' | 'retry-later'>;
}

/** Applies messages about received invoices. */
export interface TakesReceivedMessages {
  /** @returns undefined if it is to be tried again. */
  run(
    message: RouteMessage,
    source: Pick<Source, 'client' | 'route' | 'credentialId'>,
  ): Promise<'taken' | 'known' | 'unknown' | 'retry-later' | undefined>;
}

/** Takes reports that a platform has derived from our invoices. Taking one again changes nothing. */
export interface TakesDerivedReports {
  run(report: DerivedReport, source: Pick<Source, 'client' | 'route'>): Promise<void>;
}

/** Takes in invoices that came in a list of messages, if the client collects from the route. Taking one again changes nothing. */
export interface TakesCollected {
  withMessages(
    source: Pick<Source, 'client' | 'route'>,
    documents: readonly CollectedDocument[],
  ): Promise<void>;
}

/** An inquiry comes within hours: more invoices of a client do not wait for one. */
const MAX_SUBMITTING = 200;

type NamedAbout = Exclude<RouteMessage['about'], { readonly namesNothing: true }>;

/**
 * The result of a message: `known` was taken in before; `unknown` is about no sent invoice or status; `unmatched` fits none or several of the
 * invoices under its number; `early` comes before the invoice's own answer.
 */
type Taken = 'taken' | 'known' | 'unknown' | 'unmatched' | 'retry-later';

/** Applies one message. Applying it again changes nothing. */
export const takeMessage = (message: RouteMessage, source: Source, ports: MessagePorts): Promise<Taken> =>
  repeatOnConflict(
    () => tryToTake(message, source, ports),
    () => 'retry-later',
  );

/** @returns undefined if it is to be tried again: a worker was faster, or the message had to be preceded by an answer. */
async function tryToTake(
  message: RouteMessage,
  source: Source,
  ports: MessagePorts,
): Promise<Taken | undefined> {
  const { client, route } = source;
  const { about } = message;
  if ('namesNothing' in about) return keepUnnamed(message, source, ports);
  const invoices = await ports.invoices.findSent({ client, route, ...nameOf(about) });
  const fitting = await findMeant(message, invoices, source, ports);
  const meant = chooseOne(fitting, message);
  const [newest] = invoices;
  if (!newest) {
    if ('legalId' in about && (await mayGetItsName(message, source, ports))) return 'retry-later';
    if (!('submissionId' in about)) return ports.takeReceivedMessage.run(message, source);
    return ports.takeStatusMessage.run(message, { client, route, submissionId: about.submissionId });
  }
  if (fitting.length > 1 && (await isTaken(message, fitting, ports))) return 'known';
  if (!meant) {
    // A supplier may have the same number.
    const ofReceived = await ports.takeReceivedMessage.run(message, source);
    if (ofReceived === 'taken' || ofReceived === 'known' || ofReceived === undefined) return ofReceived;
    if (isDecidedSoon(fitting, ports)) return 'retry-later';
    const step = await keepUnmatched(newest, message, ports);
    if (!step) return 'known';
    return (await commitStep(newest, step, ports)) ? 'unmatched' : undefined;
  }
  if (message.proves && (meant.state === 'submitted' || endsLostCall(meant, message))) {
    // A route that names the submission is asked for its receipt.
    const named = message.named ?? { hasNoReceipt: true as const };
    const proven = await answerPoll(meant, { mapping: message.proves, ...named }, ports);
    await commitStep(meant, proven, ports);
    return undefined;
  }
  const isTakeable = mayTake(meant, message, ports) || (isAnswer(message) && endsLostCall(meant, message));
  if (isOpen(meant) && !isTakeable) return 'retry-later';
  const counted = await countPayment(message, meant, ports);
  const step = await applyMessage(counted.record, counted.message, ports);
  if (!step) return 'known';
  return (await commitStep(meant, step, ports)) ? 'taken' : undefined;
}

/** Without an invoice that was sent under the credential there is none that the message could be about. */
async function keepUnnamed(
  message: RouteMessage,
  source: Source,
  ports: MessagePorts,
): Promise<Taken | undefined> {
  const sent = await sentUnder(source, ports);
  const [newest] = sent;
  if (!newest) return 'unknown';
  const step = await keepUnmatched(newest, message, ports);
  const storedSha256 = step?.files?.[0]?.sha256;
  if (!step || sent.some(({ documents }) => documents.some(({ sha256 }) => sha256 === storedSha256)))
    return 'known';
  return (await commitStep(newest, step, ports)) ? 'unmatched' : undefined;
}

function nameOf(about: NamedAbout): Pick<SentQuery, 'submissionId' | 'legalId' | 'invoiceNumber'> {
  if ('submissionId' in about) return { submissionId: about.submissionId };
  return 'legalId' in about ? { legalId: about.legalId } : { invoiceNumber: about.invoiceNumber };
}

/** @returns false if a worker was faster. */
async function commitStep(record: InvoiceRecord, step: Step, ports: MessagePorts): Promise<boolean> {
  const { invoices, telemetry } = ports;
  if ((await invoices.commit({ ...step, audit: [] })) === 'conflict') return false;
  if (step.record.state !== record.state) telemetry.invoiceMoved(record.route, step.record.state);
  tellOpened(record.care, step.record.care, ports);
  return true;
}

/**
 * Of several invoices that fit, the delivered one whose buyer has not given a last answer. If two are left, none is chosen. An invoice that
 * waits for its own answer comes before those that were never delivered. A refusal may be about one of either kind, or repeat an earlier one.
 */
function chooseOne(fitting: readonly InvoiceRecord[], message: RouteMessage): InvoiceRecord | undefined {
  const invoices = fitting.filter((record) => isHeld(record) || mayBeRefusedBy(message, record));
  const groups = [
    invoices.filter(({ buyerStatus }) => !hasLastWord(buyerStatus)),
    invoices,
    fitting.filter(isOpen),
    fitting,
  ];
  const [first, ...more] = groups.find((group) => group.length > 0) ?? [];
  return more.length === 0 ? first : undefined;
}

/** An invoice that the route holds takes the message before its end if the message is that end, or if all ends come as messages. */
function mayTake(
  { state, route }: InvoiceRecord,
  message: RouteMessage,
  { rails }: Pick<AnswerPorts, 'rails'>,
): boolean {
  return state === 'submitted' && (isAnswer(message) || rails.get(route)?.endsByMessages === true);
}

function mayBeRefusedBy({ effect, settlesAs }: RouteMessage, record: InvoiceRecord): boolean {
  if (effect.kind !== 'answer' || effect.mapping.meaning !== 'refused') return false;
  const { state, errors, documents } = record;
  const isAlreadyRefused = state === 'rejected' && errors[0]?.code === effect.mapping.code;
  return isOpen(record) || (isAlreadyRefused && !documents.some(({ kind }) => kind === settlesAs));
}

/** Read again, a message stays with its invoice, also if it fits another one by now. */
async function isTaken(
  { kind, bytes }: RouteMessage,
  fitting: readonly InvoiceRecord[],
  { files }: Pick<AnswerPorts, 'files'>,
): Promise<boolean> {
  const [sealed] = (await files.sealReceived(fitting[0]!, [{ kind, bytes }])).files;
  const documents = fitting.flatMap((record) => record.documents);
  return documents.some((file) => file.kind !== 'unmatched-answer' && file.sha256 === sealed?.sha256);
}

/** The message waits if it may fit one invoice alone once another has its own answer, which does not come as a message. */
function isDecidedSoon(fitting: readonly InvoiceRecord[], ports: Pick<AnswerPorts, 'clock'>): boolean {
  const holding = fitting.filter(isHeld).length;
  const open = fitting.filter(isOpen);
  return holding < 2 && holding + open.length > 1 && open.some((record) => endsSoon(record, ports));
}

const endsSoon = (record: InvoiceRecord, { clock }: Pick<AnswerPorts, 'clock'>): boolean =>
  isOpen(record) && !isOverdue(record.submission?.heldSince ?? lastCallOf(record), clock.now());

/** The invoice may have been sent before the message with an answer that was lost: an inquiry will have the route's name for it. */
async function mayGetItsName({ setAt }: RouteMessage, { client, route }: Source, ports: MessagePorts) {
  if (!setAt) return false;
  const query = { client, routes: [route], states: ['submitting'], sort: 'oldest', page: 1 } as const;
  const { invoices } = await ports.invoices.list({ ...query, pageSize: MAX_SUBMITTING });
  return invoices.some((record) => lastCallOf(record) <= setAt && endsSoon(record, ports));
}

const lastCallOf = ({ submission, updatedAt }: InvoiceRecord): Date =>
  submission?.calledAt ?? submission?.startedAt ?? updatedAt;

/** The message answers the call that a status inquiry has not settled yet. A call under way has its own answer first. */
const endsLostCall = ({ state, submission }: InvoiceRecord, { named }: RouteMessage): boolean =>
  state === 'submitting' &&
  named?.reference !== undefined &&
  submission?.outcomeUnknown === true &&
  !submission.isCalling;

const isHeld = ({ state }: InvoiceRecord): boolean => state === 'delivered' || state === 'accepted';
/** Whether its own answer is still to come. */
const isOpen = ({ state }: InvoiceRecord): boolean =>
  state === 'submitting' || state === 'submitted' || state === 'queued';
