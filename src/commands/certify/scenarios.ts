import type { Route } from '../../client/client.ts';
import {
  ACKNOWLEDGES,
  CHANGES_KEY,
  CORRECTS,
  CORRECTS_ONCE,
  type Expectation,
  GETS_ANSWER,
  GETS_LATE_REPETITION,
  SUBMITTED_ONCE,
  SUBMITS,
  LEARNS_BUYER_REJECTION,
  LEARNS_END,
  LEARNS_END_OF_CORRECTION,
  LEARNS_REJECTION,
  ONE_INVOICE,
  REFUSES_FORGERY,
  repeats,
  SAME_CALL,
  WAITS_AN_HOUR,
} from './expectations.ts';

/** What happens to the first call about an invoice; with `ended-key` to all that have the API key of the first. */
export type Fault = 'lost-503' | 'closed' | 'rate-limited' | 'slow' | 'ended-key';

/** How the events of the invoice reach the webhook; once and in their order if left out. */
export type Manner = 'twice' | 'reversed' | 'forged-first';

export interface Scenario {
  readonly name: string;
  /** The number of the invoice ends with it. What follows `-C01` is a magic ending of docs/sandbox.md. */
  readonly ending: `-C${string}`;
  /** Any route if left out; the first is that of the example invoice. */
  readonly routes?: readonly Route[];
  readonly title: string;
  readonly situation: string;
  readonly fault?: Fault;
  readonly manner?: Manner;
  /** The network is away until the test clock has moved so far. */
  readonly outageSeconds?: number;
  readonly expectations: readonly Expectation[];
}

const NETWORKS: readonly Route[] = ['PEPPOL', 'FR-PA', 'PL-KSEF', 'RO-EFACTURA'];

/** In the header of the answer 429. */
export const RETRY_AFTER_SECONDS = 2;

const CORRECTION = [SUBMITS, LEARNS_REJECTION, CORRECTS, CORRECTS_ONCE, LEARNS_END_OF_CORRECTION] as const;
const REPETITION = [SAME_CALL, GETS_ANSWER, ONE_INVOICE, LEARNS_END] as const;

/** The situations in which an integration loses an invoice, sends one twice, or acts on what is not so. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'ordinary',
    ending: '-C01',
    title: 'An ordinary invoice',
    situation: 'Nothing goes wrong.',
    expectations: [SUBMITS, ...REPETITION],
  },
  {
    name: 'answer-503',
    ending: '-C02',
    title: 'The answer is lost: 503',
    situation: 'The service takes the invoice, and its 202 is lost on the way: the ERP gets 503.',
    fault: 'lost-503',
    expectations: [SUBMITS, repeats(), ...REPETITION],
  },
  {
    name: 'answer-none',
    ending: '-C03',
    title: 'The answer is lost: the connection ends',
    situation: 'The service takes the invoice, and the connection is closed before its 202 arrives.',
    fault: 'closed',
    expectations: [SUBMITS, repeats(), ...REPETITION],
  },
  {
    name: 'rate-limit',
    ending: '-C04',
    title: 'Too many calls: 429',
    situation: `The first call gets 429 with Retry-After: ${RETRY_AFTER_SECONDS}. The service has not seen it.`,
    fault: 'rate-limited',
    expectations: [SUBMITS, repeats(RETRY_AFTER_SECONDS * 1000), ...REPETITION],
  },
  {
    name: 'slow-answer',
    ending: '-C05',
    title: 'A slow 202',
    situation: 'The service takes the invoice, and its 202 comes late. The ERP may wait, or repeat the call.',
    fault: 'slow',
    expectations: [SUBMITS, ...REPETITION],
  },
  {
    name: 'correction',
    ending: '-C06-REJECT',
    routes: NETWORKS,
    title: 'A refusal that must be corrected',
    situation: 'The network refuses the invoice. It is corrected by taking -REJECT off its number.',
    expectations: CORRECTION,
  },
  {
    name: 'webhook-twice',
    ending: '-C07-REJECT',
    routes: NETWORKS,
    title: 'Deliveries that come twice',
    situation:
      'The network refuses the invoice. Each event is delivered twice, the refusal once more when its correction has ended.',
    manner: 'twice',
    expectations: [...CORRECTION, ACKNOWLEDGES, GETS_LATE_REPETITION],
  },
  {
    name: 'webhook-order',
    ending: '-C08-REJECT',
    routes: NETWORKS,
    title: 'Deliveries out of order',
    situation:
      'The network refuses the invoice. Its events come in reverse: "rejected" first, "received" last.',
    manner: 'reversed',
    expectations: [...CORRECTION, ACKNOWLEDGES],
  },
  {
    name: 'webhook-forged',
    ending: '-C09',
    title: 'A forged delivery',
    situation: 'Before its first event comes the same one, signed with another secret.',
    manner: 'forged-first',
    expectations: [SUBMITS, REFUSES_FORGERY, ACKNOWLEDGES, SUBMITTED_ONCE, LEARNS_END],
  },
  {
    name: 'ksef-440',
    ending: '-C10-DUPLICATE',
    routes: ['PL-KSEF'],
    title: 'KSeF holds the invoice already: 440',
    situation: 'KSeF refuses the invoice, because it has one with this seller, type and number.',
    expectations: [SUBMITS, LEARNS_REJECTION, SUBMITTED_ONCE],
  },
  {
    name: 'buyer-refuses',
    ending: '-C11-REFUSE',
    routes: ['PEPPOL', 'FR-PA'],
    title: 'A late refusal by the buyer',
    situation: 'The invoice is delivered. Later the buyer refuses it; the state stays "delivered".',
    expectations: [SUBMITS, LEARNS_END, LEARNS_BUYER_REJECTION, SUBMITTED_ONCE],
  },
  {
    name: 'key-ends',
    ending: '-C12',
    title: 'A key that ends: 401',
    situation: 'The key with which the invoice comes has ended. A new one lies ready.',
    fault: 'ended-key',
    expectations: [SUBMITS, CHANGES_KEY, SAME_CALL, GETS_ANSWER, ONE_INVOICE, LEARNS_END],
  },
  {
    name: 'outage',
    ending: '-C13-5XX-ONCE',
    routes: NETWORKS,
    title: 'The network is away for an hour',
    situation:
      'The network does not take the invoice until the test clock of the service has moved by an hour.',
    outageSeconds: 3600,
    expectations: [SUBMITS, WAITS_AN_HOUR, SUBMITTED_ONCE, LEARNS_END],
  },
];
