import type { Caller } from '../../domain/access/caller.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import { type Finder, ownInvoice } from './find-invoice.ts';

type Of = Finder<{ readonly client: string }>;
/** The events of every ledger are in one feed. */
type Feed = Pick<EventFeed, 'events'>;

export class ListEvents {
  constructor(private readonly ports: { readonly invoices: Of & Feed }) {}

  /** @throws CallFailed `not-found`, also for another client's invoice. */
  async run(caller: Caller, id: string): Promise<readonly StoredEvent[]> {
    await ownInvoice(this.ports.invoices, caller, id);
    return this.ports.invoices.events(id);
  }
}

export class ListReceivedEvents extends ListEvents {
  constructor({ received, invoices }: { readonly received: Of; readonly invoices: Feed }) {
    super({ invoices: { find: (id) => received.find(id), events: (id) => invoices.events(id) } });
  }
}

export class ListReportEvents extends ListEvents {
  constructor({ reports, invoices }: { readonly reports: Of; readonly invoices: Feed }) {
    super({ invoices: { find: (id) => reports.find(id), events: (id) => invoices.events(id) } });
  }
}
