import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { EventFeed, OutboxEntry } from '../../ports/event-feed.ts';
import type { OutboxDocument } from './documents.ts';
import { IS_RECORD } from './mongo-work-collection.ts';
import { type OutboxRelay, positionOf, textOf } from './outbox-relay.ts';
import type { Mongo } from './mongo.ts';
import { withMovedEvents } from './moved-events.ts';

/** How often a reader that follows looks for events that other processes have copied. */
const OTHERS_EVERY_MS = 2_000;

/** An event is stored with its record, in the ledger of it, and again in the outbox, where old ones stay alone. */
export class MongoEventFeed implements EventFeed {
  /** The last look of a reader that follows, after which there was nothing more but what this process wrote. */
  private last:
    { readonly after: string | undefined; readonly copies: number; readonly at: number } | undefined;

  constructor(
    private readonly mongo: Mongo,
    private readonly relay: OutboxRelay,
  ) {}

  async events(id: string): Promise<readonly StoredEvent[]> {
    for (const ledger of this.mongo.ledgers) {
      const document = await ledger.findOne({ _id: id, ...IS_RECORD }, { projection: { events: 1 } });
      if (document) return (await withMovedEvents(this.mongo, [document])).get(id)!;
    }
    return [];
  }

  async eventsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
    const events = new Map<string, readonly StoredEvent[]>(ids.map((id) => [id, []]));
    for (const ledger of this.mongo.ledgers) {
      const documents = ledger.find({ _id: { $in: [...ids] }, ...IS_RECORD }, { projection: { events: 1 } });
      const all = await withMovedEvents(this.mongo, await documents.toArray());
      for (const [id, own] of all) events.set(id, own);
    }
    return events;
  }

  async outbox(after: string | undefined, limit: number, client?: string): Promise<readonly OutboxEntry[]> {
    await this.relay.copyEvents();
    return this.read(after, limit, client);
  }

  async follow(after: string | undefined, limit: number): Promise<readonly OutboxEntry[]> {
    await this.relay.keepUp();
    const { copies } = this.relay;
    const at = performance.now();
    const { last } = this;
    if (last && last.after === after && at - last.at < OTHERS_EVERY_MS) {
      const own = this.relay.ownBehind(positionOf(after)).slice(0, limit);
      if (own.length > 0) {
        this.last = { after: textOf(own.at(-1)!.position), copies, at: last.at };
        return own.flatMap(pageEntry);
      }
      if (last.copies === copies) return [];
    }
    const entries = await this.read(after, limit);
    this.last = entries.length < limit ? { after: entries.at(-1)?.position ?? after, copies, at } : undefined;
    return entries;
  }

  private async read(
    after: string | undefined,
    limit: number,
    client?: string,
  ): Promise<readonly OutboxEntry[]> {
    const cursor = this.mongo.outbox
      .find({
        ...(client !== undefined && { client }),
        position: { $gt: positionOf(after) },
        removedAt: { $exists: false },
      })
      .sort({ position: 1 })
      .limit(limit);
    return (await cursor.toArray()).flatMap(pageEntry);
  }

  async event(eventId: string): Promise<Omit<OutboxEntry, 'position'> | undefined> {
    await this.relay.copyEvents();
    const document = await this.mongo.outbox.findOne({ _id: eventId });
    return document ? entryFrom(document) : undefined;
  }

  async outboxEnd(client?: string): Promise<string> {
    await this.relay.copyEvents();
    const own = client === undefined ? {} : { client };
    const last = await this.mongo.outbox.findOne(own, {
      sort: { position: -1 },
      projection: { position: 1 },
    });
    return textOf(last?.position ?? 0);
  }
}

function pageEntry(document: OutboxDocument): readonly OutboxEntry[] {
  const entry = entryFrom(document);
  return entry ? [{ position: textOf(document.position), ...entry }] : [];
}

/** Undefined for a position whose event was deleted. */
const entryFrom = ({
  invoiceId,
  client,
  event,
}: OutboxDocument): Omit<OutboxEntry, 'position'> | undefined =>
  invoiceId !== undefined && client !== undefined && event ? { invoiceId, client, event } : undefined;
