import { Binary, type Filter } from 'mongodb';
import { pastLimits, type Refusal, REFUSAL_FIELDS } from '../../domain/refusals/refusal.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import type { RefusalDocument } from './documents.ts';
import { membersWithValue } from './members.ts';
import type { Mongo } from './mongo.ts';
import { readerOf } from './record-mapping.ts';
import { changeOrInsert } from './updates.ts';

const WITHOUT_BODY = { projection: { sealed: 0 } } as const;
const NEWEST = { at: -1, _id: -1 } as const;

export class MongoRefusalStore implements RefusalStore {
  constructor(private readonly mongo: Mongo) {}

  async put(
    { id, client, firstAt, times: _one, ...refusal }: Refusal,
    sealedBody: Uint8Array,
  ): Promise<void> {
    const { refusals } = this.mongo;
    const set = {
      ...(membersWithValue(refusal) as typeof refusal),
      sealed: new Binary(sealedBody),
    };
    const fresh = { _id: id, client, firstAt, times: 1, ...set };
    await changeOrInsert(refusals, { $set: set, $inc: { times: 1 } }, fresh);
    const held = await refusals
      .find({ client }, { projection: { size: 1 } })
      .sort(NEWEST)
      .toArray();
    const past = pastLimits(held.map(({ _id: one, size }) => ({ id: one, size })));
    if (past.length > 0) await refusals.deleteMany({ _id: { $in: [...past] } });
  }

  async find(id: string): Promise<Refusal | undefined> {
    const found = await this.mongo.refusals.findOne({ _id: id }, WITHOUT_BODY);
    return found ? read(found) : undefined;
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    const found = await this.mongo.refusals.findOne({ _id: id }, { projection: { sealed: 1 } });
    return found?.sealed.value();
  }

  async list({ client, after, limit }: Parameters<RefusalStore['list']>[0]): Promise<readonly Refusal[]> {
    const filter: Filter<RefusalDocument> = {
      ...(client !== undefined && { client }),
      ...(after && { $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after.id } }] }),
    };
    const found = this.mongo.refusals.find(filter, WITHOUT_BODY).sort(NEWEST).limit(limit);
    return (await found.toArray()).map(read);
  }

  async forget(query: Parameters<RefusalStore['forget']>[0]): Promise<number> {
    const filter: Filter<RefusalDocument> =
      'client' in query
        ? { client: query.client, at: { $lt: query.before } }
        : { expiresAt: { $lte: query.expiredBy } };
    return (await this.mongo.refusals.deleteMany(filter)).deletedCount;
  }
}

const read = readerOf<Refusal>(REFUSAL_FIELDS);
