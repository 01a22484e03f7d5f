import type { Caller } from '../../domain/access/caller.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SeriesCount } from '../../ports/invoice-reads.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { listedClient } from '../access/tenancy.ts';

const DAY_MS = 86_400_000;

interface SeriesRequest {
  /** UTC days ending today, 1 to 90. */
  readonly days: number;
  readonly routes?: readonly Route[];
  readonly client?: string;
}

export class InvoiceSeries {
  constructor(
    private readonly ports: { readonly invoices: Pick<InvoiceReads, 'series'>; readonly clock: Clock },
  ) {}

  /** One row per day and route, oldest day first, zeros included. */
  async run(
    caller: Caller,
    { days, routes, client }: SeriesRequest,
  ): Promise<{ readonly generatedAt: Date; readonly rows: readonly SeriesCount[] }> {
    const generatedAt = this.ports.clock.now();
    const requestedRoutes = ROUTES.filter((route) => !routes || routes.includes(route));
    const dates = Array.from({ length: days }, (_, index) =>
      new Date(generatedAt.getTime() - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
    );
    const counts = await this.ports.invoices.series({
      client: listedClient(caller, client),
      routes: requestedRoutes,
      from: dates[0]!,
      to: dates.at(-1)!,
    });
    const counted = new Map(counts.map((row) => [`${row.date} ${row.route}`, row]));
    const rows = dates.flatMap((date) =>
      requestedRoutes.map(
        (route) => counted.get(`${date} ${route}`) ?? { date, route, received: 0, rejected: 0 },
      ),
    );
    return { generatedAt, rows };
  }
}
