import type { Caller } from '../../domain/access/caller.ts';
import {
  ACTIVITIES,
  type Activity,
  type ActivityCount,
  HOUR_MS,
  hourAt,
} from '../../domain/lifecycle/activity.ts';
import { ROUTES } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { listedClient } from '../access/tenancy.ts';

/** How a series is cut: hours of a bucket, and how many buckets there are. Days are UTC days. */
const ACTIVITY_SERIES = {
  hour: { hours: 1, buckets: 24 },
  day: { hours: 24, buckets: 30 },
} as const;
type ActivityUnit = keyof typeof ACTIVITY_SERIES;

interface ActivityRow extends Readonly<Record<Activity, number>> {
  /** The start of the bucket. */
  readonly at: Date;
  readonly route: Route;
}

/** What happened to the invoices of each route in the last 24 hours or 30 days. */
export class ReadActivity {
  constructor(
    private readonly ports: { readonly invoices: Pick<InvoiceReads, 'activity'>; readonly clock: Clock },
  ) {}

  /** One row for each bucket and route, oldest first, zeros included. @throws CallFailed `not-found` for another client. */
  async run(
    caller: Caller,
    unit: ActivityUnit,
    named: string | undefined,
  ): Promise<{ readonly generatedAt: Date; readonly rows: readonly ActivityRow[] }> {
    const client = listedClient(caller, named);
    const generatedAt = this.ports.clock.now();
    const { hours, buckets } = ACTIVITY_SERIES[unit];
    const last = Math.floor(hourAt(generatedAt) / hours);
    const first = last - buckets + 1;
    const counts = await this.ports.invoices.activity({
      client,
      from: first * hours,
      to: last * hours + hours - 1,
    });
    const sums = sumsOf(counts, hours);
    const rows = Array.from({ length: buckets }, (_, n) => first + n).flatMap((bucket) =>
      ROUTES.map((route) => ({
        at: new Date(bucket * hours * HOUR_MS),
        route,
        ...countsIn(sums, bucket, route),
      })),
    );
    return { generatedAt, rows };
  }
}

const keyOf = (bucket: number, route: Route, activity: Activity): string => `${bucket} ${route} ${activity}`;

function sumsOf(counts: readonly ActivityCount[], hours: number): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { hour, route, activity, invoices } of counts) {
    const key = keyOf(Math.floor(hour / hours), route, activity);
    sums.set(key, (sums.get(key) ?? 0) + invoices);
  }
  return sums;
}

const countsIn = (
  sums: ReadonlyMap<string, number>,
  bucket: number,
  route: Route,
): Record<Activity, number> =>
  Object.fromEntries(
    ACTIVITIES.map((activity) => [activity, sums.get(keyOf(bucket, route, activity)) ?? 0]),
  ) as Record<Activity, number>;
