import { effect, signal } from '@preact/signals';
import type { components, DeliveryService } from '../../client/client.ts';
import { useEffect, useRef } from 'preact/hooks';
import { type Answer, dataOf } from './answer.ts';
import { isUnauthorized, ownKey, reads, serviceOnce } from './session.ts';

/**
 * Events as they come, over one connection for all tabs of a browser that use the same key: the tab that holds the lock reads the
 * feed and tells the others. When it closes, another one gets the lock and goes on after the last event.
 */

export type LiveEvent = components['schemas']['Event'];

type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly since: number; readonly againAt: number };

export const liveState = signal<LiveState>({ kind: 'connecting' });

/** Listeners are called at most four times a second, however many events come. */
const MIN_MS_BETWEEN_CALLS = 250;
const WAIT_SECONDS = 25;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 30_000;

type Listener = (events: readonly LiveEvent[]) => void;
type News =
  | { readonly kind: 'events'; readonly events: readonly LiveEvent[]; readonly next: string }
  | { readonly kind: 'state'; readonly state: LiveState }
  | { readonly kind: 'state, please' };

const listeners = new Set<Listener>();
let gathered: LiveEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** @returns a function that ends it. */
export function onEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells of events once no answer is under way: one that is may have been read before them. */
export function useEventsAfter({ isAsking }: Pick<Answer<unknown>, 'isAsking'>, listener: Listener): void {
  const waiting = useRef<LiveEvent[]>([]);
  const latest = useRef({ isAsking, listener });
  latest.current = { isAsking, listener };
  const tell = (events: readonly LiveEvent[]): void => {
    waiting.current.push(...events);
    if (latest.current.isAsking || waiting.current.length === 0) return;
    latest.current.listener(waiting.current.splice(0));
  };
  useEffect(() => onEvents(tell), []);
  useEffect(() => tell([]), [isAsking]);
}

interface Limited {
  readonly run: () => void;
  readonly stop: () => void;
}

/** Calls at the first run, then at most once in a while, and never after it was stopped. */
export function atMostEvery(minMs: number, call: (signal: AbortSignal) => Promise<void>): Limited {
  const left = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const run = (): void => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        last = Date.now();
        // The next run asks again.
        if (!left.signal.aborted) call(left.signal).catch(() => undefined);
      },
      Math.max(0, last + minMs - Date.now()),
    );
  };
  return { run, stop: () => left.abort() };
}

/** @returns a function that ends it. */
export function callOnEvents(minMs: number, call: (signal: AbortSignal) => Promise<void>): () => void {
  const limited = atMostEvery(minMs, call);
  const stop = onEvents(limited.run);
  return () => {
    stop();
    limited.stop();
  };
}

function gather(events: readonly LiveEvent[]): void {
  if (events.length === 0) return;
  gathered.push(...events);
  timer ??= setTimeout(() => {
    const newEvents = gathered;
    gathered = [];
    timer = undefined;
    for (const listener of listeners) listener(newEvents);
  }, MIN_MS_BETWEEN_CALLS);
}

/** Follows the log-in: it begins with a key that reads, and ends with the log-out. */
export function goLive(): void {
  effect(() => {
    const key = ownKey.value;
    if (!key || !reads(key)) return undefined;
    const left = new AbortController();
    share(`invoice-console ${key.id}`, serviceOnce(), left.signal);
    return () => left.abort();
  });
}

function share(name: string, service: DeliveryService, signal: AbortSignal): void {
  const channel = new BroadcastChannel(name);
  const feed = { after: 'latest', isLeading: false };
  liveState.value = { kind: 'connecting' };
  signal.addEventListener('abort', () => channel.close(), { once: true });
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.kind === 'events') {
      feed.after = data.next;
      gather(data.events);
    } else if (data.kind === 'state') liveState.value = data.state;
    else if (feed.isLeading) channel.postMessage({ kind: 'state', state: liveState.peek() } satisfies News);
  };
  const lead = async (): Promise<void> => {
    feed.isLeading = true;
    await follow(service, feed.after, signal, (news) => {
      if (news.kind === 'events') gather(news.events);
      if (news.kind === 'state') liveState.value = news.state;
      channel.postMessage(news);
    });
  };
  channel.postMessage({ kind: 'state, please' } satisfies News);
  // Without a lock (a page that came over http) each tab reads for itself.
  const led = isSecureContext ? navigator.locks.request(name, { signal }, lead) : lead();
  led.catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

async function follow(
  service: DeliveryService,
  from: string,
  signal: AbortSignal,
  tell: (news: News) => void,
): Promise<void> {
  let after = from;
  let failures = 0;
  let lostSince = 0;
  while (!signal.aborted) {
    // The first answer comes at once, and says that the service is there.
    const wait = failures === 0 && after !== 'latest' ? WAIT_SECONDS : 0;
    const query = { after, wait };
    try {
      const { data, next } = await dataOf(service.api.GET('/events', { params: { query }, signal }));
      after = next;
      failures = 0;
      lostSince = 0;
      tell({ kind: 'state', state: { kind: 'live' } });
      tell({ kind: 'events', events: data, next });
      if (data.length === 0 && wait > 0) await pause(FIRST_PAUSE_MS, signal);
    } catch (error) {
      if (signal.aborted || isUnauthorized(error)) return;
      lostSince ||= Date.now();
      const ms = Math.min(FIRST_PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
      failures += 1;
      tell({ kind: 'state', state: { kind: 'lost', since: lostSince, againAt: Date.now() + ms } });
      await pause(ms, signal);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(waiting);
      signal.removeEventListener('abort', done);
      removeEventListener('online', done);
      resolve();
    };
    const waiting = setTimeout(done, ms);
    signal.addEventListener('abort', done);
    addEventListener('online', done);
  });
