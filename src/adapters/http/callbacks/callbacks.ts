import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Request, RequestHandler, Response } from 'express';
import type { CallbackResult } from '../../../application/messages/handle-callback.ts';
import { CallFailed } from '../../../domain/failures.ts';
import type { CallbackHeaders } from '../../../ports/rail/callbacks.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import { callOf } from '../call/call.ts';
import { onlyHeader } from '../call/headers.ts';
import { receive } from '../call/receive.ts';
import { ROUTE_OF_CALLBACK } from '../call/route-of-callback.ts';

const CLIENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Handles a call of a network. The call has no key, so its body is passed on unparsed. The answer to a hint does not tell
 * whether it verified. A sender repeats an answer that was refused, so it gets the refusal.
 */
export function handleCallbacks({
  useCases: { handleCallback },
  bodyBudget: scale,
}: ApiDeps): RequestHandler {
  return async (req, res, next) => {
    const { operation, parameters = {}, sender: address } = callOf(res);
    const route = operation && ROUTE_OF_CALLBACK.get(operation.id);
    if (!operation || !route) return next();
    const client = parameters['client'] ?? '';
    const of = { route, client, address };
    const wait = handleCallback.admit(of);
    if (wait > 0) throw new CallFailed({ kind: 'rate-limited', retryAfterSeconds: wait });
    const weight = scale.reserve(address);
    res.once('close', () => weight.release());
    const body = await receive(req, operation.maxBodyBytes, weight);
    // An id that no client can have fits no credential, so the call fails its verification.
    const known = CLIENT.test(client) ? of : { ...of, client: '' };
    answer(await handleCallback.run(known, { body, headers: headersOf(req) }), res);
  };
}

/** phoss-ap forwarding repeats a call after a minute. */
const EARLY_SECONDS = 60;

function answer(result: CallbackResult, res: Response): void {
  switch (result) {
    case 'hint':
      return void res.status(204).end();
    case 'taken':
      // phoss-ap expects a JSON object as confirmation (`http_post_sync`), and ignores the body otherwise.
      return void res.status(200).json({});
    case 'retry-later':
      throw new CallFailed({
        kind: 'busy',
        retryAfterSeconds: EARLY_SECONDS,
        detail: say('calls.invoice-that-this-is-about-has-answer-of'),
      });
    case 'not-ours':
      throw new CallFailed({
        kind: 'bad-request',
        detail: say('calls.this-is-no-answer-to-participant-of-client'),
      });
    case 'unauthenticated':
      throw new CallFailed({ kind: 'unauthorized' });
    default:
      return result satisfies never;
  }
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
