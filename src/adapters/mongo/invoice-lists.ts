import type { Collection, Document, Filter } from 'mongodb';
import { listByDay } from '../../application/tracking/list-by-day.ts';
import { DAY_MS, type DayCount, dayOf, type PagePart, type Span } from '../../domain/lifecycle/day-counts.ts';
import { UNFILED_STATES } from '../../domain/lifecycle/states.ts';
import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { CameIn, InvoicePage, InvoiceQuery, OrderQuery } from '../../ports/invoice-reads.ts';
import type { InvoiceDocument } from './documents.ts';
import { RECORD_ONLY } from './mongo-ledger.ts';
import type { Mongo } from './mongo.ts';
import { dayCounts } from './tallies.ts';

/** A ledger with lists, and its tallies. */
export interface ListedCollection<R> extends Pick<Mongo, 'invoices' | 'tallies'> {
  readonly read: (document: InvoiceDocument) => R;
}

export const listInvoices = <R>(listed: ListedCollection<R>, query: InvoiceQuery): Promise<InvoicePage<R>> =>
  listByDay(query, {
    counts: () => dayCounts(listed, query),
    matching: (days) => matchesOf(listed.invoices, query, days),
    invoices: (part) => invoicesOf(listed, query, part),
  });

async function matchesOf(
  invoices: Collection<InvoiceDocument>,
  query: InvoiceQuery,
  days: Span,
): Promise<readonly DayCount[]> {
  const groups = await invoices
    .aggregate<{ _id: { day: string; state: DayCount['state'] }; invoices: number }>([
      { $match: filterOf(query, { createdAt: within(days) }) },
      ...unreplaced(invoices, query),
      {
        $group: {
          _id: { day: { $dateToString: { format: '%Y-%m-%d', date: '$createdAt' } }, state: '$state' },
          invoices: { $sum: 1 },
        },
      },
      { $sort: { '_id.day': 1 } },
    ])
    .toArray();
  return groups.map(({ _id, invoices: count }) => ({
    day: dayOf(_id.day),
    state: _id.state,
    invoices: count,
  }));
}

async function invoicesOf<R>(
  { invoices, read }: ListedCollection<R>,
  query: InvoiceQuery,
  part: PagePart,
): Promise<readonly R[]> {
  const direction = query.sort === 'newest' ? -1 : 1;
  const cursor = invoices.aggregate<InvoiceDocument>([
    { $match: filterOf(query, { ...inStates(query), createdAt: within(part) }) },
    { $sort: { createdAt: direction, _id: direction } },
    ...unreplaced(invoices, query),
    { $skip: part.skip },
    { $limit: part.limit },
    { $project: RECORD_ONLY },
  ]);
  return (await cursor.toArray()).map(read);
}

export async function invoicesInOrder<R>(
  { invoices, read }: Omit<ListedCollection<R>, 'tallies'>,
  query: OrderQuery,
  after: CameIn | undefined,
  limit: number,
): Promise<readonly R[]> {
  const { receivedFrom, receivedTo } = query;
  const createdAt = {
    ...(receivedFrom !== undefined && { $gte: new Date(dayOf(receivedFrom) * DAY_MS) }),
    ...(after && { $gte: after.createdAt }),
    ...(receivedTo !== undefined && { $lt: new Date((dayOf(receivedTo) + 1) * DAY_MS) }),
  };
  const behind = after && {
    $or: [{ createdAt: { $gt: after.createdAt } }, { createdAt: after.createdAt, _id: { $gt: after.id } }],
  };
  const when = { ...inStates(query), ...(Object.keys(createdAt).length > 0 && { createdAt }) };
  const cursor = invoices.aggregate<InvoiceDocument>([
    { $match: { ...filterOf(query, when), ...(behind && { $and: [behind] }) } },
    { $sort: { createdAt: 1, _id: 1 } },
    ...unreplaced(invoices, query),
    { $limit: limit },
    { $project: RECORD_ONLY },
  ]);
  return (await cursor.toArray()).map(read);
}

/** A later one has the same reference; found by the index of the attempts. */
const unreplaced = ({ collectionName }: Collection<InvoiceDocument>, { filing }: OrderQuery): Document[] =>
  filing === undefined
    ? []
    : [
        {
          $lookup: {
            from: collectionName,
            let: { client: '$client', invoiceRef: '$invoiceRef', createdAt: '$createdAt', id: '$_id' },
            pipeline: [
              { $match: { state: { $ne: 'cancelled' }, $expr: { $and: [...SAME_REFERENCE, IS_LATER] } } },
              { $limit: 1 },
              { $project: { _id: 1 } },
            ],
            as: 'later',
          },
        },
        { $match: { later: { $size: 0 } } },
        { $project: { later: 0 } },
      ];

const SAME_REFERENCE = ['client', 'invoiceRef'].map((member) => ({ $eq: [`$${member}`, `$$${member}`] }));
const IS_LATER = {
  $or: [
    { $gt: ['$createdAt', '$$createdAt'] },
    { $and: [{ $eq: ['$createdAt', '$$createdAt'] }, { $gt: ['$_id', '$$id'] }] },
  ],
};

function inStates({ states, filing }: OrderQuery): Filter<InvoiceDocument> {
  if (!states) return {};
  return { state: { $in: states.filter((state) => !filing || UNFILED_STATES.includes(state)) } };
}

const within = ({ first, last }: Span): { $gte: Date; $lt: Date } => ({
  $gte: new Date(first * DAY_MS),
  $lt: new Date((last + 1) * DAY_MS),
});

const IS_TO_FETCH = {
  toFetchSince: { $exists: true },
  fetchedAt: { $exists: false },
  mailedAt: { $exists: false },
};

/**
 * All filters but those on days and states, and these with them. Each way to find a text is a branch of its own with every filter, so
 * that each has the bounds and the order of its own index.
 */
function filterOf(query: OrderQuery, when: Filter<InvoiceDocument>): Filter<InvoiceDocument> {
  const { client, q, buyerWords = [], routes, deadlineBefore, deadlineByRoute, dueBefore } = query;
  const { fetch, filing, buyerStatuses, issuedFrom, issuedTo } = query;
  const issueDate = {
    ...(issuedFrom !== undefined && { $gte: issuedFrom }),
    ...(issuedTo !== undefined && { $lte: issuedTo }),
  };
  const shared: Filter<InvoiceDocument> = {
    ...(client !== undefined && { client }),
    ...(deadlineBefore && { deadlineAt: { $lt: deadlineBefore } }),
    ...(deadlineByRoute && {
      $or: deadlineByRoute.map(({ route, before, from }) => ({
        route,
        deadlineAt: { $lt: before, ...(from && { $gte: from }) },
      })),
    }),
    ...(dueBefore && { dueAt: { $lt: dueBefore } }),
    ...(Object.keys(issueDate).length > 0 && { issueDate }),
    ...(fetch === 'open' && IS_TO_FETCH),
    ...(fetch === 'done' && { $nor: [IS_TO_FETCH] }),
    ...(routes && { route: { $in: [...routes] } }),
    ...(buyerStatuses && { buyerStatus: { $in: [...buyerStatuses] } }),
    ...(filing && { state: { $in: [...UNFILED_STATES] } }),
    ...when,
  };
  if (q === undefined) return shared;
  const ways: Filter<InvoiceDocument>[] = [
    { search: containing(foldedCase(q)) },
    ...buyerWords.map((hashes) => ({ buyerWords: { $all: [...hashes] } })),
  ];
  return { $or: ways.map((way) => ({ ...shared, ...way })) };
}

// A pattern with a NUL character is an error, and nothing stored holds one.
const containing = (text: string) => (text.includes('\u0000') ? { $in: [] } : { $regex: literally(text) });

export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
