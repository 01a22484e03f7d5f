import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { parse } from '../../domain/json/json-object.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CursorKey } from '../../ports/cursor-key.ts';
import type { Digests } from '../../ports/digests.ts';
import type { EventFeed, OutboxEntry } from '../../ports/event-feed.ts';
import { listedClient } from '../access/tenancy.ts';
import { badRequest } from '../requests/request-finding.ts';
import type { CanonicalBesideEvents, CanonicalOfAnswer } from './canonical-beside-events.ts';
import { OpaqueCursors } from './opaque-cursors.ts';

/** Between two looks at the store while a caller waits. */
const LOOK_MS = 500;
/** Calls of one client, or of the operator, that may wait in a process at once; another one is answered without waiting. */
const MAX_WAITING = 8;
/** Of the events of an answer with canonical invoices, in UTF-16 units; the one that goes beyond it is the last. */
const MAX_INCLUDED_LENGTH = 2 * 1024 * 1024;

interface FeedRequest {
  readonly client?: string | undefined;
  /** The cursor of the last answer; left out: from the first event on; `latest`: from now on. */
  readonly after?: string | undefined;
  /** The most events of the answer. */
  readonly limit: number;
  /** Events of received invoices carry the canonical invoice. */
  readonly withCanonical: boolean;
  /** How long to wait for an event if there is none yet. */
  readonly waitSeconds: number;
  /** Aborted when the caller has disconnected. */
  readonly signal: AbortSignal;
}

interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** Continues after these events. No event ever appears before it. */
  readonly cursor: string;
}

interface Ports {
  readonly eventFeed: Pick<EventFeed, 'outbox' | 'outboxEnd'>;
  readonly canonicalBesideEvents: Pick<CanonicalBesideEvents, 'add'>;
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clock: Clock;
  readonly digests: Pick<Digests, 'sha256' | 'same'>;
  readonly cursorKey: CursorKey;
}

/** All events in one order, for an ERP that polls instead of receiving webhooks (extension). */
export class ReadEventFeed {
  private readonly waiting = new Map<string, number>();

  private readonly cursors: OpaqueCursors;

  constructor(private readonly ports: Ports) {
    this.cursors = new OpaqueCursors('events', ports.digests, ports.cursorKey);
  }

  /**
   * @throws CallFailed `not-found` when a client key names another client; `bad-request` for a cursor that no answer of this service gave.
   */
  async run(
    caller: Caller,
    { client: named, after, limit, withCanonical, waitSeconds, signal }: FeedRequest,
    requestId: string,
  ): Promise<FeedPage> {
    const client = listedClient(caller, named);
    const position = await this.startOf(after, client);
    const until = performance.now() + waitSeconds * 1000;
    const reader = client ?? 'operator';
    const isWaiting = waitSeconds > 0 && this.mayWait(reader);
    try {
      for (;;) {
        const entries = await this.ports.eventFeed.outbox(position, limit, client);
        const rest = until - performance.now();
        if (entries.length > 0 || !isWaiting || rest <= 0 || signal.aborted) {
          const included = withCanonical ? await this.addCanonical(entries, caller, requestId) : entries;
          return {
            events: included.map(({ event }) => event),
            cursor: await this.cursors.write(included.at(-1)?.position ?? position ?? START),
          };
        }
        await pause(Math.min(LOOK_MS, rest), signal);
      }
    } finally {
      if (isWaiting) this.waiting.set(reader, this.waiting.get(reader)! - 1);
    }
  }

  /** @returns the first entries, as many as fit; at least one if there is one. */
  private async addCanonical(
    entries: readonly OutboxEntry[],
    caller: Caller,
    requestId: string,
  ): Promise<readonly OutboxEntry[]> {
    const { canonicalBesideEvents, audit, clock } = this.ports;
    const included: OutboxEntry[] = [];
    let length = 0;
    let count = 0;
    const ofAnswer: CanonicalOfAnswer = new Map();
    for (const entry of entries) {
      const { invoiceId, event } = entry;
      const whole = await canonicalBesideEvents.add({ invoiceId, event: parse(event.text) }, ofAnswer);
      if (whole) count += 1;
      included.push(whole ? { ...entry, event: { ...event, text: JSON.stringify(whole) } } : entry);
      length += included.at(-1)!.event.text.length;
      if (length >= MAX_INCLUDED_LENGTH) break;
    }
    if (count > 0)
      await audit.write({
        at: clock.now(),
        action: 'received_read',
        actor: caller.keyId,
        requestId,
        ...(caller.kind === 'client' && { client: caller.client }),
        details: { count },
      });
    return included;
  }

  private async startOf(after: string | undefined, client: string | undefined): Promise<string | undefined> {
    if (after === undefined) return undefined;
    // Of the client: the time of another's event is confidential, too.
    if (after === LATEST) return this.ports.eventFeed.outboxEnd(client);
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
