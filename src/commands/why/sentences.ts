import { whoActs } from 'en16931-rules/vocabulary/finding.ts';
import type { components, Invoice, InvoiceState, StatusEvent } from '../../client/client.ts';
import { WORDS } from '../../domain/page/words.ts';
import { statusOfRoute, timeOf } from '../frame/events.ts';

type CareRow = components['schemas']['CareRow'];

export interface Lane {
  readonly lane: string;
  readonly workers: number;
  /** Ids of the processes. */
  readonly processes: readonly string[];
}

export interface Known {
  readonly invoice: Invoice;
  readonly events: readonly StatusEvent[];
  /** Open rows of the invoice. */
  readonly care: readonly CareRow[];
  /** Undefined if the key does not see the processes. */
  readonly lanes: readonly Lane[] | undefined;
}

const HAPPENED: Readonly<Record<string, (route: string) => string>> = {
  received: (route) => `It arrived for ${route}, passed the first checks, and was stored.`,
  validated: () => 'Its document was built and passed the official checks.',
  validation_failed: () => 'The official rules refused its document.',
  source_error: () => 'It could not be read or mapped any more.',
  submitted: (route) => `${route} took it over.`,
  ready: () => 'Its document is built, checked, and can be fetched.',
  accepted: (route) => `${route} accepted it.`,
  delivered: () => "The receiver's side has it.",
  rejected: (route) => `${route} refused it.`,
  cancelled: () => 'It was cancelled before it was sent.',
  dead_letter: () => 'The service gave it up.',
};

/** An event as a sentence. */
export interface Step {
  readonly at: string;
  readonly sentence: string;
  /** Of the route, as it came. */
  readonly answer?: unknown;
}

export function historyOf(events: readonly StatusEvent[], invoice: Invoice): readonly Step[] {
  const named = new Set<string>();
  return events.map((event, index) => {
    const { occurred_at: at, route } = event;
    const submission = route?.submission_id;
    const isNew = submission !== undefined && submission !== null && !named.has(submission);
    if (isNew) named.add(submission);
    const sentence = happened(event, invoice, isNew ? submission : undefined, events[index - 1]);
    return { at, sentence, ...(route?.raw !== undefined && { answer: route.raw }) };
  });
}

/** @param submission the number of the route, if no earlier event has it. */
function happened(
  event: StatusEvent,
  invoice: Invoice,
  submission: string | undefined,
  before: StatusEvent | undefined,
): string {
  const { status, buyer_status: buyer, errors = [] } = event;
  const sentence =
    status === before?.status
      ? stays(event, invoice.route)
      : (HAPPENED[status]?.(invoice.route) ?? `Its status became ${status}.`);
  const codes = errors.map(({ code, message }) =>
    message && !isListed(code, invoice) ? `${code}: ${message}` : `${code}.`,
  );
  return [
    sentence,
    buyer && `The buyer: ${buyer}.`,
    submission && `The route calls the submission ${submission}.`,
    ...codes,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Of an event that leaves the status as it was: what came instead. */
function stays(event: StatusEvent, route: string): string {
  const { event: mailed, buyer_status: buyer, errors = [], status } = event;
  if (mailed) return `${MAILED[mailed]} It stays ${status}.`;
  const own = statusOfRoute(event);
  const isSaidElsewhere = Boolean(buyer) || errors.length > 0 || own === undefined;
  return isSaidElsewhere ? `It stays ${status}.` : `${route} says: ${own}. It stays ${status}.`;
}

const MAILED = {
  document_mailed: 'The mail server has taken the mail with its document.',
  document_not_mailed: 'Its document is not mailed any more.',
};

/** What is wrong and what to do stands once: with the errors of the invoice. */
const isListed = (expectedCode: string, { errors = [] }: Invoice): boolean =>
  errors.some(({ code }) => code === expectedCode);

const ENDED: Partial<Record<InvoiceState, string>> = {
  ready: 'It is at its end: nothing is sent on this route.',
  accepted: 'The route has it; later answers of the route or the buyer are added.',
  delivered: 'It is at its end; answers of the buyer are added.',
  rejected: 'It is at its end. Correct it, then submit it again under the same invoice_ref.',
  validation_failed: 'It is at its end. Correct it, then submit it again under the same invoice_ref.',
  source_error: 'It is at its end. Correct the source, then submit it again under the same invoice_ref.',
  cancelled: 'It is at its end.',
  dead_letter: 'It is not tried again by itself.',
};

/** What the invoice waits for, until when, and who has to act. */
export function presentOf({ invoice, events, care, lanes }: Known): readonly string[] {
  const {
    state,
    route,
    waits,
    next_attempt_at: next,
    deadline_at,
    deadline_local: deadline = deadline_at,
    attempts = [],
  } = invoice;
  const isHeld = waits?.for === 'decision';
  const sentences = [
    waits?.reason ?? ENDED[state] ?? `Its state is ${state}.`,
    isHeld && 'ids restore release or give-up decides.',
    next && `The service works on it again at ${timeOf(next)} UTC.`,
    waits && !next && !isHeld && 'No time is set for it: it is being worked on, or its work is due now.',
    waits && lanes && workerSentence(laneOf(events, route), lanes),
    deadline && waits && `It is to be filed until ${timeOf(deadline)} UTC.`,
    attempts.length > 0 && `It is submission ${attempts.length + 1} of this invoice_ref.`,
    ...care.map((row) => careSentence(row, invoice)),
  ];
  return sentences.filter((sentence): sentence is string => typeof sentence === 'string');
}

/** Before its document was checked it is in the lane of checks, then in that of its route. */
const laneOf = (events: readonly StatusEvent[], route: string): string =>
  events.some(({ status }) => status === 'validated') ? route : 'check';

function workerSentence(code: string, lanes: readonly Lane[]): string | undefined {
  const lane = lanes.find((each) => each.lane === code);
  if (!lane) return undefined;
  return lane.workers === 0
    ? `No live worker takes the work of the lane ${code}: start one (ids workers).`
    : `Its lane ${code} has ${lane.workers === 1 ? 'a live worker' : `${lane.workers} live workers`}: ${lane.processes.join(', ')}.`;
}

function careSentence(row: CareRow, invoice: Invoice) {
  const { catalogue_code: code, fix_hint: hint } = row;
  const who = whoActs(row.who_acts, row.sender_can_fix);
  const remedy = hint && !isListed(code, invoice) ? ` ${hint}` : '';
  return `On the care list for ${WORDS.en.owners[who]}: ${code}.${remedy}`;
}
