import type { CollectionCursors, HeldCursor } from '../../ports/collection-cursors.ts';
import { isDuplicate } from './driver-errors.ts';
import type { Mongo } from './mongo.ts';

export class MongoCollectionCursors implements CollectionCursors {
  constructor(private readonly mongo: Mongo) {}

  async hold(name: string, until: Date, now: Date): Promise<HeldCursor | undefined> {
    try {
      const found = await this.mongo.collectionCursors.findOneAndUpdate(
        { _id: name, heldUntil: { $lte: now } },
        { $set: { heldUntil: until }, $setOnInsert: { cursor: null } },
        { upsert: true, returnDocument: 'after' },
      );
      return found ? { cursor: found.cursor } : undefined;
    } catch (error) {
      // Another process holds it: the upsert must not insert a second document.
      if (!isDuplicate(error)) throw error;
      return undefined;
    }
  }

  async advance(name: string, cursor: string): Promise<void> {
    await this.mongo.collectionCursors.updateOne({ _id: name }, { $set: { cursor } });
  }

  async postpone(name: string, until: Date): Promise<void> {
    await this.mongo.collectionCursors.updateOne({ _id: name }, { $set: { heldUntil: until } });
  }
}
