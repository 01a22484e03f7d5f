import type { StoreCheck } from '../../ports/store-check.ts';
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
}
