import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { badRequest } from '../../../application/intake/request-finding.ts';
import type { Caller } from '../../../domain/access/caller.ts';
import { CallFailed, type Failure } from '../../../domain/failures.ts';
import type { ApiDeps } from './api-deps.ts';
import { beginCall, type Call, callOf } from './call.ts';
import { onlyHeader } from './headers.ts';
import type { Operation, Operations } from './operations.ts';
import { internalProblem, toProblem } from './problem.ts';
import { NO_BODY, type Reading, readBody, readFileBody, type RequestBody } from './read-body.ts';
import { sendProblem } from './reply.ts';

/** What a caller writes into a path is logged only where it is an id. */
const INVOICE_ID = /^inv_[A-Za-z0-9]{16,40}$/;
const REQUEST_ID = /^[\x21-\x7e]{1,100}$/;

/** What log and metrics show where the caller hung up before an answer. */
const NOT_ANSWERED = 499;

/** Gives the call its id, and tells log and metrics about it when it is over. */
export function begin({ ids, log, telemetry }: ApiDeps): RequestHandler {
  return (req, res, next) => {
    const named = onlyHeader(req, 'x-request-id').value ?? '';
    const requestId = REQUEST_ID.test(named) ? named : ids.next('req');
    const startedAt = performance.now();
    beginCall(res, { requestId });
    res.set('X-Request-Id', requestId).set('Cache-Control', 'no-store');
    res.once('close', () => {
      const seconds = (performance.now() - startedAt) / 1000;
      const { operation, caller, parameters, invoiceId = parameters?.id ?? '' } = callOf(res);
      const status = res.headersSent ? res.statusCode : NOT_ANSWERED;
      telemetry.answered(operation?.id ?? 'unknown', status, seconds);
      log.info(
        {
          request_id: requestId,
          operation: operation?.id ?? 'unknown',
          status,
          duration_ms: Math.round(seconds * 1e6) / 1000,
          ...(INVOICE_ID.test(invoiceId) && { invoice_id: invoiceId }),
          ...(caller && { key_id: caller.keyId }),
          ...(caller?.kind === 'client' && { client: caller.client }),
          ...(!res.writableFinished && { broken_off: true }),
        },
        'answered',
      );
    });
    next();
  };
}

/** RFC 9112 section 3.2; HTTP/1.0 knew no Host. */
export const needOneHost: RequestHandler = (req, _res, next) => {
  const { times } = onlyHeader(req, 'host');
  const allowed = times === 1 || (times === 0 && req.httpVersion === '1.0');
  next(allowed ? undefined : badRequest('Host', 'Host must be given once.'));
};

/** RFC 9112 section 3.2.2: a request may name its whole address; only the path is ours to read. */
export const useOriginForm: RequestHandler = (req, _res, next) => {
  const path = /^https?:\/\/[^/?#]*([^]*)$/i.exec(req.url)?.[1];
  if (path !== undefined) req.originalUrl = req.url = path.startsWith('/') ? path : `/${path}`;
  next();
};

/** An unknown path is no problem document (contract part 7). */
export function findPath(operations: Operations): RequestHandler {
  return (req, res, next) => {
    const path = operations.match(req.path, req.method);
    if (!path) return void res.status(404).json({ detail: 'There is nothing at this path.' });
    const call = callOf(res);
    call.operation = path.operations.get(req.method);
    call.parameters = path.parameters;
    call.allow = [...path.operations.keys()];
    next();
  };
}

/** 401 before anything else is read. */
export function checkKey({ useCases }: ApiDeps): RequestHandler {
  return async (req, res, next) => {
    const call = callOf(res);
    const { operation } = call;
    if (operation && !operation.scope) return next();
    const { value, times } = onlyHeader(req, 'authorization');
    const key = times === 1 ? /^Bearer +(\S+)$/i.exec(value ?? '')?.[1] : undefined;
    call.caller = await useCases.authenticate.run(key);
    next();
  };
}

/** Method (405), scope (403), rate (429). */
export function admit({ useCases: { admitCall } }: ApiDeps): RequestHandler {
  return async (_req, res, next) => {
    const call = callOf(res);
    const { operation, caller, requestId } = call;
    if (!caller) return next();
    const use = { caller, operation: operation?.id ?? 'unknown', requestId };
    const refusal = refusalOf(call, caller);
    if (refusal) {
      await admitCall.record(use);
      throw new CallFailed(refusal);
    }
    if (operation?.scope) await admitCall.run(use, operation.scope);
    next();
  };
}

function refusalOf({ operation, allow = [] }: Call, caller: Caller): Failure | undefined {
  if (!operation) return { kind: 'method-not-allowed', allow };
  if (operation.planned)
    return { kind: 'not-implemented', detail: 'This call is planned and does nothing yet.' };
  if (mayCall(caller, operation)) return undefined;
  const detail =
    caller.kind === 'client'
      ? `This key lacks the scope ${operation.scope}.`
      : 'This key may not make this call.';
  return { kind: 'forbidden', detail };
}

function mayCall(caller: Caller, { scope, method, partner }: Operation): boolean {
  switch (caller.kind) {
    case 'client':
      return scope !== undefined && caller.scopes.includes(scope);
    case 'operator':
      return true;
    case 'operator-read-only':
      return method === 'GET';
    case 'partner':
      return partner;
  }
}

/** What a body weighs stays on the scale until the call is over. */
export function takeBody({ bodies, scale }: ApiDeps): RequestHandler {
  return async (req, res, next) => {
    const call = callOf(res);
    const { operation, caller } = call;
    if (operation?.body && caller) {
      const weight = scale.put(callerName(caller));
      res.once('close', () => weight.takeOff());
      const reading = { limitBytes: operation.maxBodyBytes, weight, bodies };
      call.body = await bodyOf(operation, req, reading);
    } else call.body = NO_BODY;
    next();
  };
}

async function bodyOf({ body, mediaTypes }: Operation, req: Request, reading: Reading): Promise<RequestBody> {
  if (!mediaTypes.includes('application/json')) return readFileBody(req, reading, mediaTypes);
  const read = await readBody(req, reading);
  if (body === 'required' && read.json === undefined) throw badRequest('body', 'A JSON body is needed.');
  return read;
}

const callerName = (caller: Caller): string => (caller.kind === 'client' ? caller.client : caller.keyId);

/** Everything that went wrong becomes a problem document here. */
export function answerError({ log, settings }: ApiDeps): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const { requestId, operation } = callOf(res);
    const known = error instanceof CallFailed;
    const problem = known
      ? toProblem(error.failure, settings.problemBase)
      : internalProblem(settings.problemBase);
    if (!known || isFault(error, problem.status))
      log.error(
        {
          request_id: requestId,
          operation: operation?.id,
          status: problem.status,
          cause: known ? error.cause : error,
        },
        known ? error.failure.kind : 'internal',
      );
    if (res.headersSent) return void res.destroy();
    clearHeaders(res);
    sendProblem(res, problem);
  };
}

/** Something to look into. None is what we say on purpose: that a call is planned, or that too much is asked at once. */
const isFault = ({ failure, cause }: CallFailed, status: number): boolean =>
  status >= 500 && failure.kind !== 'not-implemented' && !(failure.kind === 'busy' && cause === undefined);

/** A handler may have begun to describe the answer that it could not give. */
function clearHeaders(res: Response): void {
  for (const name of ['Content-Type', 'Content-Disposition', 'ETag', 'Idempotency-Replayed'])
    res.removeHeader(name);
}
