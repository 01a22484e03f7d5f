import { handleRows, ofCodes } from '../../domain/lifecycle/care-rows.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { BUYER_ASKS } from '../../domain/lifecycle/buyer-asks.ts';
import { changesStatus, isAsking } from '../../domain/vocabulary/buyer-status.ts';
import { mayMove } from '../../domain/lifecycle/states.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { CareRow, DocumentKind, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { RouteMessage, Words } from '../../ports/rail/route-messages.ts';
import { careRows } from '../care/care.ts';
import { appendEvent, mergeCareRows, move, rescheduleSilently, type Step } from '../lifecycle/move.ts';
import { applyAnswer } from '../sending/apply-answer.ts';
import type { AnswerPorts } from '../sending/sending-ports.ts';
import { invoiceRecorder } from '../sending/invoice-outcome.ts';
import { progressOn, railOf } from '../sending/attempt.ts';
import { routeFacts } from '../sending/route-facts.ts';
import { findingOf } from '../sending/care.ts';

/** Applies a message of the route, the receiver or the buyer to an invoice; undefined if it was applied before. */
export async function applyMessage(
  record: InvoiceRecord,
  message: RouteMessage,
  ports: AnswerPorts,
): Promise<Step | undefined> {
  const kind = kindOf(record, message);
  const { documents, files } = await ports.files.sealReceived(record, [{ kind, bytes: message.bytes }]);
  const kinds: ReadonlySet<DocumentKind | undefined> = new Set([message.kind, message.settlesAs]);
  const isKnown = record.documents.some((file) => kinds.has(file.kind) && file.sha256 === files[0]?.sha256);
  if (isKnown || (await isRepetition(record, message, ports))) return undefined;
  return { ...(await stepOf({ ...record, documents }, message, ports)), files };
}

/** For a message that only makes an event: networks repeat some messages in other bytes. */
async function isRepetition(
  record: InvoiceRecord,
  { kind, effect, repeats }: RouteMessage,
  { files }: AnswerPorts,
): Promise<boolean> {
  if (!repeats || (effect.kind !== 'event-only' && effect.kind !== 'trouble')) return false;
  const earlier = await files.read(record, kind);
  return earlier !== undefined && repeats(earlier);
}

/**
 * Keeps a message that fits none or several of the invoices under its number, or names none. It is stored with the newest of them, with a
 * care row, and changes nothing else (decisions, "correlation"). Undefined if it was kept before.
 */
export async function keepUnmatched(
  record: InvoiceRecord,
  { bytes, effect }: RouteMessage,
  ports: AnswerPorts,
): Promise<Step | undefined> {
  const { documents, files } = await ports.files.sealReceived(record, [{ kind: 'unmatched-answer', bytes }]);
  if (record.documents.some(({ sha256 }) => sha256 === files[0]?.sha256)) return undefined;
  const mapping = effect.kind === 'trouble' ? effect.mapping : COMMON_STATUSES.unmatched;
  const finding = findingOf(record, { mapping }, ports);
  const care = mergeCareRows(record.care, careRows([finding], ports.clock.now()));
  return { ...keepDocument({ ...record, documents, care }, ports), files };
}

/** The first message that decides the submission is its proof. */
function kindOf({ documents }: InvoiceRecord, { kind, settlesAs }: RouteMessage): DocumentKind {
  const isProven = documents.some((file) => file.kind === settlesAs);
  return settlesAs === undefined || isProven ? kind : settlesAs;
}

/** Whether a message reports an end that the invoice has not reached yet: such a message waits for no other answer. */
export const isAnswer = ({ effect }: RouteMessage): boolean => effect.kind === 'answer';

async function stepOf(record: InvoiceRecord, message: RouteMessage, ports: AnswerPorts): Promise<Step> {
  const { effect, raw } = message;
  const route = routeFacts(record, { raw }, railOf(record, ports));
  switch (effect.kind) {
    case 'answer':
      if (isUnsettled(record)) return answerPoll(record, { ...effect, ...message.named, raw }, ports);
      return effect.mapping.meaning === 'refused'
        ? refuseLate(record, effect.mapping, raw, ports)
        : keepDocument(record, ports);
    case 'refused':
      return refuseLate(record, effect.mapping, raw, ports, effect.words);
    case 'trouble': {
      const errors = [findingOf(record, { mapping: effect.mapping, ...effect.words }, ports)];
      const care = mergeCareRows(record.care, careRows(errors, ports.clock.now()));
      return appendEvent({ ...record, care }, ports, { route, errors });
    }
    case 'confirmed':
      return confirm(record, ports);
    case 'event-only':
      return appendEvent(record, ports, { route });
    case 'status': {
      const asksAgain = isAsking(effect.status) && record.buyerStatus === effect.status;
      if (asksAgain) return keepDocument({ ...record, care: careAfter(record, effect, ports) }, ports);
      if (!changesStatus(record.buyerStatus, effect.status)) return keepDocument(record, ports);
      const errors = effect.status === 'refused' ? [saidBy(record, effect, BUYER_REFUSED, ports)] : [];
      const care = careAfter(record, effect, ports);
      const changed = { ...record, buyerStatus: effect.status, care };
      return appendEvent(changed, ports, { route, ...(errors.length > 0 && { errors }) });
    }
    default:
      return keepDocument(record, ports);
  }
}

type BuyersWord = Extract<RouteMessage['effect'], { readonly kind: 'status' }>;

const saidBy = (
  record: InvoiceRecord,
  { reason, words }: BuyersWord,
  mapping: StatusMapping,
  ports: AnswerPorts,
) => findingOf(record, { mapping: reason ?? mapping, ...words }, ports);

/** A new question opens the row again that a person closed; another word of the buyer ends it. */
function careAfter(record: InvoiceRecord, effect: BuyersWord, ports: AnswerPorts): readonly CareRow[] {
  const { status, words } = effect;
  const now = ports.clock.now();
  const mapping = status === 'refused' ? BUYER_REFUSED : isAsking(status) ? BUYER_ASKS_ROW : undefined;
  const settled = handleRows(record.care, now, ofCodes([BUYER_ASKS]));
  if (!mapping) return settled;
  const rows = careRows([saidBy(record, effect, mapping, ports)], now);
  const reasoned = rows.map((row) => ({ ...row, ...(words?.message && { reason: words.message }) }));
  return mergeCareRows(settled, reasoned);
}

/** Applies an answer that came as a message, as if the route had been asked for it. */
export const answerPoll = (record: InvoiceRecord, answer: RailAnswer, ports: AnswerPorts): Promise<Step> =>
  applyAnswer(
    progressOn(record, invoiceRecorder(ports), ports),
    record.state === 'submitting' ? 'ask' : 'poll',
    answer,
  );

/** Whether the message can still change the invoice: the route holds it without a last end, or its call was lost. */
const isUnsettled = ({ state }: InvoiceRecord): boolean =>
  state === 'submitting' || state === 'submitted' || state === 'accepted';

function refuseLate(
  record: InvoiceRecord,
  mapping: StatusMapping,
  raw: unknown,
  ports: AnswerPorts,
  words: Words = {},
): Step {
  if (!mayMove(record.state, 'rejected')) return keepDocument(record, ports);
  return move(record, 'rejected', ports, {
    // A pending receipt stays pending.
    dueAt: record.work === 'receipt' ? record.dueAt : null,
    errors: [findingOf(record, { mapping, ...words }, ports)],
    route: routeFacts(record, { raw }, railOf(record, ports)),
  });
}

/** Ends the polling: a delivered invoice has no further answer to come. */
function confirm(record: InvoiceRecord, ports: AnswerPorts): Step {
  const isWatched = record.state === 'delivered' && record.work === 'poll';
  return keepDocument({ ...record, dueAt: isWatched ? null : record.dueAt }, ports);
}

/** Stores the message as a document only. */
const keepDocument = (record: InvoiceRecord, { clock }: AnswerPorts): Step =>
  rescheduleSilently({ ...record, updatedAt: clock.now() }, record.dueAt);

const BUYER_REFUSED: StatusMapping = {
  networkStatus: 'buyer-refused',
  source: 'the message itself',
  meaning: 'refused',
  code: 'EI-BUYER-REFUSED',
  owner: 'business',
  message: say('calls.EI-BUYER-REFUSED.message'),
};

const BUYER_ASKS_ROW: StatusMapping = {
  networkStatus: 'buyer-asks',
  source: 'the message itself',
  meaning: 'held',
  code: BUYER_ASKS,
  owner: 'business',
  message: say('codes.EI-BUYER-ASKS.title'),
};
