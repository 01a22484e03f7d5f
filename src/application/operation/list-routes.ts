import type { Caller } from '../../domain/access/caller.ts';
import { ROUTE_PROFILES } from '../../domain/routes/all.ts';
import { type RouteSummary, summaryOf } from '../../domain/sending/route-state.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceReads, QueuedOnRoute } from '../../ports/invoice-reads.ts';
import type { RouteStates } from '../../ports/route-states.ts';
import { listedClient } from '../access/tenancy.ts';

export interface ShownRoute {
  readonly route: Route;
  readonly hasNetwork: boolean;
  readonly last?: RouteSummary;
  readonly queued: QueuedOnRoute;
}

/** How routes answer, and what waits for them: for a client by its own calls and invoices alone. */
export class ListRoutes {
  constructor(
    private readonly ports: {
      readonly routeStates: Pick<RouteStates, 'newest'>;
      readonly invoices: Pick<InvoiceReads, 'queuedOn'>;
    },
  ) {}

  /** @throws CallFailed `not-found`: a client key that names another client. */
  async run(caller: Caller, named: string | undefined): Promise<readonly ShownRoute[]> {
    const client = listedClient(caller, named);
    return Promise.all(
      ROUTE_PROFILES.map(async ({ name: route, hasRail: hasNetwork }) => {
        const [states, queued] = await Promise.all([
          this.ports.routeStates.newest(route, client),
          this.ports.invoices.queuedOn(route, client),
        ]);
        const last = summaryOf(states);
        return { route, hasNetwork, queued, ...(last && { last }) };
      }),
    );
  }
}
