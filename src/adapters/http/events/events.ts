import { callOf } from '../call/call.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { storedEvent } from '../call/wire.ts';

export const eventHandlers = {
  readEventFeed: async ({ caller, request, query, requestId }, { useCases }) => {
    const { after, client, include, limit, wait } = query;
    const callEnded = new AbortController();
    request.res?.once('close', () => callEnded.abort());
    const wish = { after, client, limit, withCanonical: include === 'canonical', waitSeconds: wait };
    const page = await useCases.readEventFeed.run(caller, { ...wish, signal: callEnded.signal }, requestId);
    // The key may be revoked while the call waits for an event.
    if (wait > 0 && request.res) await callOf(request.res).confirmKey?.();
    const data = page.events.map(storedEvent);
    return answer(200, { data, next: page.cursor });
  },

  readEvent: async ({ caller, parameters }, { useCases }) => {
    return answer(200, storedEvent(await useCases.readEvent.run(caller, parameters.id)));
  },
} satisfies Partial<Handlers>;
