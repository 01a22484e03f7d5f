import { SKEW_MS } from '../../domain/lifecycle/due.ts';
import type { Question } from '../../domain/sending/outcomes.ts';
import { type CalledFor, STATUS_INQUIRY } from '../../domain/routes/route-caps.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { Inquiry } from '../../ports/rail/inquiry.ts';
import { SURE_MS } from '../work/lease-keeper.ts';
import type { WorkStep } from '../work/record-kind.ts';
import { applyAnswer } from './apply-answer.ts';
import {
  type Attempt,
  attemptUnderItsAccount,
  callRoute,
  callsOf,
  inquiryOn,
  progressOn,
} from './attempt.ts';
import { lostCall } from './exchanges.ts';
import { RateLimitPermits, waitInQueue } from './rate-limit-permits.ts';
import { waitForAccount } from './retry.ts';
import type { HasSubmission, Sendable, SendableRecord } from './sendable.ts';
import type { SendingPorts } from './sending-ports.ts';

/** Asks the route whether it holds a document whose answer was lost, or over which a process died. */
export async function ask<R extends SendableRecord>(
  record: R,
  kind: Sendable<R>,
  ports: SendingPorts,
): Promise<WorkStep<R>> {
  const before = progressOn(record, kind, ports);
  const noted = await noteLostCall(before.record, kind);
  const progress = { ...before, record: markOutcomeUnknown(noted, before.rail, ports.clock.now()) };
  const attempt = await attemptUnderItsAccount(progress);
  return attempt ? inquire(attempt, 'ask') : waitForAccount(progress);
}

async function noteLostCall<R extends SendableRecord>(
  record: R & HasSubmission,
  kind: Sendable<R>,
): Promise<R & HasSubmission> {
  const { submission } = record;
  const { calledAt, isCalling } = submission;
  const noted = isCalling && calledAt ? await kind.keep?.(record, lostCall(calledAt)) : undefined;
  return noted ? { ...noted, submission } : record;
}

/**
 * A call was under way: whether it reached the route is unknown. It may still be: a lease can end under a live call whose process does not
 * reach the store, or if the clock of another one is ahead. Its first byte leaves while its process is sure of the lease. Another process
 * may look at the time that is noted here.
 */
function markOutcomeUnknown<R extends HasSubmission>(record: R, { maxCallMs }: Rail, now: Date): R {
  const { notHeld: _before, ...submission } = record.submission;
  if (!submission.isCalling) return record;
  const callMayLastUntil = new Date(now.getTime() + SURE_MS + maxCallMs + SKEW_MS);
  return {
    ...record,
    submission: {
      ...submission,
      callMayLastUntil,
      isCalling: false,
      outcomeUnknown: true,
      answerLost: true,
    },
  };
}

type Inquired = Extract<Question, 'ask' | 'poll' | 'receipt'>;

/** The work whose cap counts the call. */
const WORK_OF: Readonly<Record<Inquired, CalledFor>> = {
  ask: STATUS_INQUIRY,
  poll: 'poll',
  receipt: 'receipt',
};

/** Puts a question about the submission to the route, once there is a permit for it, unless the answer is at hand. */
export async function inquire<R extends SendableRecord>(
  attempt: Attempt<R>,
  question: Inquired,
): Promise<WorkStep<R>> {
  const permits = new RateLimitPermits(attempt, WORK_OF[question]);
  const carrier = attempt.kind.carrierOn(attempt.rail);
  const atHand = question === 'poll' ? carrier.pollAtHand?.(inquiryOn(attempt, permits, [])) : undefined;
  if (atHand) return applyAnswer(attempt, question, atHand);
  const permit = await permits.acquire();
  if (permit !== 'free') return waitInQueue(attempt, permit);
  const called = await callRoute(attempt, question, permits, (calls) =>
    callOf(carrier, question, inquiryOn(attempt, permits, calls)),
  );
  return applyAnswer(attempt, question, called.value, callsOf(attempt, called));
}

function callOf(carrier: Pick<Rail, Inquired>, question: Inquired, inquiry: Inquiry): Promise<RailAnswer> {
  if (question !== 'receipt') return carrier[question](inquiry);
  if (!carrier.receipt) throw new Error('the route has no receipts to be asked for');
  return carrier.receipt(inquiry);
}
