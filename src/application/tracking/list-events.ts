import type { Caller } from '../../domain/access/caller.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import { type Finder, ownInvoice } from './find-invoice.ts';

type Of = Finder<{ readonly client: string }>;
/** The events of every ledger are in one feed. */
interface Ports {
  readonly eventFeed: Pick<EventFeed, 'events'>;
}

export class ListEvents {
  constructor(private readonly ports: Ports & { readonly invoices: Of }) {}

  /** @throws CallFailed `not-found`, also for another client's invoice. */
  async run(caller: Caller, id: string): Promise<readonly StoredEvent[]> {
    await ownInvoice(this.ports.invoices, caller, id);
    return this.ports.eventFeed.events(id);
  }
}

export class ListReceivedEvents extends ListEvents {
  constructor({ received, eventFeed }: Ports & { readonly received: Of }) {
    super({ invoices: received, eventFeed });
  }
}

export class ListReportEvents extends ListEvents {
  constructor({ reports, eventFeed }: Ports & { readonly reports: Of }) {
    super({ invoices: reports, eventFeed });
  }
}
