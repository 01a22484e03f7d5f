import { Binary } from 'mongodb';
import type { SealedFile } from '../../ports/content-store.ts';
import type { SealedRows } from '../../ports/sealed-rows.ts';
import { areDuplicates, isDuplicate, type Mongo, untilSettled } from './mongo.ts';

export class MongoSealedRows implements SealedRows {
  readonly #mongo: Mongo;

  constructor(mongo: Mongo) {
    this.#mongo = mongo;
  }

  async keepDataKey(client: string, wrapped: string): Promise<string> {
    try {
      await this.#mongo.dataKeys.insertOne({ _id: client, wrapped });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    // Another process's may not be lasting yet.
    return untilSettled(async () => (await this.dataKey(client)) ?? 'again');
  }

  async dataKey(client: string): Promise<string | undefined> {
    return (await this.#mongo.dataKeys.findOne({ _id: client }))?.wrapped;
  }

  async content(client: string, sha256: string): Promise<Uint8Array | undefined> {
    const document = await this.#mongo.contents.findOne({ _id: `${client} ${sha256}` });
    return document?.sealed.value();
  }

  async masterKeyFingerprint(first: string): Promise<string> {
    await this.#mongo.store.updateOne(
      { _id: 'store', masterKeyFingerprint: { $exists: false } },
      { $set: { masterKeyFingerprint: first } },
    );
    const store = await this.#mongo.store.findOne({ _id: 'store' });
    return store!.masterKeyFingerprint!;
  }

  async knowsMasterKey(): Promise<boolean> {
    const store = await this.#mongo.store.findOne({ _id: 'store' });
    return store?.masterKeyFingerprint !== undefined;
  }
}

/** What is held already stays. A document holds 16 MB: plain files of up to 12 MB. */
export async function writeFiles(
  { contents }: Mongo,
  client: string,
  files: readonly SealedFile[],
): Promise<void> {
  if (files.length === 0) return;
  const documents = files.map(({ sha256, sealed }) => ({
    _id: `${client} ${sha256}`,
    client,
    sealed: new Binary(sealed),
  }));
  try {
    await contents.insertMany(documents, { ordered: false });
  } catch (error) {
    if (!areDuplicates(error)) throw error;
  }
}
