import type { components } from './api-types.ts';
import { isFinalProblem } from './problem.ts';
import { backoffMs, pause } from './retries.ts';
import type { StatusEvent } from './verify-webhook.ts';

export interface FeedEntry {
  readonly event: StatusEvent;
  /**
   * Keep it once the event is handled, and begin with it after a restart: no event is missed. Of a page of events only the last one
   * names the next page, so that up to a hundred events may come again; `event_id` tells them.
   */
  readonly after: string | undefined;
}

export interface FeedOptions {
  /** The `after` of the last event that was handled. Without it the feed begins with the first event. */
  readonly after?: string | undefined;
  /** For the operator's keys: the events of one client. */
  readonly client?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type ReadFeed = (
  after: string | undefined,
  waitSeconds: number,
) => Promise<components['schemas']['EventFeed']>;

/** The longest wait that the service offers. */
const WAIT_SECONDS = 30;
/** The service answers at once if too many calls of a client wait already. */
const MIN_MS_OF_EMPTY = 1000;

/** Does not end: a service that is away is asked again until it is back. */
export async function* endlessFeed(
  read: ReadFeed,
  { after: first, signal }: FeedOptions,
): AsyncGenerator<FeedEntry, never, undefined> {
  let after = first;
  let failures = 0;
  for (;;) {
    signal?.throwIfAborted();
    const askedAt = Date.now();
    const page = await read(after, WAIT_SECONDS).catch((error: unknown) => {
      if (signal?.aborted || isFinalProblem(error)) throw error;
      return undefined;
    });
    if (!page) {
      await pause(backoffMs(failures), signal);
      failures += 1;
      continue;
    }
    failures = 0;
    const { data, next } = page;
    for (const [index, event] of data.entries())
      yield { event, after: index === data.length - 1 ? next : after };
    after = next;
    const early = data.length === 0 ? askedAt + MIN_MS_OF_EMPTY - Date.now() : 0;
    if (early > 0) await pause(early, signal);
  }
}
