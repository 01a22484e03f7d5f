import type { ErrorRequestHandler, Request, Response } from 'express';
import { CallFailed, type FailureKind } from '../../../domain/failures.ts';
import type { ApiDeps } from './api-deps.ts';
import { callOf } from './call.ts';
import { answerAndHangUp, isUnread } from './hang-up.ts';
import { internalProblem, type Problem, toProblem } from './problem.ts';
import { sendProblem } from './reply.ts';

/** An unknown path is no problem document (contract part 7). */
export class NothingHere extends Error {}

const NOTHING_HERE = { status: 404, body: { detail: 'There is nothing at this path.' } };

/** Everything that went wrong becomes an answer here, of RFC 9457 but for an unknown path. */
export function answerError(deps: ApiDeps): ErrorRequestHandler {
  return async (thrown: unknown, req, res, _next) => {
    const error = await orTooMany(deps, thrown, res);
    if (error instanceof NothingHere) return send(req, res, NOTHING_HERE);
    const { problemBase } = deps.settings;
    const known = error instanceof CallFailed;
    const problem = known ? toProblem(error.failure, problemBase) : internalProblem(problemBase);
    if (!known || isFault(error, problem.status)) logFault(deps, error, problem.status, res);
    if (res.headersSent) return void res.destroy();
    send(req, res, problem);
  };
}

/** What is said on purpose before a call counts against a rate; anything else is no doing of the caller's. */
const REFUSALS: ReadonlySet<FailureKind> = new Set([
  'bad-request',
  'unauthorized',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'not-implemented',
  'rate-limited',
]);

/** A caller who is refused again and again is told to wait instead. */
async function orTooMany({ useCases }: ApiDeps, error: unknown, res: Response): Promise<unknown> {
  const { isCounted, caller, sender, operation, requestId, isRecorded = false } = callOf(res);
  const refusal =
    error instanceof CallFailed ? error.failure.kind : error instanceof NothingHere && 'not-found';
  if (isCounted || !refusal || !REFUSALS.has(refusal)) return error;
  const use = { caller, address: sender, operation: operation?.id ?? 'unknown', requestId };
  const seconds = await useCases.refuseCall.run({ ...use, refusal, isRecorded });
  if (seconds === 0 || refusal === 'rate-limited') return error;
  return new CallFailed({ kind: 'rate-limited', retryAfterSeconds: seconds });
}

/** Something to look into. None is what we say on purpose: that a call is planned, or that too much is asked at once. */
const isFault = ({ failure, cause }: CallFailed, status: number): boolean =>
  status >= 500 && failure.kind !== 'not-implemented' && !(failure.kind === 'busy' && cause === undefined);

function logFault({ log }: ApiDeps, error: unknown, status: number, res: Response): void {
  const { requestId, operation } = callOf(res);
  const known = error instanceof CallFailed;
  const cause = known ? error.cause : error;
  const fields = { request_id: requestId, operation: operation?.id, status, cause };
  log.error(fields, known ? error.failure.kind : 'internal');
}

/** A connection whose caller is unauthenticated, or goes on sending an unwanted body, ends with the answer. */
function send(req: Request, res: Response, answer: Problem | typeof NOTHING_HERE): void {
  clearHeaders(res);
  const { status, body } = answer;
  const isProblem = 'headers' in answer;
  if (isUnread(req)) {
    res.status(status).set(isProblem ? answer.headers : {});
    res.type(isProblem ? 'application/problem+json' : 'json');
    return answerAndHangUp(req, res, JSON.stringify(body));
  }
  if (!callOf(res).caller && (status === 401 || status === 429)) res.set('Connection', 'close');
  if (isProblem) sendProblem(res, answer);
  else res.status(status).json(body);
}

/** A handler may have begun to describe the answer that it could not give. */
function clearHeaders(res: Response): void {
  for (const name of ['Content-Type', 'Content-Disposition', 'ETag', 'Idempotency-Replayed'])
    res.removeHeader(name);
}
