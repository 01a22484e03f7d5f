import type { Filter } from 'mongodb';
import { DELIVERY_FIELDS, type WebhookDelivery } from '../../domain/webhooks/delivery.ts';
import type { Change } from '../../ports/ledger.ts';
import type { DeliveryQuery, DeliveryStore, DeliveryTally, Replay } from '../../ports/webhook-store.ts';
import type { DeliveryDocument } from './documents.ts';
import { areDuplicates } from './driver-errors.ts';
import { MOST_COUNTED } from '../../ports/invoice-reads.ts';
import { freeAt } from './due.ts';
import { leaseOf, valuesOf } from './invoice-documents.ts';
import { membersWithValue, membersWithout } from './members.ts';
import { MongoWorkCollection, NO_LEASE } from './mongo-work-collection.ts';
import type { Mongo } from './mongo.ts';

const { id: _id, ...MEMBERS } = DELIVERY_FIELDS;
const COME_AND_GO = Object.entries(MEMBERS)
  .filter(([, { presence }]) => presence !== 'always')
  .map(([name]) => name);

const membersOf = ({ id: _, lease: __, ...record }: WebhookDelivery) =>
  membersWithValue(record) as Omit<DeliveryDocument, '_id'>;

const recordOf = (document: DeliveryDocument): WebhookDelivery => ({
  ...(valuesOf(MEMBERS, document) as Omit<WebhookDelivery, 'id' | 'lease'>),
  id: document._id,
  lease: leaseOf(document),
});

export class MongoDeliveryStore
  extends MongoWorkCollection<DeliveryDocument, WebhookDelivery>
  implements DeliveryStore
{
  constructor(private readonly mongo: Mongo) {
    super({
      documents: mongo.deliveries,
      write: (record) => {
        const set = membersOf(record);
        return { set, unset: membersWithout(COME_AND_GO, set) };
      },
      read: recordOf,
    });
  }

  async commit({ record, lease }: Change<WebhookDelivery>): Promise<'committed' | 'conflict'> {
    return (await this.replace(record, lease, this.changeOf(record, lease))) ? 'committed' : 'conflict';
  }

  async cursor(): Promise<string | undefined> {
    return (await this.mongo.webhookCursors.findOne({ _id: 'outbox' }))?.position;
  }

  async enqueue(deliveries: readonly WebhookDelivery[], cursor: string): Promise<void> {
    if (deliveries.length > 0)
      try {
        const documents = deliveries.map((delivery) => ({ _id: delivery.id, ...membersOf(delivery) }));
        await this.documents.insertMany(documents, { ordered: false });
      } catch (error) {
        // Made by another process, or by this one before it died.
        if (!areDuplicates(error)) throw error;
      }
    await this.mongo.webhookCursors.updateOne(
      { _id: 'outbox' },
      { $max: { position: cursor } },
      { upsert: true },
    );
  }

  async list({ owner, state, limit }: DeliveryQuery): Promise<readonly WebhookDelivery[]> {
    const found = this.documents.find({ client: owner, ...(state && { state }) });
    return (await found.sort({ lastAttemptAt: -1, _id: -1 }).limit(limit).toArray()).map(recordOf);
  }

  async replay(wanted: Replay, now: Date, limit: number): Promise<readonly string[]> {
    const { owner, eventId, from, to, updatedBefore } = wanted;
    const filter: Filter<DeliveryDocument> = {
      client: owner,
      ...(eventId !== undefined && { eventId }),
      ...((from ?? to) && { occurredAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
      ...(updatedBefore && { updatedAt: { $lt: updatedBefore } }),
      ...freeAt(now),
    };
    const found = this.documents.find(filter, { projection: { _id: 1 } });
    const ids = (await found.sort({ occurredAt: 1, _id: 1 }).limit(limit).toArray()).map(({ _id: id }) => id);
    if (ids.length === 0) return [];
    await this.documents.updateMany(
      { ...filter, _id: { $in: ids } },
      {
        $set: { state: 'pending', work: 'deliver', failures: 0, dueAt: now, updatedAt: now },
        $unset: {
          crashes: '',
          uncalled: '',
          firstFailureAt: '',
          inactiveSince: '',
          lastError: '',
          ...NO_LEASE,
        },
        $inc: { version: 1 },
      },
    );
    return ids;
  }

  async tally(): Promise<DeliveryTally> {
    const [pending, oldest, dead] = await Promise.all([
      this.documents.countDocuments({ state: 'pending' }, { limit: MOST_COUNTED }),
      this.documents.findOne(
        { state: 'pending' },
        { sort: { occurredAt: 1 }, projection: { occurredAt: 1 } },
      ),
      this.documents.countDocuments({ state: 'dead' }, { limit: MOST_COUNTED }),
    ]);
    return { pending, oldestPendingAt: oldest?.occurredAt ?? null, dead };
  }

  async forget(before: Date, limit: number): Promise<number> {
    const found = this.documents.find(
      { dueAt: { $exists: false }, updatedAt: { $lt: before } },
      { projection: { _id: 1 } },
    );
    const ids = (await found.limit(limit).toArray()).map(({ _id: id }) => id);
    if (ids.length === 0) return 0;
    // A delivery that became pending again meanwhile stays.
    const gone = { _id: { $in: ids }, dueAt: { $exists: false } } as Filter<DeliveryDocument>;
    return (await this.documents.deleteMany(gone)).deletedCount;
  }
}
