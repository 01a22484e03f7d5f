import type { StatusEvent } from '../../client/client.ts';
import { type IntakeCall, isTaken, type Observation } from './observation.ts';

/** `open`: not seen so far. */
export interface Look {
  readonly state: 'met' | 'broken' | 'open';
  readonly seen: string;
}

/** What an ERP is expected to do, and how to see it. */
export interface Expectation {
  readonly expected: string;
  look(seen: Observation): Look;
}

const met = (seen: string): Look => ({ state: 'met', seen });
const broken = (seen: string): Look => ({ state: 'broken', seen });
const open = (seen: string): Look => ({ state: 'open', seen });

const timeOf = (at: number): string => new Date(at).toISOString().slice(11, 23);
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
const callsIn = ({ length }: readonly IntakeCall[]): string =>
  length === 1 ? 'one call' : `${length} calls`;
const named = (key: string | undefined): string =>
  key === undefined
    ? 'no key'
    : key.length > MAX_SHOWN_CHARACTERS
      ? `${key.slice(0, MAX_SHOWN_CHARACTERS)}…`
      : key;
/** A UUID is shown whole. */
const MAX_SHOWN_CHARACTERS = 36;
const differing = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
const keysOf = (calls: readonly IntakeCall[]) => differing(calls.map((call) => call.idempotencyKey));

export const SUBMITS: Expectation = {
  expected: 'It submits the invoice, with an Idempotency-Key of 8 to 100 characters.',
  look({ calls }) {
    const [first] = calls;
    if (!first) return open('No invoice with this ending came.');
    const wrong = calls.find(
      ({ idempotencyKey: key = '' }) => key.length < MIN_KEY_CHARACTERS || key.length > MAX_KEY_CHARACTERS,
    );
    if (wrong) return broken(`A call had ${named(wrong.idempotencyKey)}.`);
    return met(`${first.number} came at ${timeOf(first.at)} by POST ${first.path}.`);
  },
};
const [MIN_KEY_CHARACTERS, MAX_KEY_CHARACTERS] = [8, 100];

/** Clocks and timers are not exact. */
const TOLERANCE_MS = 100;

/** @param minWaitMs as `Retry-After` asks for. */
export const repeats = (minWaitMs = 0): Expectation => ({
  expected:
    minWaitMs === 0
      ? 'It makes the call again.'
      : `It makes the call again, not before the ${minWaitMs / 1000} seconds of Retry-After are over.`,
  look({ firstCalls: [first, second] }) {
    if (!first || !second) return open('The call was not made again.');
    const waited = second.at - (first.answeredAt ?? first.at);
    const seen = `It made the call again after ${(waited / 1000).toFixed(1)} seconds.`;
    return waited < minWaitMs - TOLERANCE_MS ? broken(seen) : met(seen);
  },
});

export const SAME_CALL: Expectation = {
  expected: 'Each repetition has the same Idempotency-Key and the same body.',
  look({ firstCalls: calls }) {
    const keys = keysOf(calls);
    if (keys.length > 1)
      return broken(`It made ${calls.length} calls with ${keys.length} keys: ${keys.map(named).join(', ')}.`);
    const bodies = differing(calls.map(({ bodySha256 }) => bodySha256)).length;
    if (bodies > 1)
      return broken(`${calls.length} calls under one key had ${bodies} bodies: 409 idempotency-conflict.`);
    return calls.length === 0
      ? open('No call came.')
      : met(`It called ${times(calls.length)} with the key ${named(keys[0])} and one body.`);
  },
};

/** Until the ERP has a 202, the invoice is not submitted for it. */
export const GETS_ANSWER: Expectation = {
  expected: 'It goes on until it has a 202.',
  look({ firstCalls }) {
    const got = firstCalls.filter((call) => call.got !== undefined);
    if (got.some((call) => call.got === 202)) return met('It has a 202.');
    return open(
      got.length === 0
        ? 'It has no answer.'
        : `It got ${got.map((call) => (call.got === 'none' ? 'no answer' : call.got)).join(', ')}.`,
    );
  },
};

export const ONE_INVOICE: Expectation = {
  expected: 'The service holds one invoice.',
  look({ firstCalls }) {
    const ids = differing(firstCalls.flatMap(({ decided }) => decided?.id ?? []));
    if (ids.length === 0) return open('The service holds none.');
    return ids.length === 1 ? met('It holds one.') : broken(`It holds ${ids.length}: ${ids.join(', ')}.`);
  },
};

/** One key may come more than once: the service answers as before. */
export const SUBMITTED_ONCE: Expectation = {
  expected: 'It does not submit the invoice again.',
  look({ calls }) {
    const keys = keysOf(calls);
    if (keys.length > 1 || differing(calls.map(({ number }) => number)).length > 1)
      return broken(
        `It submitted ${keys.length} times, under the keys ${keys.map(named).join(', ')}: ${differing(calls.map(({ number }) => number)).join(', ')}.`,
      );
    return calls.length === 0 ? open('No invoice came.') : met('It did not.');
  },
};

const GOOD_ENDS: ReadonlySet<string> = new Set(['ready', 'accepted', 'delivered']);

export const isGoodEnd = ({ status }: StatusEvent): boolean => GOOD_ENDS.has(status);

/** By a delivery that it answers with 2xx, or by a call that shows the event. */
const learns = (
  expected: string,
  isIt: (event: StatusEvent) => boolean,
  numberOf: (seen: Observation) => string | undefined = ({ calls }) => calls[0]?.number,
): Expectation => ({
  expected,
  look(seen) {
    const event = seen.eventsOf(numberOf(seen)).find(isIt);
    if (!event) return open('The service has no such event yet.');
    const how = seen.learned(event);
    return how === undefined
      ? open(`It did not take the event "${event.status}", by a delivery or a call.`)
      : met(how);
  },
});

export const LEARNS_END = learns('It learns that the invoice is ready, accepted or delivered.', isGoodEnd);
export const LEARNS_REJECTION = learns(
  'It learns that the invoice was refused.',
  ({ status }) => status === 'rejected',
);
export const LEARNS_BUYER_REJECTION = learns(
  'It learns, after "delivered", that the buyer refuses.',
  ({ buyer_status: status }) => status === 'refused',
);
export const LEARNS_END_OF_CORRECTION = learns(
  'It learns that the corrected invoice is accepted or delivered.',
  isGoodEnd,
  ({ corrections }) => corrections[0]?.number,
);

export const CORRECTS: Expectation = {
  expected:
    'It submits the corrected invoice, whose number lacks the ending, under the same invoice_ref and a new Idempotency-Key.',
  look({ calls: [first], corrections: [correction, ...more], invoices }) {
    if (!first || !correction) return open('No corrected invoice came.');
    if (correction.idempotencyKey === first.idempotencyKey)
      return broken(`It used the key ${named(first.idempotencyKey)} of the refused call again.`);
    if (correction.invoiceRef !== first.invoiceRef)
      return broken(`Its invoice_ref is ${correction.invoiceRef}, not ${first.invoiceRef}.`);
    const { decided } = [correction, ...more].find((call) => call.decided?.id !== undefined) ?? correction;
    const linked = invoices.get(decided?.id ?? '')?.attempts?.some(({ id }) => id === first.decided?.id);
    if (!linked) return open(`${correction.number} came; the service answered ${decided?.status}.`);
    return met(`${correction.number} came, and the service names the refused one among its attempts.`);
  },
};

export const CORRECTS_ONCE: Expectation = {
  expected: 'It corrects the invoice once, and does not submit the refused one again.',
  look({ firstCalls, corrections }) {
    const again = keysOf(firstCalls).length;
    if (again > 1) return broken(`It submitted the refused invoice ${times(again)}.`);
    const corrected = keysOf(corrections).length;
    if (corrected > 1) return broken(`It submitted ${corrected} corrections.`);
    return corrected === 0 ? open('No corrected invoice came.') : met('One correction came.');
  },
};

/** Every delivery; of some scenarios also one that comes when all is over. */
export const ACKNOWLEDGES: Expectation = {
  expected: 'It answers each delivery with 2xx within ten seconds.',
  look({ deliveries }) {
    const real = deliveries.filter(({ kind }) => kind !== 'forged');
    const refused = real.find((delivery) => !isTaken(delivery));
    if (refused) return broken(`It answered ${refused.answer} to a delivery of "${refused.event.status}".`);
    return real.length === 0 ? open('Nothing was delivered yet.') : met(`It did so ${times(real.length)}.`);
  },
};

export const GETS_LATE_REPETITION: Expectation = {
  expected: 'It takes "rejected" of the first attempt once more after the correction has ended.',
  look({ deliveries, corrections: [correction] }) {
    const end = deliveries.find(
      ({ event }) => event.invoice_number === correction?.number && isGoodEnd(event),
    );
    const late = deliveries.find(
      ({ event, at, kind }) => end && kind === 'again' && event.status === 'rejected' && at > end.at,
    );
    if (!late) return open('It was not delivered yet.');
    return isTaken(late) ? met(`It answered ${late.answer}.`) : broken(`It answered ${late.answer}.`);
  },
};

export const REFUSES_FORGERY: Expectation = {
  expected: 'It refuses a delivery with a wrong signature (401), and takes the real one.',
  look({ deliveries }) {
    const forged = deliveries.find(({ kind }) => kind === 'forged');
    if (!forged) return open('None was delivered yet.');
    return /^4\d\d$/.test(forged.answer)
      ? met(`It answered ${forged.answer}.`)
      : broken(`It answered ${forged.answer} to a delivery that was signed with another secret.`);
  },
};

/** With the ended key, before a person or a timer brings the new one. */
const MAX_CALLS_WITH_ENDED_KEY = 5;

export const CHANGES_KEY: Expectation = {
  expected: `After 401 it makes at most ${MAX_CALLS_WITH_ENDED_KEY} calls with the ended key, then submits with the new one.`,
  look({ firstCalls }) {
    const ended = firstCalls.filter(({ apiKeySha256 }) => apiKeySha256 === firstCalls[0]?.apiKeySha256);
    if (ended.length > MAX_CALLS_WITH_ENDED_KEY)
      return broken(`It made ${callsIn(ended)} with the ended key.`);
    return ended.length === firstCalls.length
      ? open(`It made ${callsIn(ended)} with the ended key, and none with another.`)
      : met(`It changed the key after ${callsIn(ended)}.`);
  },
};

export const WAITS_AN_HOUR: Expectation = {
  expected: 'The network is away until the test clock has moved by an hour.',
  look: ({ clockMovedSeconds: seconds }) =>
    seconds >= 3600 ? met('The clock was moved by an hour.') : open('The clock was not moved yet.'),
};
