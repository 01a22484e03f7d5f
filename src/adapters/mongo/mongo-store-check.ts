import type { Disk, StoreCheck } from '../../ports/store-check.ts';
import type { Mongo } from './mongo.ts';

/** The id of the row that the check writes. It is among the rate counters, because the server removes those. */
const ROW = 'tried out';
const KEPT_MS = 3_600_000;

export class MongoStoreCheck implements StoreCheck {
  readonly lacks: string | undefined;

  constructor(private readonly mongo: Mongo) {
    if (mongo.lacks.length > 0) this.lacks = mongo.lacks.join(', ');
  }

  async tryOut(now: Date): Promise<void> {
    const { rates, invoices, contents } = this.mongo;
    await rates.updateOne(
      { _id: ROW },
      { $set: { used: {}, expiresAt: new Date(now.getTime() + KEPT_MS) } },
      { upsert: true, writeConcern: { w: 'majority' } },
    );
    await Promise.all([
      invoices.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } }),
      contents.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } }),
    ]);
  }
  /** @see https://www.mongodb.com/docs/manual/reference/command/dbStats/, fsTotalSize: other servers may lack it. */
  async disk(): Promise<Disk | undefined> {
    const { fsTotalSize: size, fsUsedSize: used } = await this.mongo.store.db.command({ dbStats: 1 });
    if (typeof size !== 'number' || typeof used !== 'number' || size === 0) return undefined;
    return { sizeBytes: size, freeBytes: size - used };
  }

  async noteBackup(takenAt: Date): Promise<void> {
    await this.mongo.store.updateOne({ _id: 'store' }, { $max: { backedUpAt: takenAt } });
  }

  async backedUpAt(): Promise<Date | undefined> {
    return (await this.mongo.store.findOne({ _id: 'store' }))?.backedUpAt;
  }
}
