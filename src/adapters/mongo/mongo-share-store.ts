import type { Filter } from 'mongodb';
import { type Share, SHARE_FIELDS } from '../../domain/shares/share.ts';
import type { ShareStore } from '../../ports/share-store.ts';
import type { ShareDocument } from './documents.ts';
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

  async list({ client, after, at, limit }: Parameters<ShareStore['list']>[0]): Promise<readonly Share[]> {
    const filter: Filter<ShareDocument> = {
      ...(client !== undefined && { client }),
      revokedAt: { $exists: false },
      expiresAt: { $gt: at },
      ...(after && {
        $or: [
          { createdAt: { $lt: after.createdAt } },
          { createdAt: after.createdAt, _id: { $lt: after.id } },
        ],
      }),
    };
    const found = this.mongo.shares.find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit);
    return (await found.toArray()).map(read);
  }

  async noteRead(id: string, at: Date): Promise<void> {
    await this.mongo.shares.updateOne(
      { _id: id, $or: [{ lastReadAt: { $exists: false } }, { lastReadAt: { $lt: at } }] },
      { $set: { lastReadAt: at } },
    );
  }

  async forget(now: Date): Promise<number> {
    return (await this.mongo.shares.deleteMany({ expiresAt: { $lte: now } })).deletedCount;
  }
}

const read = readerOf<Share>(SHARE_FIELDS);
