import type { Request, RequestHandler } from 'express';
import { CallFailed } from '../../../domain/failures.ts';
import { ROUTE_PROFILES } from '../../../domain/routes/all.ts';
import type { Route } from '../../../domain/vocabulary/route.ts';
import type { CallbackHeaders } from '../../../ports/rail.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import { callOf } from '../call/call.ts';
import { onlyHeader } from '../call/headers.ts';
import { receive } from '../call/receive.ts';

/** Operations that anybody may call in the name of a route. */
const ROUTE_OF: ReadonlyMap<string, Route> = new Map(
  ROUTE_PROFILES.flatMap(({ name, callback }) => (callback === null ? [] : [[callback, name]])),
);
const CLIENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Takes what is posted in a route's name. There is no key: what it says counts for nothing, so the body is taken as it was sent,
 * and the answer tells nobody whether it was believed.
 */
export function hearCallbacks({ useCases: { hearCallback }, scale }: ApiDeps): RequestHandler {
  return async (req, res, next) => {
    const { operation, parameters = {}, sender: address } = callOf(res);
    const route = operation && ROUTE_OF.get(operation.id);
    if (!operation || !route) return next();
    const client = parameters['client'] ?? '';
    const of = { route, client, address };
    const wait = hearCallback.admit(of);
    if (wait > 0) throw new CallFailed({ kind: 'rate-limited', retryAfterSeconds: wait });
    const weight = scale.put(address);
    res.once('close', () => weight.takeOff());
    const body = await receive(req, operation.maxBodyBytes, weight);
    if (CLIENT.test(client)) await hearCallback.run(of, { body, headers: headersOf(req) });
    res.status(204).end();
  };
}

function headersOf(request: Request): CallbackHeaders {
  const names = new Set(Object.keys(request.headers));
  return Object.fromEntries(
    [...names].map((name) => {
      const { value, times } = onlyHeader(request, name);
      return [name, times === 1 ? value : undefined];
    }),
  );
}
