import type { AnyBulkWriteOperation } from 'mongodb';
import { CARE, mendCare, type WithCare } from './care-times.ts';
import type { BatchDocument, InvoiceDocument, TallyDocument } from './documents.ts';
import { areDuplicates, areRefused, isDuplicate } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';
import { membersOf, talliesOf } from './tallies.ts';

/** Small, because readers wait for what is booked before them. */
const AT_ONCE = 100;
/** Looked at by one sweep for changes that a program of an older version made, which marks none. */
const LOOKED_AT = 500;

type Open = Pick<
  InvoiceDocument,
  '_id' | 'version' | 'client' | 'createdAt' | 'route' | 'state' | 'care' | 'countedAs'
> & { goneAt?: Date };
type Batch = Pick<BatchDocument, 'version' | 'entries'>;

const OPEN = {
  version: 1,
  client: 1,
  createdAt: 1,
  route: 1,
  state: 1,
  care: 1,
  countedAs: 1,
  goneAt: 1,
} as const;

/** A ledger, and where it is counted. */
export type CountedLedger = Pick<Mongo, 'invoices' | 'tallies' | 'tallyBatch'>;

/**
 * Counts invoices so that nobody has to. Each says in which tallies it counts; whoever changes it marks it, and here the
 * difference is booked, some at a time. What a batch will do is written down before it is done, and every document that it
 * touches remembers the number of the batch: so a process may die anywhere and the next one finishes for it, two may do the same
 * at once, and one that comes late changes nothing.
 */
export class TallyUpdater {
  private lookedUpTo: string | undefined;

  constructor(private readonly mongo: CountedLedger) {}

  /** Books all that is marked by now. */
  async book(): Promise<void> {
    // What is written meanwhile waits for the next time, or a reader might never be answered under steady writing.
    const asOf = new Date();
    for (;;) {
      const batch = await untilSettled(() => this.next(asOf));
      if (batch === 'none') return;
      await this.bookTallies(batch);
      await this.markBooked(batch);
      await this.mongo.tallyBatch.updateOne(
        { _id: 'batch', version: batch.version },
        { $set: { entries: [] } },
      );
    }
  }

  /** Of a store in which nothing was counted. */
  async bookAll(): Promise<void> {
    const uncounted = { countedIn: { $exists: false } };
    await this.mongo.invoices.updateMany(uncounted, { $set: { countPendingSince: new Date() } });
    await this.book();
  }

  /**
   * Marks some that are counted as what they are no more, and mends what care lists find them by: one sweep after the other comes
   * to every invoice.
   */
  async lookAround(): Promise<void> {
    const { invoices } = this.mongo;
    const found: (Open & WithCare)[] = await invoices
      .find(
        { _id: { $gt: this.lookedUpTo ?? '' }, countPendingSince: { $exists: false } },
        { projection: { ...OPEN, ...CARE } },
      )
      .sort({ _id: 1 })
      .limit(LOOKED_AT)
      .toArray();
    this.lookedUpTo = found.length === LOOKED_AT ? found.at(-1)?._id : undefined;
    await mendCare(invoices, found);
    const wrong = found.filter((one) => !isSame(one.countedAs ?? [], talliesOf(one)));
    if (wrong.length === 0) return;
    const _id = { $in: wrong.map((one) => one._id) };
    await invoices.updateMany({ _id }, { $set: { countPendingSince: new Date() } });
  }

  /** What another left unfinished comes first. */
  private async next(asOf: Date): Promise<Batch | 'none' | 'again'> {
    const { invoices, tallyBatch } = this.mongo;
    const last = await tallyBatch.findOne({ _id: 'batch' });
    if (last && last.entries.length > 0) return last;
    const open: Open[] = await invoices
      .find({ countPendingSince: { $lte: asOf } }, { projection: OPEN, readConcern: 'majority' })
      .limit(AT_ONCE)
      .toArray();
    if (open.length === 0) return 'none';
    const entries = open.map((one) => ({
      invoiceId: one._id,
      version: one.version,
      from: [...(one.countedAs ?? [])],
      to: one.goneAt ? [] : [...talliesOf(one)],
    }));
    const version = (last?.version ?? 0) + 1;
    return (await this.begin(last?.version, { version, entries })) ? { version, entries } : 'again';
  }

  private async begin(before: number | undefined, batch: Batch): Promise<boolean> {
    const { tallyBatch } = this.mongo;
    try {
      if (before === undefined) return (await tallyBatch.insertOne({ _id: 'batch', ...batch })).acknowledged;
      const { matchedCount } = await tallyBatch.replaceOne(
        { _id: 'batch', version: before, entries: { $size: 0 } },
        batch,
      );
      return matchedCount === 1;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
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
      // It was booked by another, or before this process took over: the upsert finds no older one and may not make a second.
      if (!areDuplicates(error)) throw error;
    }
  }

  private async markBooked({ version, entries }: Batch): Promise<void> {
    const writes = entries.flatMap((entry): AnyBulkWriteOperation<InvoiceDocument>[] => [
      {
        updateOne: {
          filter: { _id: entry.invoiceId, countedIn: { $not: { $gte: version } } },
          update: { $set: { countedAs: [...entry.to], countedIn: version } },
        },
      },
      {
        updateOne: {
          // One that was changed meanwhile stays marked.
          filter: { _id: entry.invoiceId, version: entry.version },
          update: { $unset: { countPendingSince: '' } },
        },
      },
    ]);
    try {
      await this.mongo.invoices.bulkWrite(writes, { ordered: false });
    } catch (error) {
      // One that can take no more stops the counting of no other.
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

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place]);
