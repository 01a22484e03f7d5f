import type { components } from '../../../client/client.ts';

type Schemas = components['schemas'];
type Event = Schemas['Event'];
export type Call = Schemas['NetworkCall'];

export type Lane = 'intake' | 'checks' | 'queue' | 'route' | 'buyer';
export type StepRole = 'ok' | 'busy' | 'warn' | 'bad' | 'mute';

/** What happened, in order: a row of the table and a shape of the plot. */
export interface Step {
  readonly no: number;
  readonly lane: Lane;
  /** Milliseconds since 1970. */
  readonly from: number;
  /** Later than `from` if it has a length. */
  readonly to: number;
  readonly kind:
    'intake' | 'checks' | 'log-in' | 'send' | 'look-up' | 'status' | 'receipt' | 'state' | 'mail' | 'buyer';
  readonly role: StepRole;
  /** Of a send: 1 for the first. */
  readonly attempt?: number;
  /** A state or a buyer's answer. */
  readonly status?: string;
  /** Machine words: `502`, `KSEF 450`. */
  readonly answer?: string;
  readonly event?: Event;
  /** Of a log-in there are several. */
  readonly calls: readonly Call[];
}

export interface Wait {
  readonly from: number;
  readonly to: number;
}

/** States in which the checks ended. */
const CHECKED: ReadonlySet<string> = new Set(['validated', 'validation_failed', 'source_error']);
/** What a call was taken to mean, if it decided. */
const ARRIVED: ReadonlySet<string> = new Set(['accepted', 'delivered', 'delivered_so_far']);
/** The network has it, and has not decided. */
export const HELD = 'held';
const REFUSED: ReadonlySet<string> = new Set(['refused', 'rejected']);
const BAD_STATES: ReadonlySet<string> = new Set([
  'rejected',
  'validation_failed',
  'source_error',
  'dead_letter',
]);
/** By what the other party says; any other answer asks for nothing. */
const ROLES_OF_ANSWERS: Readonly<Record<string, StepRole>> = {
  accepted: 'ok',
  conditionally_accepted: 'ok',
  partially_accepted: 'ok',
  payment_sent: 'ok',
  paid: 'ok',
  under_query: 'warn',
  suspended: 'warn',
  disputed: 'bad',
  refused: 'bad',
};
/** An event is written soon after the answer that caused it. */
const MAX_MS_TO_EVENT = 3000;

export function stepsOf(events: readonly Event[], calls: readonly Call[]): readonly Step[] {
  const steps = [...stepsOfEvents(events, calls), ...stepsOfCalls(calls)];
  return steps
    .toSorted((one, other) => one.from - other.from)
    .map((step, index) => ({ ...step, no: index + 1 }));
}

type Unnumbered = Omit<Step, 'no'>;

function stepsOfEvents(events: readonly Event[], calls: readonly Call[]): readonly Unnumbered[] {
  const steps: Unnumbered[] = [];
  let before: Event | undefined;
  for (const event of events) {
    const at = Date.parse(event.occurred_at);
    const shared = { from: at, to: at, event, calls: [] };
    const { status } = event;
    if (status === 'received' && !before)
      steps.push({ ...shared, lane: 'intake', kind: 'intake', role: 'ok' });
    else if (event.event) steps.push({ ...shared, ...mailed(event) });
    else if (CHECKED.has(status) && before?.status !== status)
      steps.push({ ...shared, ...checked(event, before, at) });
    else if (isOwnRefused(event, before))
      steps.push({ ...shared, lane: 'buyer', kind: 'buyer', role: 'bad', ...codeOf(event) });
    else if (event.buyer_status && (event.direction === 'in' || event.buyer_status !== before?.buyer_status))
      steps.push({ ...shared, ...answered(event, event.buyer_status) });
    else if (isNews(event, before, calls, at))
      steps.push({
        ...shared,
        lane: 'route',
        kind: 'state',
        status,
        role: roleOfState(status),
        ...rawCodeOf(event),
        ...codeOf(event),
      });
    before = event;
  }
  return steps;
}

/** Of a received invoice: the network or the seller takes a status of ours for none. */
const isOwnRefused = ({ direction, status, errors = [] }: Event, before: Event | undefined): boolean =>
  direction === 'in' && errors.length > 0 && status === before?.status;

function checked(event: Event, before: Event | undefined, at: number) {
  const from = before ? Date.parse(before.occurred_at) : at;
  const isFine = event.status === 'validated';
  return {
    lane: 'checks',
    kind: 'checks',
    status: event.status,
    role: isFine ? 'ok' : 'bad',
    from,
    ...codeOf(event),
  } as const;
}

/** The network has no part in it: a mail server has the document, or nothing is mailed any more. */
function mailed(event: Event) {
  const role = event.event === 'document_mailed' ? 'ok' : 'bad';
  return { lane: 'buyer', kind: 'mail', status: event.status, role, ...codeOf(event) } as const;
}

function answered(event: Event, status: string) {
  const role = ROLES_OF_ANSWERS[status] ?? 'mute';
  return { lane: 'buyer', kind: 'buyer', status, role, ...rawCodeOf(event) } as const;
}

/** A change of state that no call of the list shows already. */
function isNews(event: Event, before: Event | undefined, calls: readonly Call[], at: number): boolean {
  if (event.status === before?.status) return rawCodeOf(event).answer !== undefined;
  if (event.status === 'queued' || event.status === 'submitting') return false;
  if (event.status === 'submitted') return calls.length === 0;
  const isShown = calls.some(({ at: begun, took_ms: took = 0, taken_as: meaning = '' }) => {
    const end = Date.parse(begun) + took;
    return (ARRIVED.has(meaning) || REFUSED.has(meaning)) && end <= at + 1 && at - end < MAX_MS_TO_EVENT;
  });
  return !isShown;
}

/** It goes nowhere by itself. */
const MUTE_STATES: ReadonlySet<string> = new Set(['cancelled', 'ready']);

const roleOfState = (status: string): StepRole =>
  BAD_STATES.has(status) ? 'bad' : MUTE_STATES.has(status) ? 'mute' : status === 'submitted' ? 'busy' : 'ok';

const codeOf = ({ errors = [] }: Event) => (errors[0] ? { answer: errors[0].code } : {});

/** The code of a message of the network, such as a French status or a Peppol response. */
function rawCodeOf({ route }: Event): { readonly answer?: string } {
  const raw = route?.raw;
  const code = typeof raw === 'object' && raw !== null && 'code' in raw ? raw.code : undefined;
  return typeof code === 'string' || typeof code === 'number' ? { answer: String(code) } : {};
}

const KINDS = {
  log_in: 'log-in',
  send: 'send',
  look_up: 'look-up',
  status: 'status',
  receipt: 'receipt',
} as const satisfies Record<Call['purpose'], Step['kind']>;

/** Calls that lead to one answer are one step: those of a log-in, and those of a question up to the one that decided it. */
const isOneStep = (last: Call | undefined, { purpose }: Call): boolean =>
  last?.purpose === purpose &&
  (purpose === 'log_in' || (purpose === 'look_up' && last.outcome === 'answered' && last.next === undefined));

function stepsOfCalls(calls: readonly Call[]): readonly Unnumbered[] {
  const groups: Call[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last && isOneStep(last.at(-1), call)) last.push(call);
    else groups.push([call]);
  }
  let attempt = 0;
  return groups.map((group) => {
    const [first, last] = [group[0]!, group.at(-1)!];
    const kind = KINDS[first.purpose];
    if (kind === 'send') attempt += 1;
    const answer = answerOf(last);
    return {
      lane: 'route',
      kind,
      from: Date.parse(first.at),
      to: Date.parse(last.at) + (last.took_ms ?? 0),
      role: roleOfCall(last),
      ...(kind === 'send' && { attempt }),
      ...(answer !== undefined && { answer }),
      calls: group,
    };
  });
}

function answerOf({
  outcome,
  status,
  network_status: own,
  taken_as: meaning = '',
}: Call): string | undefined {
  const isNamed = REFUSED.has(meaning) || (meaning === HELD && (status ?? 0) >= 400);
  if (isNamed && own) return own;
  return status === undefined ? (outcome === 'answered' ? undefined : outcome) : String(status);
}

function roleOfCall({ outcome, taken_as: meaning = '', purpose, status = 0 }: Call): StepRole {
  if (REFUSED.has(meaning) || outcome !== 'answered' || status >= 500) return 'bad';
  if (ARRIVED.has(meaning) || purpose === 'receipt') return 'ok';
  if (purpose === 'send') return meaning !== HELD ? 'bad' : status < 400 ? 'ok' : 'busy';
  return 'mute';
}

/** The times in which nothing was called: before the first call, and until the next question. */
export function waitsOf(steps: readonly Step[], dueAt: number | undefined, now: number): readonly Wait[] {
  const checks = steps.find(({ kind, role }) => kind === 'checks' && role === 'ok');
  const called = steps.filter(({ calls }) => calls.length > 0);
  const waits: Wait[] = [];
  const first = called[0];
  if (checks && first) waits.push({ from: checks.to, to: first.from });
  for (const [index, step] of called.entries()) {
    const next = called[index + 1];
    const last = step.calls.at(-1);
    if (next && last?.next && next.from > step.to) waits.push({ from: step.to, to: next.from });
  }
  const end = called.at(-1)?.to ?? checks?.to;
  if (dueAt !== undefined && end !== undefined) waits.push({ from: end, to: Math.max(now, end) });
  return waits;
}

/** The step that a reader wants to see first: what went wrong last, for the tries before it ended nothing; else the last one. */
export const firstStepToShow = (steps: readonly Step[]): Step | undefined =>
  steps.findLast(({ role }) => role === 'bad') ?? steps.at(-1);

/** Why no answer of the buyer is there, as far as the service knows where the invoice is. */
export type Unanswered = 'none-yet' | 'not-sent-yet' | 'nothing-sent' | 'unknown';

const AT_NETWORK: ReadonlySet<string> = new Set(['submitted', 'accepted', 'delivered']);
const BEFORE_SENDING: ReadonlySet<string> = new Set(['received', 'validated', 'queued', 'submitting']);

export function unansweredBecause(state: string, steps: readonly Step[]): Unanswered {
  const wasSent = steps.some(({ kind }) => kind === 'send');
  const cameFar = steps.some(
    ({ status = '', calls, role }) => AT_NETWORK.has(status) || (role === 'ok' && calls.some(isArrival)),
  );
  if (AT_NETWORK.has(state) || cameFar) return 'none-yet';
  if (wasSent && state !== 'rejected') return 'unknown';
  return BEFORE_SENDING.has(state) ? 'not-sent-yet' : 'nothing-sent';
}

const isArrival = ({ taken_as: meaning = '' }: Call): boolean => ARRIVED.has(meaning);

/** By what an answer is taken as. */
const VERDICTS: Readonly<Record<string, 'none' | 'accepted' | 'delivered'>> = {
  [HELD]: 'none',
  later: 'none',
  accepted: 'accepted',
  accepted_so_far: 'accepted',
  delivered: 'delivered',
  delivered_so_far: 'delivered',
};

/** What the network said of the invoice when it was asked. */
export const verdictIn = ({ kind, calls }: Step): (typeof VERDICTS)[string] | undefined =>
  kind === 'status' ? VERDICTS[calls.at(-1)?.taken_as ?? ''] : undefined;
