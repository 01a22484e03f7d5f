import type { AnswerJson } from '../call/contract.ts';
import type { ShownExchange } from '../../../application/tracking/list-attempts.ts';

/** A row for each call; what an answer was taken to mean stands with the last call of its exchange. */
export const attemptEntries = ({
  no,
  purpose,
  calls,
  nextAt,
  ...exchange
}: ShownExchange): AnswerJson<'listAttempts'>['data'] =>
  calls.map((call, n) => ({
    no: no + n,
    at: call.at.toISOString(),
    purpose,
    method: call.method,
    path: call.path,
    outcome: call.outcome,
    status: call.status,
    reason: call.reason,
    took_ms: call.tookMs,
    answer: call.answer,
    ...(n === calls.length - 1 && {
      network_status: exchange.networkStatus,
      taken_as: exchange.meaning?.replaceAll('-', '_'),
      code: exchange.code,
      message: exchange.message,
      next: exchange.next,
      next_at: nextAt?.toISOString(),
    }),
  }));
