import { type Share, SHARE_FIELDS } from '../../domain/shares/share.ts';
import type { ShareStore } from '../../ports/share-store.ts';
import type { Mongo } from './mongo.ts';
import { readerOf } from './record-mapping.ts';

export class MongoShareStore implements ShareStore {
  constructor(private readonly mongo: Mongo) {}

  async add({ id, ...share }: Share): Promise<void> {
    await this.mongo.shares.insertOne({ _id: id, ...share });
  }

  async find(id: string): Promise<Share | undefined> {
    const found = await this.mongo.shares.findOne({ _id: id });
    return found ? read(found) : undefined;
  }

  async revoke(id: string, at: Date): Promise<Share | undefined> {
    await this.mongo.shares.updateOne(
      { _id: id, revokedAt: { $exists: false } },
      { $set: { revokedAt: at } },
    );
    return this.find(id);
  }

  async forget(now: Date): Promise<number> {
    return (await this.mongo.shares.deleteMany({ expiresAt: { $lte: now } })).deletedCount;
  }
}

const read = readerOf<Share>(SHARE_FIELDS);
