import type { Collection, Filter } from 'mongodb';
import { DAY_MS, seriesOf } from '../../domain/lifecycle/day-counts.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import {
  type InvoiceTally,
  CARE_AGES_MS,
  MAX_COUNTED,
  type SeriesCount,
  type SeriesQuery,
} from '../../ports/invoice-reads.ts';
import type { InvoiceDocument } from './documents.ts';
import { aheadInLedger, BY_LAST_CHANGE, freeAt } from './due.ts';
import type { Mongo } from './mongo.ts';
import { openCareCounts, receivedCounts, removedRejectedCounts, stateCounts } from './tallies.ts';

type Invoices = Collection<InvoiceDocument>;

export async function seriesCounts(mongo: Mongo, query: SeriesQuery): Promise<readonly SeriesCount[]> {
  const [received, rejected, removed] = await Promise.all([
    receivedCounts(mongo, query),
    rejectedCounts(mongo.invoices, query),
    removedRejectedCounts(mongo, query),
  ]);
  return seriesOf(received, [...rejected, ...removed]);
}

async function rejectedCounts(invoices: Invoices, { client, routes, from, to }: SeriesQuery) {
  const groups = await invoices
    .aggregate<{ _id: { date: string; route: Route }; invoices: number }>([
      {
        $match: {
          state: 'rejected',
          // An invoice under deletion does not count.
          removingSince: { $exists: false },
          ...(client !== undefined && { client }),
          route: { $in: [...routes] },
          updatedAt: { $gte: startOf(from), $lt: new Date(startOf(to).getTime() + DAY_MS) },
        },
      },
      {
        $group: {
          _id: { date: { $dateToString: { format: '%Y-%m-%d', date: '$updatedAt' } }, route: '$route' },
          invoices: { $sum: 1 },
        },
      },
    ])
    .toArray();
  return groups.map(({ _id, invoices: count }) => ({ ..._id, invoices: count }));
}

const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

export async function tallyInvoices(mongo: Mongo, now: Date): Promise<InvoiceTally> {
  const { invoices } = mongo;
  const due: Filter<InvoiceDocument> = { dueAt: { $lte: now }, ...freeAt(now) };
  const ahead = { ...aheadInLedger(now), ...freeAt(now) } as Filter<InvoiceDocument>;
  const atMost = { limit: MAX_COUNTED };
  const [byState, dueCount, aheadCount, oldest, openCare, oldestCare, deadlinesAtRisk, openCareByAge] =
    await Promise.all([
      stateCounts(mongo),
      invoices.countDocuments(due, atMost),
      invoices.countDocuments(ahead, { ...atMost, hint: BY_LAST_CHANGE }),
      invoices.findOne(due, { sort: { dueAt: 1 }, projection: { dueAt: 1 } }),
      openCareCounts(mongo),
      invoices.findOne(
        { openCareSince: { $exists: true } },
        { sort: { openCareSince: 1 }, projection: { openCareSince: 1 } },
      ),
      invoices.countDocuments({ state: 'queued', atRiskAt: { $lte: now } }, atMost),
      Promise.all(
        CARE_AGES_MS.map((age) =>
          invoices.countDocuments({ openCareSince: { $lt: new Date(now.getTime() - age) } }, atMost),
        ),
      ),
    ]);
  return {
    byState,
    waiting: Math.min(dueCount + aheadCount, MAX_COUNTED),
    oldestDueAt: oldest?.dueAt ?? null,
    openCare,
    openCareSince: oldestCare?.openCareSince ?? null,
    openCareByAge,
    deadlinesAtRisk,
  };
}
