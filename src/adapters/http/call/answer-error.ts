import { say } from 'en16931-rules/vocabulary/message.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { DENIAL_POLICY } from '../../../application/access/deny-call.ts';
import { CallFailed, type FailureKind } from '../../../domain/failures.ts';
import type { ApiDeps } from './api-deps.ts';
import { callOf } from './call.ts';
import { answerAndHangUp, isUnread } from './hang-up.ts';
import { inLanguage } from './in-language.ts';
import { internalProblem, type Problem, toProblem } from './problem.ts';
import { sendProblem, sendReply } from './reply.ts';

/** An unknown path is no problem document (contract part 7). */
export class NothingHere extends Error {}

const NOTHING_HERE = { status: 404, body: { detail: say('calls.body.detail') } };

/** Turns every error into an answer: a problem document, except for an unknown path. */
export function answerError(deps: ApiDeps): ErrorRequestHandler {
  return async (thrown: unknown, req, res, _next) => {
    const error = await orTooMany(deps, await orRevoked(thrown, res), res);
    if (error instanceof NothingHere) return void (await send(req, res, NOTHING_HERE));
    const { problemBase } = deps.settings;
    const isCallFailure = error instanceof CallFailed;
    const problem = isCallFailure ? toProblem(error.failure, problemBase) : internalProblem(problemBase);
    if (!isCallFailure || isFault(error, problem.status)) logFault(deps, error, problem.status, res);
    if (res.headersSent) return void res.destroy();
    await send(req, res, problem);
  };
}

/** Expected denials before a call counts against a rate. Any other error is not the caller's doing. */
const DENIALS: ReadonlySet<FailureKind> = new Set([
  'bad-request',
  'unauthorized',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'not-implemented',
  'rate-limited',
]);

/** The key goes before what is wrong with the body. */
const orRevoked = (error: unknown, res: Response): Promise<unknown> =>
  callOf(res).confirming?.then(
    () => error,
    (revoked: unknown) => revoked,
  ) ?? Promise.resolve(error);

/** A caller past the limit on denials gets 429 instead. */
async function orTooMany({ useCases }: ApiDeps, error: unknown, res: Response): Promise<unknown> {
  const { isCounted, caller, sender, operation, requestId, isRecorded = false } = callOf(res);
  const denial =
    error instanceof CallFailed ? error.failure.kind : error instanceof NothingHere && 'not-found';
  if (isCounted || !denial || !DENIALS.has(denial)) return error;
  const use = { caller, address: sender, operation: operation?.id ?? 'unknown', requestId };
  const seconds = await useCases.denyCall.run({ ...use, denial, isRecorded });
  if (seconds === 0 || denial === 'rate-limited') return error;
  return new CallFailed({ kind: 'rate-limited', retryAfterSeconds: seconds, policy: DENIAL_POLICY });
}

/** Errors that an operator looks into. A planned call and a busy service are not among them. */
const isFault = ({ failure, cause }: CallFailed, status: number): boolean =>
  status >= 500 && failure.kind !== 'not-implemented' && !(failure.kind === 'busy' && cause === undefined);

function logFault({ log }: ApiDeps, error: unknown, status: number, res: Response): void {
  const { requestId, operation } = callOf(res);
  const isCallFailure = error instanceof CallFailed;
  const cause = isCallFailure ? error.cause : error;
  const fields = { request_id: requestId, operation: operation?.id, status, cause };
  log.error(fields, isCallFailure ? error.failure.kind : 'internal');
}

/**
 * How long the denial of a call without a key is held back: a caller that goes on at once would otherwise take the time of those with a
 * key.
 */
const HELD_BACK_MS = 1000;

/** Closes the connection of an unauthenticated caller, and of one that goes on sending an unwanted body. */
async function send(req: Request, res: Response, answer: Problem | typeof NOTHING_HERE): Promise<void> {
  const { status, body } = answer;
  if (status === 429 && !callOf(res).caller) await pause(HELD_BACK_MS);
  clearHeaders(res);
  const isProblem = 'headers' in answer;
  if (isUnread(req)) {
    res.status(status).set(isProblem ? answer.headers : {});
    res.type(isProblem ? 'application/problem+json' : 'json');
    return answerAndHangUp(req, res, JSON.stringify(await inLanguage(res, body)));
  }
  if (!callOf(res).caller && (status === 401 || status === 429)) res.set('Connection', 'close');
  if (isProblem) await sendProblem(res, answer);
  else await sendReply(res, { status, json: body });
}

/** Removes headers that a handler set for the answer that failed. */
function clearHeaders(res: Response): void {
  for (const name of ['Content-Type', 'Content-Disposition', 'ETag', 'Idempotency-Replayed'])
    res.removeHeader(name);
}
