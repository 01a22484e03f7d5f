import { say } from 'en16931-rules/vocabulary/message.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { Refusal } from '../../domain/refusals/refusal.ts';
import type { BlindIndex } from '../../ports/blind-index.ts';
import type { CameIn, InvoiceReads, OrderQuery } from '../../ports/invoice-reads.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import { badRequest } from '../requests/request-finding.ts';
import { buyerWordsIn } from '../tracking/list-invoices.ts';

/** What an export is made of: what matches its query, a new iteration each time. */
export interface Rows {
  /** From the oldest on, as the received ones. */
  readonly invoices: () => AsyncIterable<InvoiceRecord>;
  readonly received: () => AsyncIterable<ReceivedRecord>;
  /** From the newest on. */
  readonly refusals: () => AsyncIterable<Refusal>;
}

interface Sources {
  readonly invoices: Pick<InvoiceReads, 'inOrder'>;
  readonly received: Pick<ReceivedStore, 'inOrder'>;
  readonly refusals: Pick<RefusalStore, 'list'>;
  readonly buyerIndex?: BlindIndex | undefined;
}

/** @param query its client is the one that the caller may read. */
export function rowsFor(query: OrderQuery, sources: Sources, now: Date): Rows {
  const { received, refusals } = sources;
  return {
    // What was sent is answered by its buyer.
    invoices: async function* () {
      if (!query.answers) yield* sentRows(query, sources);
    },
    received: async function* () {
      if (!asksForSent(query)) yield* allOf(received, query);
    },
    refusals: () => refusalsOf(refusals, query, now),
  };
}

/** @param query its client is the one that the caller may read. */
export async function* sentRows(
  query: OrderQuery,
  { invoices, buyerIndex }: Pick<Sources, 'invoices' | 'buyerIndex'>,
): AsyncGenerator<InvoiceRecord> {
  const buyerWords = await buyerWordsIn(buyerIndex, query.client, query.q);
  yield* allOf(invoices, { ...query, ...(buyerWords && { buyerWords }) });
}

const hasDeadline = ({ deadlineBefore, deadlineByRoute, dueBefore }: OrderQuery): boolean =>
  (deadlineBefore ?? deadlineByRoute ?? dueBefore) !== undefined;

interface Filter {
  /** In the API. */
  readonly name: string;
  readonly isSet: (query: OrderQuery) => unknown;
}

/** What was received has no deadline, is not filed, and its buyer is the client. */
const OF_SENT: readonly Filter[] = [
  { name: 'filing', isSet: ({ filing }) => filing },
  { name: 'buyer_status', isSet: ({ buyerStatuses }) => buyerStatuses },
  { name: 'buyer_asks', isSet: ({ buyerAsks }) => buyerAsks },
  { name: 'deadline_before', isSet: hasDeadline },
];

/** What was received does not wait to be fetched. */
const asksForSent = (query: OrderQuery): boolean =>
  query.fetch === 'open' || OF_SENT.some(({ isSet }) => isSet(query));

/** A refused submission has no number, state, day of the invoice or deadline of its own. */
const OF_INVOICES: readonly Filter[] = [
  { name: 'q', isSet: ({ q }) => q !== undefined },
  { name: 'state', isSet: ({ states }) => states },
  { name: 'fetch', isSet: ({ fetch }) => fetch },
  ...OF_SENT,
  { name: 'answer', isSet: ({ answers }) => answers },
  { name: 'issued_from', isSet: ({ issuedFrom }) => issuedFrom !== undefined },
  { name: 'issued_to', isSet: ({ issuedTo }) => issuedTo !== undefined },
];

/** @throws CallFailed `bad-request` */
export function refuseOtherFilters(query: OrderQuery): void {
  const filter = OF_INVOICES.find(({ isSet }) => isSet(query));
  if (filter) throw badRequest(filter.name, say('calls.refusals-have-no-such-filter'));
}

/** Few, so that most are gone before V8 moves what it keeps: what has moved twice stays until it collects all. */
const AT_ONCE = 50;

/** Invoices that come in meanwhile are at the end. */
async function* allOf<R extends CameIn>(
  ledger: { inOrder(query: OrderQuery, after: CameIn | undefined, limit: number): Promise<readonly R[]> },
  query: OrderQuery,
): AsyncGenerator<R> {
  let last: R | undefined;
  do {
    const some = await ledger.inOrder(query, last, AT_ONCE);
    yield* some;
    last = some.at(-1);
  } while (last);
}

async function* refusalsOf(
  store: Pick<RefusalStore, 'list'>,
  { client, routes, receivedFrom = '', receivedTo = '9' }: OrderQuery,
  now: Date,
): AsyncGenerator<Refusal> {
  const isMeant = ({ at, expiresAt, route }: Refusal): boolean => {
    const day = at.toISOString().slice(0, 10);
    const isOnRoute = !routes || (route !== undefined && routes.includes(route));
    return expiresAt > now && isOnRoute && day >= receivedFrom && day <= receivedTo;
  };
  const seen = new Set<string>();
  for await (const refusal of eachRefusal(store, client))
    if (!seen.has(refusal.id)) {
      seen.add(refusal.id);
      if (isMeant(refusal)) yield refusal;
    }
}

/** One that is repeated meanwhile moves to the front: what is newer than the front was is read again. */
async function* eachRefusal(
  store: Pick<RefusalStore, 'list'>,
  client: string | undefined,
): AsyncGenerator<Refusal> {
  let front: Refusal | undefined;
  for (;;) {
    let last: Refusal | undefined;
    let newFront: Refusal | undefined;
    do {
      const some = await store.list({ client, after: last, limit: AT_ONCE });
      const newer = some.filter((refusal) => !front || isNewer(refusal, front));
      newFront ??= newer[0];
      yield* newer;
      last = newer.length === some.length ? some.at(-1) : undefined;
    } while (last);
    if (!newFront) return;
    front = newFront;
  }
}

const isNewer = (one: Refusal, other: Refusal): boolean =>
  one.at.getTime() === other.at.getTime() ? one.id > other.id : one.at > other.at;

/** A query by itself costs more than what it reads of an invoice, also of memory: a driver frees what it took late. */
export async function* batches<T>(records: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let some: T[] = [];
  for await (const record of records) {
    some.push(record);
    if (some.length < AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
