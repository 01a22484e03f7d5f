import type { Request, RequestHandler, Response } from 'express';
import { effectOf, type Fault, isCall, serverError } from './faults.ts';
import type { Answer, Call, Endpoint, Network } from './network.ts';
import type { Pace } from './pace.ts';
import type { State } from './state.ts';

/** Handles every call to a network: records it, applies a planned fault, and answers. */
export function exchange(network: Network, endpoint: Endpoint, state: State, pace: Pace): RequestHandler {
  return async (request, response) => {
    const path = request.originalUrl;
    const fault = state.takeFault(network.route, (requestedPath) =>
      isCall(requestedPath, endpoint.method, plainPath(path)),
    ) as Fault | undefined;
    const id = state.callCame(network.route, endpoint.method, path, fault);
    const answer = await answerTo(callOf(request)).catch((error: unknown) => {
      console.error(error);
      return serverError(path);
    });
    state.callEnded(id, typeof answer === 'string' ? null : answer.status);
    give(answer, response);

    async function answerTo(call: Call): Promise<Answer> {
      const effect = fault && effectOf(fault);
      if (!effect) return endpoint.answer(call);
      if ('instead' in effect) return effect.instead;
      const answer = await endpoint.answer(call);
      await pace.steps(effect.steps ?? 0);
      return typeof answer === 'string' ? answer : effect.afterwards(answer);
    }
  };
}

const plainPath = (url: string): string => url.replace(/\?.*/s, '');

export function callOf(request: Request): Call {
  const body: unknown = request.body;
  return {
    params: request.params as Record<string, string>,
    query: new URL(request.originalUrl, 'http://sandbox').searchParams,
    headers: request.headers,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  };
}

export function give(answer: Answer, response: Response): void {
  if (answer === 'reset') response.socket?.resetAndDestroy();
  else if (answer === 'hang-up') response.socket?.destroy();
  else if (answer !== 'silence')
    response
      .status(answer.status)
      .set(answer.headers ?? {})
      .end(answer.body);
}
