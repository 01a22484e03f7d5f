import type { components } from '../../client/client.ts';
import type { LiveEvent } from '../app/live.ts';
import { wordFor, wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Icon, type IconName } from './icon.tsx';

const say = wordsOf<typeof Words>('common');

export type Role = 'ok' | 'busy' | 'warn' | 'bad' | 'mute';
export type InvoiceState = components['schemas']['InvoiceState'];

export interface Look {
  readonly icon: IconName;
  readonly role: Role;
}

/** Shape and word show the state; the colour repeats it. Words: `common.json`, named `state.<name>`. */
const STATES: Readonly<Record<string, Look>> = {
  received: { icon: 'ring', role: 'busy' },
  validated: { icon: 'half', role: 'busy' },
  queued: { icon: 'clock', role: 'busy' },
  submitting: { icon: 'arrow', role: 'busy' },
  submitted: { icon: 'arrowRing', role: 'busy' },
  ready: { icon: 'checkSquare', role: 'mute' },
  accepted: { icon: 'checkRing', role: 'ok' },
  delivered: { icon: 'checkDisc', role: 'ok' },
  rejected: { icon: 'octagon', role: 'bad' },
  validation_failed: { icon: 'triangle', role: 'bad' },
  source_error: { icon: 'sheetCross', role: 'bad' },
  dead_letter: { icon: 'flag', role: 'bad' },
  cancelled: { icon: 'struckRing', role: 'mute' },
  not_taken: { icon: 'diamond', role: 'bad' },
} satisfies Record<InvoiceState | 'not_taken', Look>;

/** A document that lies ready, by who has it; words: `ready.<name>`. One of an older version says nothing of that. */
const READY = {
  'to-fetch': { icon: 'checkSquare', role: 'warn' },
  fetched: { icon: 'checkSquare', role: 'ok' },
  mailed: { icon: 'mail', role: 'ok' },
} as const satisfies Readonly<Record<string, Look>>;

/** Answers of a buyer who waits for the sender. */
export const ASKS = ['under_query', 'disputed', 'suspended'] as const;

/** The buyer's answers; words: `buyer.<name>`. */
const ANSWERS: Readonly<Record<string, Look>> = {
  received: { icon: 'ring', role: 'mute' },
  in_process: { icon: 'half', role: 'mute' },
  completed: { icon: 'checkRing', role: 'mute' },
  accepted: { icon: 'checkRing', role: 'ok' },
  conditionally_accepted: { icon: 'checkRing', role: 'ok' },
  partially_accepted: { icon: 'checkRing', role: 'ok' },
  payment_sent: { icon: 'checkRing', role: 'ok' },
  paid: { icon: 'checkRing', role: 'ok' },
  under_query: { icon: 'question', role: 'warn' },
  suspended: { icon: 'pause', role: 'warn' },
  disputed: { icon: 'octagon', role: 'bad' },
  refused: { icon: 'octagon', role: 'bad' },
};

/** Of a layer of the checks. One that did not run is never green. */
const OUTCOMES = {
  valid: { icon: 'checkRing', role: 'ok' },
  invalid: { icon: 'triangle', role: 'bad' },
  not_run: { icon: 'dashedRing', role: 'mute' },
} as const satisfies Readonly<Record<components['schemas']['Layer']['outcome'], Look>>;

const UNKNOWN: Look = { icon: 'info', role: 'mute' };

/** What of an invoice says where it is. */
type Whereabouts = Pick<
  components['schemas']['InvoiceRow'],
  'to_fetch_since' | 'fetched_at' | 'mailed_at'
> & { readonly state: string };

function readyAs({
  state,
  to_fetch_since: since,
  fetched_at: fetched,
  mailed_at: mailed,
}: Whereabouts): keyof typeof READY | undefined {
  if (state !== 'ready') return undefined;
  if (mailed !== undefined) return 'mailed';
  return fetched !== undefined ? 'fetched' : since !== undefined ? 'to-fetch' : undefined;
}

/** No network delivers it: the sender hands it to the buyer, and has not fetched it yet. */
export const isToFetch = (invoice: Whereabouts): boolean => readyAs(invoice) === 'to-fetch';

export function lookOfInvoice(invoice: Whereabouts): Look {
  const ready = readyAs(invoice);
  return ready ? READY[ready] : lookOfState(invoice.state);
}

export function wordOfInvoice(invoice: Whereabouts): string {
  const ready = readyAs(invoice);
  return (ready && wordFor('common', `ready.${ready}`)) ?? wordOfState(invoice.state);
}

/** Of what the reader answers to a received invoice. */
export type AnswerState = NonNullable<components['schemas']['ReceivedRow']['answer']>['state'];

export const ANSWER_LOOKS = {
  none: { icon: 'dashedRing', role: 'mute' },
  under_way: { icon: 'arrow', role: 'busy' },
  handed_over: { icon: 'checkRing', role: 'mute' },
  failed: { icon: 'octagon', role: 'bad' },
} as const satisfies Readonly<Record<AnswerState, Look>>;

export const lookOfState = (state: string): Look => STATES[state] ?? UNKNOWN;
export const lookOfAnswer = (status: string): Look => ANSWERS[status] ?? UNKNOWN;
export const lookOfOutcome = (outcome: keyof typeof OUTCOMES): Look => OUTCOMES[outcome];
export const wordOfState = (state: string): string => wordFor('common', `state.${state}`) ?? state;
export const wordOfAnswer = (status: string): string => wordFor('common', `buyer.${status}`) ?? status;

/** What happened without a change of state; words: `event.<name>`. */
const EVENTS: Readonly<Record<string, Look>> = {
  document_mailed: { icon: 'mail', role: 'ok' },
  document_not_mailed: { icon: 'mail', role: 'bad' },
} satisfies Record<NonNullable<LiveEvent['event']>, Look>;

type Happening = Pick<LiveEvent, 'event' | 'status'>;

export const lookOfEvent = ({ event, status }: Happening): Look =>
  (event && EVENTS[event]) ?? lookOfState(status);
export const wordOfEvent = ({ event, status }: Happening): string =>
  (event && (wordFor('common', `event.${event}`) ?? event)) ?? wordOfState(status);

interface IconWordProps extends Look {
  readonly word: string;
}

/** Icon and word, in a row. */
export function IconWord({ icon, role, word }: IconWordProps) {
  return (
    <span class={`icon-word ${role}`}>
      <Icon name={icon} />
      <span>{word}</span>
    </span>
  );
}

/** Icon and word on their ground: only in the head of a page or panel. */
export function Pill({ icon, role, word }: IconWordProps) {
  return (
    <span class={`icon-word pill ${role}`}>
      <Icon name={icon} />
      <span>{word}</span>
    </span>
  );
}

/** The buyer's answer in the head of a page. */
export const AnswerPill = ({ status }: { readonly status: string }) => (
  <Pill {...lookOfAnswer(status)} word={say('answer.head', { answer: wordOfAnswer(status) })} />
);

export const State = (of: Whereabouts) => <IconWord {...lookOfInvoice(of)} word={wordOfInvoice(of)} />;

export const EventName = ({ event }: { readonly event: Happening }) => (
  <IconWord {...lookOfEvent(event)} word={wordOfEvent(event)} />
);

export const BuyerAnswer = ({ status }: { readonly status: string }) => (
  <IconWord {...lookOfAnswer(status)} word={wordOfAnswer(status)} />
);
