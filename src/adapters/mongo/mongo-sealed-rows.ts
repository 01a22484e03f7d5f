import { Binary } from 'mongodb';
import type { SealedRows } from '../../ports/sealed-rows.ts';
import { isDuplicate, type Mongo } from './mongo.ts';

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
    return (await this.dataKey(client))!;
  }

  async dataKey(client: string): Promise<string | undefined> {
    return (await this.#mongo.dataKeys.findOne({ _id: client }))?.wrapped;
  }

  /** A document holds 16 MB: plain files of up to 12 MB. */
  async keepContent(client: string, sha256: string, sealed: Uint8Array): Promise<void> {
    try {
      await this.#mongo.contents.insertOne({
        _id: `${client} ${sha256}`,
        client,
        sealed: new Binary(sealed),
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
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
}
