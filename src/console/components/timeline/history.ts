import type { components } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { endingOf, endOfDeadline, type WithDeadline } from '../../app/format.ts';
import type { LiveEvent } from '../../app/live.ts';
import { service } from '../../app/session.ts';
import { type Call, type Step, stepsOf, type Wait, waitsOf } from './steps.ts';

type Invoice = Pick<
  components['schemas']['Invoice'],
  'route' | 'state' | 'next_attempt_at' | 'sent_again_as' | keyof WithDeadline
>;

/** What happened to an invoice: its events, and the calls to the network. */
export interface History {
  readonly events: readonly LiveEvent[];
  readonly calls: readonly Call[];
}

export async function readHistory(id: string, signal: AbortSignal): Promise<History> {
  const params = { path: { id } };
  const [events, calls] = await Promise.all([
    dataOf(service().api.GET('/invoices/{id}/events', { params, signal })),
    dataOf(service().api.GET('/invoices/{id}/attempts', { params, signal })),
  ]);
  return { events: events.data, calls: calls.data };
}

/** Why the buyer answers as it does stands in the event of its answer. */
export const findingsOfBuyer = (
  { buyer_status: answer }: Pick<components['schemas']['Invoice'], 'buyer_status'>,
  events: readonly LiveEvent[],
): readonly components['schemas']['Finding'][] =>
  events.findLast((event) => event.buyer_status === answer && event.errors)?.errors ?? [];

/** What plot and table show. */
export interface Course {
  readonly route: string;
  readonly state: string;
  /** What came from a seller has no queue, and answers that the reader sends. */
  readonly isReceived?: boolean;
  readonly steps: readonly Step[];
  readonly waits: readonly Wait[];
  /** Left out if it had passed before the first step, and once nothing is to be sent for it any more. */
  readonly deadline: string | undefined;
  /** Left out once nothing more is expected of service and network. */
  readonly now: number | undefined;
}

export function courseOf(invoice: Invoice, { events, calls }: History, now: number): Course {
  const { route, state, next_attempt_at: next } = invoice;
  const steps = stepsOf(events, calls);
  const due = endingOf(invoice) === 'over' ? undefined : endOfDeadline(invoice, now);
  return {
    route,
    state,
    steps,
    waits: waitsOf(steps, next ? Date.parse(next) : undefined, now),
    deadline: due && Date.parse(due) > (steps[0]?.from ?? 0) ? due : undefined,
    now: isUnderWay(state) ? now : undefined,
  };
}

/** Of an invoice that came: no network is called for it. */
export function courseOfReceived(
  { route, state }: Pick<components['schemas']['ReceivedInvoice'], 'route' | 'state'>,
  events: readonly LiveEvent[],
): Course {
  const steps = stepsOf(events, []);
  return { route, state, isReceived: true, steps, waits: [], deadline: undefined, now: undefined };
}

const UNDER_WAY: ReadonlySet<string> = new Set([
  'received',
  'validated',
  'queued',
  'submitting',
  'submitted',
]);

/** Service and network are at work. */
export const isUnderWay = (state: string): boolean => UNDER_WAY.has(state);
