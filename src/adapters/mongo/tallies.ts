import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { waitsFor } from '../../domain/lifecycle/care-item.ts';
import { type Activity, type ActivityCount, activitiesOf } from '../../domain/lifecycle/activity.ts';
import { type DayCount, dateOf, dayAt, dayOf, REMOVED_COUNTS } from '../../domain/lifecycle/day-counts.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ActivityQuery, OrderQuery, InvoiceTally, SeriesQuery } from '../../ports/invoice-reads.ts';
import type { TallyDocument } from './documents.ts';
import type { Mongo } from './mongo.ts';

// Counts of lists and figures, kept by the tally updater.

type Tallies = Pick<Mongo, 'tallies'>;

/** The client that stands for all clients. */
const ALL_CLIENTS = '';

/** Invoices that exist. */
const IS_THERE = { $nin: Object.values(REMOVED_COUNTS) };

export type Counted = Pick<
  InvoiceRecord,
  'client' | 'createdAt' | 'updatedAt' | 'route' | 'state' | 'care' | 'deliveredAt' | 'refusedAt'
> & {
  readonly removingSince?: Date;
};

/** Ids of the tallies in which an invoice counts; one that is named twice counts it twice. */
export function talliesOf(invoice: Counted): readonly string[] {
  const { createdAt, updatedAt, state, care, removingSince } = invoice;
  if (removingSince)
    return [
      ...ofDay(invoice, createdAt, REMOVED_COUNTS.received),
      ...(state === 'rejected' ? ofDay(invoice, updatedAt, REMOVED_COUNTS.rejected) : []),
    ];
  return [
    ...ofDay(invoice, createdAt, state),
    ...care.filter(isOpen).map((row) => ['care', waitsFor(row), row.code].join('|')),
  ];
}

/** Of a sent invoice also what happened to it, which stays counted once it is deleted. */
export const talliesOfSent = (invoice: Counted): readonly string[] => [
  ...talliesOf(invoice),
  ...activitiesOf(invoice).flatMap(({ activity, hour }) =>
    [invoice.client, ALL_CLIENTS].map((whose) =>
      ['activity', whose, hour, invoice.route, activity].join('|'),
    ),
  ),
];

const ofDay = ({ client, route }: Counted, at: Date, state: string): readonly string[] =>
  [client, ALL_CLIENTS].map((whose) => ['invoices', whose, dayAt(at), route, state].join('|'));

const isOpen = ({ handledAt }: CareRow): boolean => handledAt === undefined;

/** Parses an id. Only the code of a care row may contain a bar. */
export function membersOf(id: string): Omit<TallyDocument, '_id' | 'invoices' | 'bookedIn'> {
  const [kind, first = '', ...rest] = id.split('|');
  if (kind === 'care') return { whoActs: first, code: rest.join('|') };
  if (kind === 'activity') {
    const [hour, route, activity] = rest;
    return { whose: first, hour: Number(hour), route: route!, activity: activity! };
  }
  const [day, route, state] = rest;
  return { client: first, day: Number(day), route: route!, state: state! };
}

/** By day and state, days in order. */
export async function dayCounts({ tallies }: Tallies, query: OrderQuery): Promise<readonly DayCount[]> {
  const { client = ALL_CLIENTS, routes, receivedFrom, receivedTo } = query;
  const days = {
    ...(receivedFrom !== undefined && { $gte: dayOf(receivedFrom) }),
    ...(receivedTo !== undefined && { $lte: dayOf(receivedTo) }),
  };
  const groups = await tallies
    .aggregate<{ _id: Pick<DayCount, 'day' | 'state'>; invoices: number }>([
      {
        $match: {
          client,
          state: IS_THERE,
          ...(Object.keys(days).length > 0 && { day: days }),
          ...(routes && { route: { $in: [...routes] } }),
        },
      },
      { $group: { _id: { day: '$day', state: '$state' }, invoices: { $sum: '$invoices' } } },
      { $match: { invoices: { $gt: 0 } } },
      { $sort: { '_id.day': 1 } },
    ])
    .toArray();
  return groups.map(({ _id, invoices }) => ({ ..._id, invoices }));
}

/** Arrivals, by day and route. */
export async function receivedCounts({ tallies }: Mongo, query: SeriesQuery) {
  const { client = ALL_CLIENTS, routes, from, to } = query;
  const groups = await tallies
    .aggregate<{ _id: { day: number; route: Route }; invoices: number }>([
      {
        $match: {
          client,
          day: { $gte: dayOf(from), $lte: dayOf(to) },
          route: { $in: [...routes] },
          state: { $ne: REMOVED_COUNTS.rejected },
        },
      },
      { $group: { _id: { day: '$day', route: '$route' }, invoices: { $sum: '$invoices' } } },
      { $match: { invoices: { $gt: 0 } } },
    ])
    .toArray();
  return groups.map(({ _id, invoices }) => ({ date: dateOf(_id.day), route: _id.route, invoices }));
}

/** Removed invoices, by the day of their last change and route. */
export async function removedRejectedCounts({ tallies }: Mongo, query: SeriesQuery) {
  const { client = ALL_CLIENTS, routes, from, to } = query;
  const matchingTallies = await tallies
    .find({
      client,
      day: { $gte: dayOf(from), $lte: dayOf(to) },
      route: { $in: [...routes] },
      state: REMOVED_COUNTS.rejected,
      invoices: { $gt: 0 },
    })
    .toArray();
  return matchingTallies.map(({ day, route, invoices }) => ({
    date: dateOf(day!),
    route: route as Route,
    invoices,
  }));
}

export async function activityCounts(
  { tallies }: Tallies,
  { client = ALL_CLIENTS, from, to }: ActivityQuery,
): Promise<readonly ActivityCount[]> {
  const matchingTallies = await tallies
    .find({ whose: client, hour: { $gte: from, $lte: to }, invoices: { $gt: 0 } })
    .sort({ hour: 1, route: 1, activity: 1 })
    .toArray();
  return matchingTallies.map(({ hour, route, activity, invoices }) => ({
    hour: hour!,
    route: route as Route,
    activity: activity as Activity,
    invoices,
  }));
}

/** A sweep removes what no series shows any more. */
export async function forgetActivity({ tallies }: Tallies, before: number): Promise<void> {
  await tallies.deleteMany({ hour: { $lt: before } });
}

export async function stateCounts({ tallies }: Tallies): Promise<InvoiceTally['byState']> {
  const groups = await tallies
    .aggregate<{ _id: string; invoices: number }>([
      { $match: { client: ALL_CLIENTS, state: IS_THERE } },
      { $group: { _id: '$state', invoices: { $sum: '$invoices' } } },
      { $match: { invoices: { $gt: 0 } } },
    ])
    .toArray();
  return Object.fromEntries(groups.map(({ _id, invoices }) => [_id, invoices]));
}

export async function openCareCounts({ tallies }: Tallies): Promise<InvoiceTally['openCare']> {
  const matchingTallies = await tallies
    .find({ code: { $exists: true }, invoices: { $gt: 0 } })
    .sort({ code: 1, whoActs: 1 })
    .toArray();
  return matchingTallies.map(({ code, whoActs, invoices }) => ({
    code: code!,
    whoActs: whoActs!,
    rows: invoices,
  }));
}
