import type { Caller } from '../../domain/access/caller.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import { type Finder, ownInvoice } from './find-invoice.ts';

export class ListEvents {
  constructor(
    private readonly invoices: Finder<{ readonly client: string }>,
    private readonly feed: Pick<EventFeed, 'events'>,
  ) {}

  /** @throws CallFailed `not-found`, also for another client's invoice. */
  async run(caller: Caller, id: string): Promise<readonly StoredEvent[]> {
    await ownInvoice(this.invoices, caller, id);
    return this.feed.events(id);
  }
}
