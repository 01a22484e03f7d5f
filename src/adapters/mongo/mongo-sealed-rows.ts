import type { SealedRows } from '../../ports/sealed-rows.ts';
import { readFile } from './contents.ts';
import { isDuplicate } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';

export class MongoSealedRows implements SealedRows {
  constructor(private readonly mongo: Mongo) {}

  async keepDataKey(client: string, wrapped: string): Promise<string> {
    try {
      await this.mongo.dataKeys.insertOne({ _id: client, wrapped });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    // Another process's may not be lasting yet.
    return untilSettled(async () => (await this.dataKey(client)) ?? 'again');
  }

  async dataKey(client: string): Promise<string | undefined> {
    return (await this.mongo.dataKeys.findOne({ _id: client }))?.wrapped;
  }

  async content(client: string, sha256: string): Promise<Uint8Array | undefined> {
    return readFile(this.mongo, client, sha256);
  }

  async masterKeyFingerprint(first: string): Promise<string> {
    await this.mongo.store.updateOne(
      { _id: 'store', masterKeyFingerprint: { $exists: false } },
      { $set: { masterKeyFingerprint: first } },
    );
    const store = await this.mongo.store.findOne({ _id: 'store' });
    return store!.masterKeyFingerprint!;
  }

  async knowsMasterKey(): Promise<boolean> {
    const store = await this.mongo.store.findOne({ _id: 'store' });
    return store?.masterKeyFingerprint !== undefined;
  }
}
