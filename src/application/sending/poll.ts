import type { WorkStep } from '../work/record-kind.ts';
import { applyAnswer } from './apply-answer.ts';
import { attemptUnderItsAccount, progressOn } from './attempt.ts';
import { inquire } from './inquire.ts';
import type { Sendable, SendableRecord } from './sendable.ts';
import type { SendingPorts } from './sending-ports.ts';
import { missingCredential } from './missing-credential.ts';

/**
 * Asks the route for the outcome of a document that it holds, or for the proof of an end that was told without it. The route can be asked
 * for as long as it takes: a missing credential counts as a route that did not answer.
 */
const askAgain =
  (question: 'poll' | 'receipt') =>
  async <R extends SendableRecord>(
    record: R,
    kind: Sendable<R>,
    ports: SendingPorts,
  ): Promise<WorkStep<R>> => {
    const progress = progressOn(record, kind, ports);
    const attempt = await attemptUnderItsAccount(progress);
    return attempt
      ? inquire(attempt, question)
      : applyAnswer(progress, question, { mapping: missingCredential(record.route) });
  };

export const poll = askAgain('poll');
export const receipt = askAgain('receipt');
