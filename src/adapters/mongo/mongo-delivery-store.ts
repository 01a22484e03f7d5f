import type { Filter } from 'mongodb';
import { DELIVERY_FIELDS, type WebhookDelivery } from '../../domain/webhooks/delivery.ts';
import type {
  DeliveryQuery,
  ListedDelivery,
  DeliveryStore,
  DeliveryTally,
  DueDeliveries,
  Receiver,
  Replay,
} from '../../ports/webhook-store.ts';
import type { DeliveryDocument } from './documents.ts';
import { areDuplicates } from './driver-errors.ts';
import { MAX_COUNTED } from '../../ports/invoice-reads.ts';
import { aheadOf, freeAt } from './due.ts';
import { type KeysOfLeases, MongoWorkCollection, NO_LEASE } from './mongo-work-collection.ts';
import type { Mongo } from './mongo.ts';
import { mappingOf } from './record-mapping.ts';
import { changeOrInsert } from './updates.ts';

/**
 * MongoDB merges the ranges of listed values in the order of the index, at most 200 of them (SERVER-14034). It would read and sort all
 * deliveries with any number of failures, each time. A schedule has some thirty.
 */
const LISTED_FAILURES = Array.from({ length: 50 }, (_, n) => n + 1);
const FAILED = [{ $in: LISTED_FAILURES }, { $gt: LISTED_FAILURES.length }];

const DELIVERIES = mappingOf<DeliveryDocument, WebhookDelivery>(DELIVERY_FIELDS);

export class MongoDeliveryStore
  extends MongoWorkCollection<DeliveryDocument, WebhookDelivery>
  implements DeliveryStore
{
  constructor(
    private readonly mongo: Mongo,
    keys: KeysOfLeases,
  ) {
    super({ ...DELIVERIES, documents: mongo.deliveries }, keys);
  }

  async cursor(): Promise<string | undefined> {
    return (await this.mongo.webhookCursors.findOne({ _id: 'outbox' }))?.position;
  }

  async enqueue(deliveries: readonly WebhookDelivery[], cursor: string): Promise<void> {
    if (deliveries.length > 0)
      try {
        const documents = deliveries.map((delivery) => ({
          _id: delivery.id,
          ...DELIVERIES.members(delivery),
        }));
        await this.documents.insertMany(documents, { ordered: false });
      } catch (error) {
        // Made by another process, or by this one before it died.
        if (!areDuplicates(error)) throw error;
      }
    const { webhookCursors } = this.mongo;
    const change = { $max: { position: cursor } };
    await changeOrInsert(webhookCursors, change, { _id: 'outbox', position: cursor });
  }

  async due({ owner, failed }: Receiver, now: Date, limit: number): Promise<DueDeliveries> {
    const own = {
      client: owner,
      ...(failed !== undefined && { failures: failed ? { $gt: 0 } : 0 }),
      ...freeAt(now),
    } as Filter<DeliveryDocument>;
    const projection = { _id: 1, dueAt: 1 } as const;
    const failures = [...(failed ? [] : [0]), ...(failed === false ? [] : FAILED)];
    const waiting = await this.waiting(own, failures, limit);
    const due = waiting.filter(({ dueAt }) => dueAt !== undefined && dueAt <= now);
    const ahead =
      due.length < limit
        ? await this.documents
            .find({ ...own, ...aheadOf(now) }, { projection, hint: { updatedAt: 1 } })
            .limit(limit)
            .toArray()
        : [];
    const ids = [...due, ...ahead].slice(0, limit).map(({ _id: id }) => id);
    return { ids, nextAt: waiting[due.length]?.dueAt };
  }

  /** The earliest of them first. */
  private async waiting(
    own: Filter<DeliveryDocument>,
    failures: readonly (number | object)[],
    limit: number,
  ): Promise<readonly Pick<DeliveryDocument, '_id' | 'dueAt'>[]> {
    const inParts = failures.map((part) =>
      this.documents
        .find({ ...own, failures: part, dueAt: { $gt: new Date(0) } } as Filter<DeliveryDocument>, {
          projection: { _id: 1, dueAt: 1, occurredAt: 1 },
        })
        .sort({ dueAt: 1, occurredAt: 1 })
        .limit(limit)
        .toArray(),
    );
    const deliveries = (await Promise.all(inParts)).flat();
    const inOrder = deliveries.sort(
      (one, other) =>
        Number(one.dueAt) - Number(other.dueAt) || Number(one.occurredAt) - Number(other.occurredAt),
    );
    return inOrder.slice(0, limit);
  }

  async list({ owner, state, after, limit }: DeliveryQuery): Promise<readonly WebhookDelivery[]> {
    const cursor = this.documents.find({
      client: owner,
      ...(state && { state }),
      ...(after && later(after)),
    });
    return (await cursor.sort({ lastAttemptAt: -1, _id: -1 }).limit(limit).toArray()).map(DELIVERIES.read);
  }

  async replay(expectedReplay: Replay, now: Date, limit: number): Promise<readonly string[]> {
    const { owner, eventId, from, to, updatedBefore } = expectedReplay;
    const filter: Filter<DeliveryDocument> = {
      client: owner,
      ...(eventId !== undefined && { eventId }),
      ...((from ?? to) && { occurredAt: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
      ...(updatedBefore && { updatedAt: { $lt: updatedBefore } }),
      ...freeAt(now),
    };
    const cursor = this.documents.find(filter, { projection: { _id: 1 } });
    const ids = (await cursor.sort({ occurredAt: 1, _id: 1 }).limit(limit).toArray()).map(
      ({ _id: id }) => id,
    );
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
      this.documents.countDocuments({ state: 'pending' }, { limit: MAX_COUNTED }),
      this.documents.findOne(
        { state: 'pending' },
        { sort: { occurredAt: 1 }, projection: { occurredAt: 1 } },
      ),
      this.documents.countDocuments({ state: 'dead' }, { limit: MAX_COUNTED }),
    ]);
    return { pending, oldestPendingAt: oldest?.occurredAt ?? null, dead };
  }

  async forget(before: Date, limit: number): Promise<number> {
    const cursor = this.documents.find(
      { dueAt: { $exists: false }, updatedAt: { $lt: before } },
      { projection: { _id: 1 } },
    );
    const ids = (await cursor.limit(limit).toArray()).map(({ _id: id }) => id);
    if (ids.length === 0) return 0;
    // A delivery that became pending again meanwhile stays.
    const ended = { _id: { $in: ids }, dueAt: { $exists: false } } as Filter<DeliveryDocument>;
    return (await this.documents.deleteMany(ended)).deletedCount;
  }
}

/** Deliveries after this one in the list. One that was never attempted has no time, and is among the last. */
const later = ({ lastAttemptAt, id }: ListedDelivery): Filter<DeliveryDocument> => ({
  $or: [
    ...(lastAttemptAt
      ? [{ lastAttemptAt: { $lt: lastAttemptAt } }, { lastAttemptAt: { $exists: false } }]
      : []),
    { lastAttemptAt: lastAttemptAt ?? { $exists: false }, _id: { $lt: id } },
  ],
});
