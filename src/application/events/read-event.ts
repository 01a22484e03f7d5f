import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import { requireOwn } from '../access/tenancy.ts';

/** One event by its id, for a reader who has only the row of a delivery (extension). */
export class ReadEvent {
  constructor(private readonly ports: { readonly eventFeed: Pick<EventFeed, 'event'> }) {}

  /** @throws CallFailed `not-found`, also for another client's event. */
  async run(caller: Caller, eventId: string): Promise<StoredEvent> {
    return requireOwn(caller, await this.ports.eventFeed.event(eventId), say('calls.no-such-event')).event;
  }
}
