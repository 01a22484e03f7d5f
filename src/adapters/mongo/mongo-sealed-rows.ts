import type { ContentWithKey, SealedRows, WrappedKey } from '../../ports/sealed-rows.ts';
import { idOf, readFile, type RecentContents } from './contents.ts';
import type { DataKeys } from './data-keys.ts';
import { isFirst } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';

export class MongoSealedRows implements SealedRows {
  constructor(
    private readonly mongo: Mongo,
    private readonly dataKeys: DataKeys,
    private readonly recent: Pick<RecentContents, 'take'>,
  ) {}

  async keepDataKey(client: string, wrapped: string): Promise<string> {
    await isFirst(this.mongo.dataKeys.insertOne({ _id: client, wrapped }));
    // Another process's row may not be durable yet.
    return untilSettled(async () => (await this.dataKey(client)) ?? 'again');
  }

  async dataKey(client: string): Promise<string | undefined> {
    return this.dataKeys.of(client);
  }

  async dataKeysWithout(starts: readonly string[], limit: number): Promise<readonly WrappedKey[]> {
    const others = starts.map((start) => ({ wrapped: { $regex: `^${start.replaceAll('.', '\\.')}` } }));
    const dataKeys = await this.mongo.dataKeys
      .find({ wrapped: { $ne: '' }, ...(others.length > 0 && { $nor: others }) })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return dataKeys.map(({ _id: client, wrapped }) => ({ client, wrapped }));
  }

  async replaceDataKey({ client, wrapped: before }: WrappedKey, wrapped: string): Promise<boolean> {
    return this.dataKeys.replace(client, before, wrapped);
  }

  async content(client: string, sha256: string): Promise<Uint8Array | undefined> {
    return readFile(this.mongo, client, sha256);
  }

  async contentWithKey(client: string, sha256: string): Promise<ContentWithKey | undefined> {
    const reading = this.recent.take(idOf(client, sha256)) ?? this.content(client, sha256);
    const [sealed, wrapped] = await Promise.all([reading, this.dataKey(client)]);
    return sealed && { sealed, wrapped };
  }

  async contentsWithKey(
    client: string,
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, ContentWithKey>> {
    const contents = new Map<string, ContentWithKey>();
    for (const hash of hashes) {
      const content = await this.contentWithKey(client, hash);
      if (content) contents.set(hash, content);
    }
    return contents;
  }

  async masterKeyFingerprint(first: string): Promise<string> {
    await this.mongo.store.updateOne(
      { _id: 'store', masterKeyFingerprint: { $exists: false } },
      { $set: { masterKeyFingerprint: first } },
    );
    const store = await this.mongo.store.findOne({ _id: 'store' });
    return store!.masterKeyFingerprint!;
  }

  async replaceMasterKeyFingerprint(from: string, to: string): Promise<boolean> {
    const { matchedCount } = await this.mongo.store.updateOne(
      { _id: 'store', masterKeyFingerprint: from },
      { $set: { masterKeyFingerprint: to } },
    );
    return matchedCount === 1;
  }

  async knowsMasterKey(): Promise<boolean> {
    const store = await this.mongo.store.findOne({ _id: 'store' });
    return store?.masterKeyFingerprint !== undefined;
  }
}
