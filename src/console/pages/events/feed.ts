import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { type LiveEvent, onEvents } from '../../app/live.ts';
import { ownKey, service } from '../../app/session.ts';

/** So many events stay on the page; the feed has all of them. */
const MAX_EVENTS = 500;
/** A page of the feed. */
export const PAGE_LENGTH = 100;

/** What has come since the feed was first looked at. It stays while the reader looks at other pages. */
interface Kept {
  /** The first answer: what came before it may be missing. */
  since: Date | undefined;
  cursor: string;
  /** Newest first. */
  events: readonly LiveEvent[];
  /** All that have come, also those that have left the page. */
  total: number;
  reading: Promise<void> | undefined;
}

/** By client; of one key, and gone with it. */
const keptBy = new Map<string, Kept>();
let keptFor: string | undefined;

interface Feed {
  /** Undefined until the feed has answered. */
  readonly since: Date | undefined;
  readonly events: readonly LiveEvent[];
  /** So many have come while the page was held. */
  readonly waiting: number;
  readonly error: unknown;
  readonly askAgain: () => void;
}

/**
 * The events that come from now on, newest first.
 * @param isHeld the reader looks at a row: nothing moves.
 */
export function useFeed(client: string | undefined, isHeld: boolean): Feed {
  const feed = keptOf(client);
  const [heldAt, holdAt] = useState<number | undefined>();
  const { error, askAgain } = useAnswer(() => catchUpOnce(feed, client), [client]);
  useEffect(() => onEvents(askAgain), [feed]);
  useLayoutEffect(() => holdAt(isHeld ? feed.total : undefined), [isHeld, feed]);
  const waiting = heldAt === undefined ? 0 : feed.total - heldAt;
  return { since: feed.since, events: feed.events.slice(waiting), waiting, error, askAgain };
}

function keptOf(client = ''): Kept {
  if (keptFor !== ownKey.value?.id) keptBy.clear();
  keptFor = ownKey.value?.id;
  const feed = keptBy.get(client) ?? {
    since: undefined,
    cursor: 'latest',
    events: [],
    total: 0,
    reading: undefined,
  };
  keptBy.set(client, feed);
  return feed;
}

/** A call while another reads gets what that one reads. */
const catchUpOnce = (feed: Kept, client: string | undefined): Promise<void> =>
  (feed.reading ??= catchUp(feed, client).finally(() => {
    feed.reading = undefined;
  }));

async function catchUp(feed: Kept, client: string | undefined): Promise<void> {
  for (;;) {
    const { data, next } = await readPage(feed.cursor, client);
    feed.since ??= new Date();
    feed.cursor = next;
    feed.total += data.length;
    feed.events = [...data.toReversed(), ...feed.events].slice(0, MAX_EVENTS);
    if (data.length < PAGE_LENGTH) return;
  }
}

/** @param after left out: from the first event on. */
export const readPage = (after: string | undefined, client: string | undefined, signal?: AbortSignal) =>
  dataOf(
    service().api.GET('/events', {
      params: { query: { ...(after && { after }), ...(client && { client }) } },
      ...(signal && { signal }),
    }),
  );
