import type { AnyBulkWriteOperation } from 'mongodb';
import type { BatchDocument, InvoiceDocument, TallyDocument } from './documents.ts';
import { areDuplicates, areRefused, isFirst } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Filing } from './filing.ts';
import { ANY_MARK, latestMark } from './pending.ts';
import { membersOf } from './tallies.ts';

/** Small, because readers wait for the batches before theirs. */
const AT_ONCE = 100;

export type Open = Pick<
  InvoiceDocument,
  | '_id'
  | 'invoiceRef'
  | 'version'
  | 'client'
  | 'createdAt'
  | 'updatedAt'
  | 'route'
  | 'state'
  | 'care'
  | 'deliveredAt'
  | 'refusedAt'
  | 'countedAs'
  | 'countPendingSince'
  | 'removingSince'
>;
type Batch = Pick<BatchDocument, 'version' | 'entries' | 'filings'>;

const OPEN = {
  invoiceRef: 1,
  version: 1,
  client: 1,
  createdAt: 1,
  updatedAt: 1,
  route: 1,
  state: 1,
  care: 1,
  deliveredAt: 1,
  refusedAt: 1,
  countedAs: 1,
  countPendingSince: 1,
  removingSince: 1,
} as const;

interface Next {
  readonly batch: Batch;
  /** True if the batch books everything that was marked until now. */
  readonly isLast: (latest: Date) => boolean;
}

/** A ledger, and its counts. */
export type CountedLedger = Pick<Mongo, 'invoices' | 'tallies' | 'tallyBatch'>;

/**
 * Counts invoices so that no query has to count them. Each invoice names the tallies in which it counts; a change marks it, and
 * this class books the difference in batches. A batch is stored before it is applied, and every document that it changes keeps
 * the number of the batch. So a process may die anywhere and the next one finishes the batch, two may apply the same batch at
 * once, and one that comes late changes nothing.
 */
export class TallyUpdater {
  /** Books everything marked so far. */
  readonly book: () => Promise<void> = oneAtATime(() => this.bookMarked());

  constructor(
    private readonly mongo: CountedLedger,
    /** Ids of the tallies in which an invoice counts. */
    private readonly idsOf: (invoice: Open) => readonly string[],
    /** What changes in the list of what is still to be filed; left out for a ledger without that list. */
    private readonly filingsOf?: (changed: readonly Open[]) => Promise<readonly Filing[]>,
  ) {}

  private async bookMarked(): Promise<void> {
    // Changes that are made meanwhile wait for the next run. Otherwise a reader might wait without end under steady writing.
    const latest = latestMark(new Date());
    for (let isLast = false; !isLast;) {
      const next = await untilSettled(() => this.next());
      if (next === 'none') return;
      const { batch } = next;
      isLast = next.isLast(latest);
      await this.bookTallies(batch);
      await this.markBooked(batch);
      await this.mongo.tallyBatch.updateOne(
        { _id: 'batch', version: batch.version },
        { $set: { entries: [] }, $unset: { filings: '' } },
      );
    }
  }

  /** An unfinished batch of another process comes first. */
  private async next(): Promise<Next | 'none' | 'again'> {
    const { invoices, tallyBatch } = this.mongo;
    const last = await tallyBatch.findOne({ _id: 'batch' });
    if (last && last.entries.length > 0) return { batch: last, isLast: () => false };
    // The batch is stored for good: a change that an election undid would be counted without its invoice.
    const open: Open[] = await invoices
      .find({ countPendingSince: ANY_MARK }, { projection: OPEN, readConcern: 'majority' })
      .sort({ countPendingSince: 1 })
      .limit(AT_ONCE)
      .toArray();
    if (open.length === 0) return 'none';
    const entries = open.map((one) => ({
      invoiceId: one._id,
      version: one.version,
      from: [...(one.countedAs ?? [])],
      to: [...this.idsOf(one)],
    }));
    const filings = await this.filingsOf?.(open);
    const batch = {
      version: (last?.version ?? 0) + 1,
      entries,
      ...(filings && { filings: [...filings] }),
    };
    if (!(await this.begin(last?.version, batch))) return 'again';
    const newest = open.at(-1)?.countPendingSince ?? new Date(0);
    return { batch, isLast: (latest) => open.length < AT_ONCE || newest > latest };
  }

  private async begin(before: number | undefined, batch: Batch): Promise<boolean> {
    const { tallyBatch } = this.mongo;
    if (before === undefined) return isFirst(tallyBatch.insertOne({ _id: 'batch', ...batch }));
    const done = { _id: 'batch', version: before, entries: { $size: 0 } } as const;
    return (await tallyBatch.replaceOne(done, batch)).matchedCount === 1;
  }

  private async bookTallies({ version, entries }: Batch): Promise<void> {
    const changes = differences(entries);
    if (changes.size === 0) return;
    const writes = [...changes].map(([_id, by]): AnyBulkWriteOperation<TallyDocument> => ({
      updateOne: {
        filter: { _id, bookedIn: { $lt: version } },
        update: { $inc: { invoices: by }, $set: { bookedIn: version }, $setOnInsert: membersOf(_id) },
        upsert: true,
      },
    }));
    try {
      await this.mongo.tallies.bulkWrite(writes, { ordered: false });
    } catch (error) {
      // Another process has booked it: the upsert finds no older document and must not insert a second.
      if (!areDuplicates(error)) throw error;
    }
  }

  private async markBooked({ version, entries, filings = [] }: Batch): Promise<void> {
    const counted = new Map(entries.map(({ invoiceId, to }) => [invoiceId, to]));
    const filed = new Map(filings.map((filing) => [filing.invoiceId, filing]));
    const changed = [...new Set([...counted.keys(), ...filed.keys()])].map(
      (invoiceId): AnyBulkWriteOperation<InvoiceDocument> => {
        const [to, filing] = [counted.get(invoiceId), filed.get(invoiceId)];
        const set = { ...(to && { countedAs: [...to] }), ...(filing?.toFile && { toFile: filing.toFile }) };
        return {
          updateOne: {
            filter: { _id: invoiceId, countedIn: { $not: { $gte: version } } },
            update: {
              $set: { ...set, countedIn: version },
              ...(filing && !filing.toFile && { $unset: { toFile: '' } }),
            },
          },
        };
      },
    );
    const unmarked = entries.map((entry): AnyBulkWriteOperation<InvoiceDocument> => ({
      updateOne: {
        // An invoice that was changed meanwhile stays marked.
        filter: { _id: entry.invoiceId, version: entry.version },
        update: { $unset: { countPendingSince: '' } },
      },
    }));
    try {
      await this.mongo.invoices.bulkWrite([...changed, ...unmarked], { ordered: false });
    } catch (error) {
      // An invoice that cannot be changed does not stop the counting of the others.
      if (!areRefused(error)) throw error;
    }
  }
}

function differences(entries: Batch['entries']): ReadonlyMap<string, number> {
  const changes = new Map<string, number>();
  const add = (ids: readonly string[], by: number): void => {
    for (const id of ids) changes.set(id, (changes.get(id) ?? 0) + by);
  };
  for (const { from, to } of entries) {
    add(from, -1);
    add(to, 1);
  }
  return new Map([...changes].filter(([, by]) => by !== 0));
}
