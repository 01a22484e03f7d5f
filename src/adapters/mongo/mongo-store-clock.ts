import type { StoreClock } from '../../ports/store-clock.ts';
import type { Mongo } from './mongo.ts';

export class MongoStoreClock implements StoreClock {
  readonly #mongo: Mongo;

  constructor(mongo: Mongo) {
    this.#mongo = mongo;
  }

  async offsetMs(): Promise<number> {
    return (await this.#mongo.store.findOne({ _id: 'store' }))?.clockOffsetMs ?? 0;
  }

  async advance(ms: number): Promise<number> {
    const store = await this.#mongo.store.findOneAndUpdate(
      { _id: 'store' },
      { $inc: { clockOffsetMs: ms } },
      { returnDocument: 'after' },
    );
    return store!.clockOffsetMs!;
  }
}
