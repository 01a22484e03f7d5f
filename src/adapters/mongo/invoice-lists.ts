import type { Collection, Filter } from 'mongodb';
import { countByState, type DailyCounts, listByDay } from '../../application/tracking/list-by-day.ts';
import { BUYER_ASKS } from '../../domain/lifecycle/buyer-asks.ts';
import { DAY_MS, type DayCount, dayOf, type PagePart, type Span } from '../../domain/lifecycle/day-counts.ts';
import { UNFILED_STATES } from '../../domain/lifecycle/states.ts';
import { ANSWERED_ROUTES } from '../../domain/statuses/answer.ts';
import { ASKING_STATUSES } from '../../domain/vocabulary/buyer-status.ts';
import { foldedCase } from '../../domain/vocabulary/text.ts';
import type { CameIn, InvoicePage, InvoiceQuery, OrderQuery } from '../../ports/invoice-reads.ts';
import type { InvoiceDocument } from './documents.ts';
import { answeredBy, keysWithin } from './list-keys.ts';
import { RECORD_ONLY } from './mongo-ledger.ts';
import type { Mongo } from './mongo.ts';
import { dayCounts } from './tallies.ts';

/** A ledger with lists, and its tallies. */
export interface ListedCollection<R> extends Pick<Mongo, 'invoices' | 'tallies'> {
  readonly read: (document: InvoiceDocument) => R;
}

export const listInvoices = <R>(listed: ListedCollection<R>, query: InvoiceQuery): Promise<InvoicePage<R>> =>
  listByDay(query, {
    ...dailyCounts(listed, query),
    invoices: (part) => invoicesOf(listed, query, part),
  });

type Counted = Pick<Mongo, 'invoices' | 'tallies'>;

export const countInvoices = (counted: Counted, query: OrderQuery): Promise<InvoicePage['countsByState']> =>
  countByState(query, dailyCounts(counted, query));

const dailyCounts = (counted: Counted, query: OrderQuery): DailyCounts => ({
  counts: () => dayCounts(counted, query),
  matching: (days) => matchesOf(counted.invoices, query, days),
});

async function matchesOf(
  invoices: Collection<InvoiceDocument>,
  query: OrderQuery,
  days: Span,
): Promise<readonly DayCount[]> {
  const groups = await invoices
    .aggregate<{ _id: { day: string; state: DayCount['state'] }; invoices: number }>(
      [
        { $match: filterOf(query, { createdAt: within(days) }) },
        {
          $group: {
            _id: { day: { $dateToString: { format: '%Y-%m-%d', date: '$createdAt' } }, state: '$state' },
            invoices: { $sum: 1 },
          },
        },
        { $sort: { '_id.day': 1 } },
      ],
      hintOf(query),
    )
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
  const cursor = invoices
    .find(filterOf(query, { ...inStates(query), createdAt: within(part) }), {
      projection: RECORD_ONLY,
      ...hintOf(query),
    })
    .sort(orderOf(query, query.sort === 'newest' ? -1 : 1))
    .skip(part.skip)
    .limit(part.limit);
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
    $gte: new Date(receivedFrom === undefined ? 0 : dayOf(receivedFrom) * DAY_MS),
    ...(after && { $gte: after.createdAt }),
    ...(receivedTo !== undefined && { $lt: new Date((dayOf(receivedTo) + 1) * DAY_MS) }),
  };
  const behind = after && {
    $or: [{ createdAt: { $gt: after.createdAt } }, { createdAt: after.createdAt, _id: { $gt: after.id } }],
  };
  const filter = filterOf(query, { ...inStates(query), createdAt });
  const cursor = invoices
    .find(
      { ...filter, ...(behind && { $and: [...(filter.$and ?? []), behind] }) },
      { projection: RECORD_ONLY, ...hintOf(query) },
    )
    .sort(orderOf(query, 1))
    .limit(limit);
  return (await cursor.toArray()).map(read);
}

type KeyField = 'toFile.at' | 'listKeys.toFetch' | 'listKeys.answered' | 'buyerStatus';

/** The field by which the fewest invoices are read; undefined if the list is read in its order. */
function keyFieldOf({
  client,
  q,
  fetch,
  filing,
  buyerStatuses,
  buyerAsks,
}: OrderQuery): KeyField | undefined {
  // Each way to find a text has an index of its own.
  if (q !== undefined) return undefined;
  if (filing) return 'toFile.at';
  if (fetch === 'open') return 'listKeys.toFetch';
  if (buyerAsks) return 'buyerStatus';
  if (!buyerStatuses) return undefined;
  return client !== undefined && buyerStatuses.length === 1 ? 'listKeys.answered' : 'buyerStatus';
}

function hintOf(query: OrderQuery): { hint?: Record<string, 1> } {
  const field = keyFieldOf(query);
  return field ? { hint: { [field]: 1 } } : {};
}

/** Within a client a key has the order of the list, so that no more than the page is read. */
function orderOf(query: OrderQuery, direction: 1 | -1): Record<string, 1 | -1> {
  const field = keyFieldOf(query);
  return field && field !== 'buyerStatus' && query.client !== undefined
    ? { [field]: direction }
    : { createdAt: direction, _id: direction };
}

/** The bounds of that field. */
function keyBounds(query: OrderQuery, { createdAt }: Filter<InvoiceDocument>): Filter<InvoiceDocument> {
  const field = keyFieldOf(query);
  const { client, buyerStatuses: [buyerStatus = ''] = [] } = query;
  if (!field || field === 'buyerStatus') return {};
  if (client === undefined) return { [field]: { $gt: '' } };
  const of = field === 'listKeys.answered' ? answeredBy(client, buyerStatus) : client;
  return { [field]: keysWithin(of, createdAt as Parameters<typeof keysWithin>[1]) };
}

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

const IS_ASKED: Filter<InvoiceDocument> = {
  buyerStatus: { $in: [...ASKING_STATUSES] },
  care: { $not: { $elemMatch: { code: BUYER_ASKS, handledAt: { $exists: true } } } },
};

/** As `answerOf`. The collection is that of received invoices. */
const hasAnswer = (answers: NonNullable<OrderQuery['answers']>) =>
  ({
    $or: [{ answerState: { $in: [...answers] } }, ...(answers.includes('none') ? [IS_UNANSWERED] : [])],
  }) as Filter<InvoiceDocument>;
const IS_UNANSWERED = {
  answerState: { $exists: false },
  answerBar: { $exists: false },
  presentStatus: { $exists: false },
  route: { $in: [...ANSWERED_ROUTES] },
};

/**
 * All filters but those on days and states, and these with them. Each way to find a text is a branch of its own with every filter, so
 * that each has the bounds and the order of its own index.
 */
function filterOf(query: OrderQuery, when: Filter<InvoiceDocument>): Filter<InvoiceDocument> {
  const { client, q, buyerWords = [], routes, deadlineBefore, deadlineByRoute, dueBefore } = query;
  const { fetch, filing, buyerStatuses, buyerAsks, answers, issuedFrom, issuedTo } = query;
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
    ...(buyerAsks && IS_ASKED),
    ...(answers && { $and: [hasAnswer(answers)] }),
    ...(filing && { 'toFile.at': { $gt: '' }, state: { $in: [...UNFILED_STATES] } }),
    ...keyBounds(query, when),
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
