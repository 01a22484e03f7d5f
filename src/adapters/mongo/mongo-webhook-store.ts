import { type LastDelivery, type Webhook, WEBHOOK_FIELDS } from '../../domain/webhooks/webhook.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { WebhookStore } from '../../ports/webhook-store.ts';
import type { WebhookDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { membersWithValue, membersWithout } from './members.ts';
import type { Mongo } from './mongo.ts';
import { valuesOf } from './record-mapping.ts';
import { auditedMembers, updateOf } from './updates.ts';

const { owner: _owner, ...MEMBERS } = WEBHOOK_FIELDS;

export class MongoWebhookStore implements WebhookStore {
  constructor(private readonly mongo: Mongo) {}

  async find(owner: string): Promise<Webhook | undefined> {
    return (await this.findAll([owner]))[0];
  }

  async findAll(owners: readonly string[]): Promise<readonly Webhook[]> {
    const found = await this.mongo.webhooks.find({ _id: { $in: [...owners] } }).toArray();
    return found.map((document) => ({
      ...(valuesOf(MEMBERS, document) as Omit<Webhook, 'owner'>),
      owner: document._id,
    }));
  }

  async put({ owner, ...webhook }: Webhook, audit: AuditEntry): Promise<'kept' | 'conflict'> {
    const { webhooks } = this.mongo;
    const set = membersWithValue(webhook) as Omit<WebhookDocument, '_id' | 'audit'>;
    if (webhook.version === 1) {
      const inserted = webhooks.insertOne({ _id: owner, ...set, ...auditedMembers(audit) });
      return (await isFirst(inserted)) ? 'kept' : 'conflict';
    }
    const { matchedCount } = await webhooks.updateOne(
      { _id: owner, version: webhook.version - 1 },
      updateOf({ set, unset: membersWithout(Object.keys(MEMBERS), set), audit: [audit] }),
    );
    return matchedCount === 1 ? 'kept' : 'conflict';
  }

  async noteDelivery(owner: string, { at, httpStatus }: LastDelivery): Promise<void> {
    await this.mongo.webhooks.updateOne(
      { _id: owner, $or: [{ lastDeliveryAt: { $exists: false } }, { lastDeliveryAt: { $lte: at } }] },
      httpStatus === null
        ? { $set: { lastDeliveryAt: at }, $unset: { lastDeliveryStatus: '' } }
        : { $set: { lastDeliveryAt: at, lastDeliveryStatus: httpStatus } },
    );
  }

  async lastDelivery(owner: string): Promise<LastDelivery | undefined> {
    const found = await this.mongo.webhooks.findOne({ _id: owner });
    const { lastDeliveryAt: at, lastDeliveryStatus: httpStatus = null } = found ?? {};
    return at && { at, httpStatus };
  }

  async claimNotice(owner: string, day: string): Promise<boolean> {
    const { matchedCount } = await this.mongo.webhooks.updateOne(
      { _id: owner, $or: [{ noticeDay: { $exists: false } }, { noticeDay: { $lt: day } }] },
      { $set: { noticeDay: day } },
    );
    return matchedCount === 1;
  }

  async remove(owner: string): Promise<void> {
    await this.mongo.webhooks.deleteOne({ _id: owner });
    await this.mongo.deliveries.deleteMany({ client: owner });
  }
}
