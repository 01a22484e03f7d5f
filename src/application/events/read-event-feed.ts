import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { CursorKey } from '../../ports/cursor-key.ts';
import type { Digests } from '../../ports/digests.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import { listedClient } from '../access/tenancy.ts';
import { badRequest } from '../refusals/request-finding.ts';
import { OpaqueCursors } from './opaque-cursors.ts';

/** Between two looks at the store while a caller waits. */
const LOOK_MS = 500;
/** Calls of one client, or of the operator, that may wait in a process at once; another one is answered without waiting. */
const MAX_WAITING = 8;

export interface FeedRequest {
  readonly client?: string | undefined;
  /** The cursor of the last answer; left out: from the first event on; `latest`: from now on. */
  readonly after?: string | undefined;
  /** The most events of the answer. */
  readonly limit: number;
  /** How long to wait for an event if there is none yet. */
  readonly waitSeconds: number;
  /** Aborted when the caller has disconnected. */
  readonly signal: AbortSignal;
}

export interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** Continues after these events. No event ever appears before it. */
  readonly cursor: string;
}

interface FeedTools {
  readonly invoices: Pick<EventFeed, 'outbox' | 'outboxEnd'>;
  readonly digests: Pick<Digests, 'sha256' | 'same'>;
  readonly cursorKey: CursorKey;
}

/** All events in one order, for an ERP that polls instead of receiving webhooks (extension). */
export class ReadEventFeed {
  private readonly waiting = new Map<string, number>();

  private readonly cursors: OpaqueCursors;

  constructor(private readonly tools: FeedTools) {
    this.cursors = new OpaqueCursors('events', tools.digests, tools.cursorKey);
  }

  /**
   * @throws CallFailed `not-found` when a client key names another client; `bad-request` for a cursor that no answer of this service gave.
   */
  async run(
    caller: Caller,
    { client: named, after, limit, waitSeconds, signal }: FeedRequest,
  ): Promise<FeedPage> {
    const client = listedClient(caller, named);
    const position = await this.startOf(after, client);
    const until = Date.now() + waitSeconds * 1000;
    const reader = client ?? 'operator';
    const isWaiting = waitSeconds > 0 && this.mayWait(reader);
    try {
      for (;;) {
        const entries = await this.tools.invoices.outbox(position, limit, client);
        const rest = until - Date.now();
        if (entries.length > 0 || !isWaiting || rest <= 0 || signal.aborted)
          return {
            events: entries.map(({ event }) => event),
            cursor: await this.cursors.write(entries.at(-1)?.position ?? position ?? START),
          };
        await pause(Math.min(LOOK_MS, rest), signal);
      }
    } finally {
      if (isWaiting) this.waiting.set(reader, this.waiting.get(reader)! - 1);
    }
  }

  private async startOf(after: string | undefined, client: string | undefined): Promise<string | undefined> {
    if (after === undefined) return undefined;
    // Of the client: the time of another's event is confidential, too.
    if (after === LATEST) return this.tools.invoices.outboxEnd(client);
    const position = await this.cursors.read(after);
    if (position === undefined) throw badRequest('after', say('calls.this-is-not-cursor-of-earlier-answer'));
    return position;
  }

  private mayWait(reader: string): boolean {
    const waiting = this.waiting.get(reader) ?? 0;
    if (waiting >= MAX_WAITING) return false;
    this.waiting.set(reader, waiting + 1);
    return true;
  }
}

/** The position before the first event. */
const START = '0'.padStart(16, '0');
const LATEST = 'latest';

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
