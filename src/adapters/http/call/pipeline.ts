import { choice, say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Request, RequestHandler } from 'express';
import { CONSOLE_FILE, keylessPolicy, ratePolicies } from '../../../application/access/admit-call.ts';
import { badRequest } from '../../../application/requests/request-finding.ts';
import type { Caller } from '../../../domain/access/caller.ts';
import { CallFailed, type Failure } from '../../../domain/failures.ts';
import { isConsoleFile } from './console-file.ts';
import { NothingHere } from './answer-error.ts';
import type { ApiDeps } from './api-deps.ts';
import { type Call, callOf } from './call.ts';
import { isCallback } from './route-of-callback.ts';
import { onlyHeader } from './headers.ts';
import { isInnerCall, isPartOfOuter } from './inner-call.ts';
import { withHead } from './plain-http.ts';
import { sessionOfCall } from './session-of-call.ts';
import { type Operation, type Operations, takesFile } from './operations.ts';
import { policyHeader } from './rate-limit-headers.ts';
import { NO_BODY, type Reading, readBody, readFileBody, type RequestBody } from './read-body.ts';

export function findPath(operations: Operations): RequestHandler {
  return (req, res, next) => {
    const path = operations.match(req.path, req.method);
    const call = callOf(res);
    if (!path) return next();
    call.operation = path.operations.get(req.method);
    call.parameters = path.parameters;
    call.allow = withHead([...path.operations.keys()]);
    next();
  };
}

/**
 * A call without a key counts for its address, whatever it asks for. A call of a path with a key is refused or counted for its key, one of
 * a network by the limits on callbacks.
 */
export function admitKeyless({ useCases: { admitCall } }: ApiDeps): RequestHandler {
  return (req, res, next) => {
    const { operation, allow, sender } = callOf(res);
    const needsKey = allow !== undefined && (!operation || operation.scope !== undefined);
    if (needsKey || isCallback(operation) || isInnerCall(req)) return next();
    const target = isConsoleFile(req.path) ? CONSOLE_FILE : operation?.id;
    res.set('RateLimit-Policy', policyHeader([keylessPolicy(target)]));
    admitCall.admitKeyless(sender, target);
    next();
  };
}

/** An unknown path. */
export const needPath: RequestHandler = (_req, res, next) =>
  next(callOf(res).allow === undefined ? new NothingHere() : undefined);

/** Counts the calls with which batches share the time. A line of a batch is part of the batch. */
export function countCalls({ share }: ApiDeps): RequestHandler {
  return (req, res, next) => {
    if (!isInnerCall(req) && callOf(res).operation?.id !== 'submitBatch') res.once('close', share.begin());
    next();
  };
}

/** 401 before anything else is read. A browser that is signed in calls without a key. */
export function checkKey({ useCases, settings }: ApiDeps): RequestHandler {
  return async (req, res, next) => {
    const call = callOf(res);
    const { operation } = call;
    if (operation && !operation.scope) return next();
    const { value, times } = onlyHeader(req, 'authorization');
    const key = times === 1 ? /^Bearer +(\S+)$/i.exec(value ?? '')?.[1] : undefined;
    const token = sessionOfCall(req, settings.baseUrl);
    call.keyReadAt = performance.now();
    const authenticate = async (): Promise<Caller> =>
      token === undefined
        ? useCases.authenticate.run(key)
        : (await useCases.identifySession.run(token)).caller;
    call.caller = await authenticate();
    call.confirmKey = authenticate;
    next();
  };
}

/** Method (405), scope (403), rate (429). */
export function admit({ useCases: { admitCall } }: ApiDeps): RequestHandler {
  return async (req, res, next) => {
    const call = callOf(res);
    const { operation, caller, requestId } = call;
    if (!caller) return next();
    const denial = denialOf(call, caller);
    if (denial) throw new CallFailed(denial);
    if (isPartOfOuter(req)) call.isCounted = call.isRecorded = true;
    if (isPartOfOuter(req)) return next();
    if (operation?.scope) {
      const use = { caller, operation: operation.id, requestId };
      res.set('RateLimit-Policy', policyHeader(ratePolicies(operation.scope, operation.id)));
      const { waitSeconds, policy, isRecorded } = await admitCall.run(use, operation.scope);
      call.isRecorded = isRecorded;
      if (policy) throw new CallFailed({ kind: 'rate-limited', retryAfterSeconds: waitSeconds, policy });
      call.isCounted = true;
    }
    next();
  };
}

function denialOf({ operation, allow = [] }: Call, caller: Caller): Failure | undefined {
  if (!operation) return { kind: 'method-not-allowed', allow };
  if (operation.planned)
    return { kind: 'not-implemented', detail: say('calls.this-call-is-planned-and-does-nothing-yet') };
  if (mayCall(caller, operation)) return undefined;
  return { kind: 'forbidden', detail: reasonOfDenial(caller, operation) };
}

function reasonOfDenial({ kind }: Caller, { operator, scope, reads }: Operation): Text {
  if (kind === 'client' && !operator) return say('calls.this-key-lacks-scope', { scope });
  if (kind === 'operator-read-only' && !reads) return say('calls.this-key-reads-only');
  return operator
    ? say('calls.this-call-needs-operator-s-key')
    : say('calls.this-key-may-not-make-this-call');
}

function mayCall(caller: Caller, { scope, reads, partner, operator, anyKey }: Operation): boolean {
  if (anyKey) return true;
  switch (caller.kind) {
    case 'client':
      return !operator && scope !== undefined && caller.scopes.includes(scope);
    case 'operator':
      return true;
    case 'operator-read-only':
      return reads;
    case 'partner':
      return partner;
  }
}

/** A body that was there so soon after the key was read came with the call. */
const MAX_KEY_AGE_MS = 1000;

/**
 * The weight of a body stays on the scale until the call ends. A body may take minutes to arrive, so the key is checked again
 * after it: a revoked key does nothing. For a body that came with the call nothing was awaited, and one check is enough.
 */
export function takeBody({ bodies, bodyBudget: scale }: ApiDeps): RequestHandler {
  return async (req, res, next) => {
    const call = callOf(res);
    const { operation, caller } = call;
    if (operation?.isStreamed) {
      refuseStream(req, operation);
      call.body = NO_BODY;
    } else if (operation?.body && caller) {
      const weight = scale.reserve(callerName(caller));
      res.once('close', () => weight.release());
      const keyAgeMs = performance.now() - (call.keyReadAt ?? -Infinity);
      const cameWithCall = req.complete && keyAgeMs < MAX_KEY_AGE_MS;
      const reading = { limitBytes: operation.maxBodyBytes, weight, bodies };
      call.body = await bodyOf(operation, req, reading);
      // The body of a line of a batch comes with the line.
      if (!isInnerCall(req) && !cameWithCall) await confirmAgain(call, operation);
    } else call.body = NO_BODY;
    next();
  };
}

/** With an Idempotency-Key it is checked beside the claim of that key. */
async function confirmAgain(call: Call, { takesKey }: Operation): Promise<void> {
  const confirming = call.confirmKey?.();
  if (!takesKey) return void (await confirming);
  // What waits for it learns of a failure.
  confirming?.catch(() => undefined);
  call.confirming = confirming;
}

async function bodyOf({ body, mediaTypes }: Operation, req: Request, reading: Reading): Promise<RequestBody> {
  if (takesFile(mediaTypes)) return readFileBody(req, reading, mediaTypes);
  const read = await readBody(req, reading);
  if (body === 'required' && read.json === undefined)
    throw badRequest('body', say('calls.json-body-is-needed'));
  return read;
}

/** Checks before the body is read: the announced size (413), then type and encoding (415). */
function refuseStream(req: Request, { maxBodyBytes, mediaTypes }: Operation): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes)
    throw new CallFailed({ kind: 'payload-too-large', limitBytes: maxBodyBytes });
  const { value = '', times } = onlyHeader(req, 'content-type');
  const type = value.split(';')[0]?.trim().toLowerCase();
  if (times !== 1 || !type || !mediaTypes.includes(type))
    throw new CallFailed({
      kind: 'unsupported-media-type',
      detail: say('calls.content-type-once', { types: choice(mediaTypes) }),
    });
  if (req.headers['content-encoding'] !== undefined)
    throw new CallFailed({ kind: 'unsupported-media-type', detail: say('calls.content-encoding-left-out') });
}

export const callerName = (caller: Caller): string =>
  caller.kind === 'client' ? caller.client : caller.keyId;
