import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { Collection, Filter } from 'mongodb';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import type { CareItem } from '../../domain/lifecycle/care-item.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type {
  CareQuery,
  InvoicePage,
  InvoiceQuery,
  InvoiceTally,
  SeriesCount,
  SeriesQuery,
} from '../../ports/invoice-store.ts';
import type { InvoiceDocument } from './documents.ts';
import { aheadOf, dueBy, freeAt } from './due.ts';
import { RECORD_ONLY, recordOf } from './invoice-documents.ts';

const DAY_MS = 86_400_000;
const startOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const endOf = (day: string): Date => new Date(startOf(day).getTime() + DAY_MS);

type Invoices = Collection<InvoiceDocument>;
type ByState = Partial<Record<InvoiceState, number>>;

export async function listInvoices(invoices: Invoices, query: InvoiceQuery): Promise<InvoicePage> {
  const filter = filterOf(query);
  const countsByState = await countByState(invoices, filter);
  const { states } = query;
  const total = Object.entries(countsByState)
    .filter(([state]) => !states || states.includes(state as InvoiceState))
    .reduce((sum, [, count]) => sum + count, 0);
  const page = Math.min(query.page, Math.max(1, Math.ceil(total / query.pageSize)));
  const direction = query.sort === 'newest' ? -1 : 1;
  const found = invoices
    .find({ ...filter, ...(states && { state: { $in: [...states] } }) }, { projection: RECORD_ONLY })
    .sort({ createdAt: direction, _id: direction })
    .skip((page - 1) * query.pageSize)
    .limit(query.pageSize);
  return { invoices: (await found.toArray()).map(recordOf), total, page, countsByState };
}

function filterOf({ client, q, routes, receivedFrom, receivedTo }: InvoiceQuery): Filter<InvoiceDocument> {
  const received = {
    ...(receivedFrom !== undefined && { $gte: startOf(receivedFrom) }),
    ...(receivedTo !== undefined && { $lt: endOf(receivedTo) }),
  };
  return {
    ...(client !== undefined && { client }),
    ...(q !== undefined && { search: containing(foldedCase(q)) }),
    ...(routes && { route: { $in: [...routes] } }),
    ...(Object.keys(received).length > 0 && { createdAt: received }),
  };
}

// A pattern with a NUL character is an error, and nothing stored holds one.
const containing = (text: string) => (text.includes('\u0000') ? { $in: [] } : { $regex: literally(text) });

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

async function countByState(invoices: Invoices, filter: Filter<InvoiceDocument>): Promise<ByState> {
  const groups = await invoices
    .aggregate<{ _id: InvoiceState; count: number }>([
      { $match: filter },
      { $group: { _id: '$state', count: { $sum: 1 } } },
    ])
    .toArray();
  return Object.fromEntries(groups.map(({ _id, count }) => [_id, count]));
}

export async function seriesCounts(invoices: Invoices, query: SeriesQuery): Promise<readonly SeriesCount[]> {
  const counts = (time: 'createdAt' | 'updatedAt', also: Filter<InvoiceDocument>) =>
    invoices
      .aggregate<{ _id: { date: string; route: SeriesCount['route'] }; count: number }>([
        {
          $match: {
            ...also,
            ...(query.client !== undefined && { client: query.client }),
            route: { $in: [...query.routes] },
            [time]: { $gte: startOf(query.from), $lt: endOf(query.to) },
          },
        },
        {
          $group: {
            _id: { date: { $dateToString: { format: '%Y-%m-%d', date: `$${time}` } }, route: '$route' },
            count: { $sum: 1 },
          },
        },
      ])
      .toArray();
  const [received, rejected] = await Promise.all([
    counts('createdAt', {}),
    counts('updatedAt', { state: 'rejected' }),
  ]);
  const merged = new Map<string, SeriesCount>();
  for (const [kind, groups] of Object.entries({ received, rejected }))
    for (const { _id, count } of groups) {
      const key = `${_id.date} ${_id.route}`;
      const known = merged.get(key) ?? { ..._id, received: 0, rejected: 0 };
      merged.set(key, { ...known, [kind]: count });
    }
  return [...merged.keys()].sort().map((key) => merged.get(key)!);
}

/** @see InvoiceStore.neglected */
export async function neglectedOn(
  invoices: Invoices,
  route: Route,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const found = await Promise.all(
    [{ dueAt: { $lt: before } }, aheadOf(now)].map((due) =>
      invoices
        .find({ route, ...due, ...freeAt(now) }, { projection: { _id: 1 } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray(),
    ),
  );
  return found
    .flat()
    .slice(0, limit)
    .map(({ _id }) => _id);
}

export async function tallyInvoices(invoices: Invoices, now: Date): Promise<InvoiceTally> {
  const waiting: Filter<InvoiceDocument> = { ...dueBy(now), ...freeAt(now) };
  const [byState, waitingCount, oldest, openCare, deadlinesAtRisk] = await Promise.all([
    countByState(invoices, {}),
    invoices.countDocuments(waiting),
    invoices.findOne(waiting, { sort: { dueAt: 1 }, projection: { dueAt: 1 } }),
    openCareRows(invoices),
    invoices.countDocuments({ state: 'queued', atRiskAt: { $lte: now } }),
  ]);
  return { byState, waiting: waitingCount, oldestDueAt: oldest?.dueAt ?? null, openCare, deadlinesAtRisk };
}

async function openCareRows(invoices: Invoices): Promise<InvoiceTally['openCare']> {
  const groups = await invoices
    .aggregate<{ _id: { code: string; whoActs: string }; rows: number }>([
      { $match: { openCare: { $gt: 0 } } },
      { $unwind: '$care' },
      { $match: { 'care.handledAt': { $exists: false } } },
      { $group: { _id: { code: '$care.code', whoActs: '$care.whoActs' }, rows: { $sum: 1 } } },
    ])
    .toArray();
  return groups.map(({ _id, rows }) => ({ ..._id, rows }));
}

const OF_STATUS = {
  open: { invoice: { openCare: { $gt: 0 } }, row: { 'care.handledAt': { $exists: false } } },
  handled: { invoice: { 'care.openedAt': { $exists: true } }, row: { 'care.handledAt': { $exists: true } } },
  all: { invoice: { 'care.openedAt': { $exists: true } }, row: {} },
} as const;

/** @see InvoiceStore.careList */
export async function careItems(
  invoices: Invoices,
  { client, status, limit }: CareQuery,
): Promise<readonly CareItem[]> {
  const { invoice, row } = OF_STATUS[status];
  const found = await invoices
    .aggregate<Omit<CareItem, 'id' | 'row'> & { _id: string; care: CareItem['row'] }>([
      { $match: { ...invoice, ...(client !== undefined && { client }) } },
      { $project: { client: 1, route: 1, invoiceRef: 1, deadlineAt: 1, care: 1 } },
      { $unwind: { path: '$care', includeArrayIndex: 'place' } },
      { $match: row },
      { $sort: { 'care.openedAt': -1, _id: -1, place: 1 } },
      ...(limit === undefined ? [] : [{ $limit: limit }]),
      { $unset: 'place' },
    ])
    .toArray();
  return found.map(({ _id, care, ...rest }) => ({ id: _id, ...rest, row: care }));
}
