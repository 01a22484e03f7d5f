import type { StoreClock } from '../../ports/store-clock.ts';
import type { Mongo } from './mongo.ts';

export class MongoStoreClock implements StoreClock {
  constructor(private readonly mongo: Mongo) {}

  async offsetMs(): Promise<number> {
    return (await this.mongo.store.findOne({ _id: 'store' }))?.clockOffsetMs ?? 0;
  }

  async advance(ms: number, maxMs: number): Promise<number | undefined> {
    // Also if the member is absent, because nothing was added yet.
    const hasRoom = ms > maxMs ? { $lte: maxMs - ms } : { $not: { $gt: maxMs - ms } };
    const store = await this.mongo.store.findOneAndUpdate(
      { _id: 'store', clockOffsetMs: hasRoom },
      { $inc: { clockOffsetMs: ms } },
      { returnDocument: 'after' },
    );
    return store?.clockOffsetMs;
  }
}
