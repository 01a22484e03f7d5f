import { callOf } from '../call/call.ts';
import type { Handlers } from '../call/handlers.ts';

export const eventHandlers = {
  readEventFeed: async ({ caller, request }, { useCases }) => {
    const { after, client, wait } = request.query as unknown as FeedQuery;
    const gone = new AbortController();
    request.res?.once('close', () => gone.abort());
    const page = await useCases.readEventFeed.run(caller, {
      after,
      client,
      waitSeconds: wait,
      signal: gone.signal,
    });
    // The key may be revoked while the call waits for an event.
    if (wait > 0 && request.res) await callOf(request.res).confirmKey?.();
    // JSON.stringify wrote each text, so parsing and writing it again gives the same bytes.
    const data = page.events.map(({ text }) => JSON.parse(text) as unknown);
    return { status: 200, json: { data, next: page.cursor } };
  },

  readEvent: async ({ caller, parameters }, { useCases }) => {
    const { text } = await useCases.readEvent.run(caller, parameters.id ?? '');
    return { status: 200, json: JSON.parse(text) as object };
  },
} satisfies Partial<Handlers>;

interface FeedQuery {
  readonly after?: string;
  readonly client?: string;
  readonly wait: number;
}
