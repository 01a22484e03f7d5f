import { CLIENT_FIELDS, type ClientRecord } from '../../domain/clients/client-record.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { ClientDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { membersWithout } from './members.ts';
import type { Mongo } from './mongo.ts';
import { auditedMembers, updateOf } from './updates.ts';

const { client: _client, ...OTHERS } = CLIENT_FIELDS;
const MEMBERS = Object.keys(OTHERS);
const NOT_DELETED = { deletedAt: { $exists: false } } as const;

export class MongoClientStore implements ClientStore {
  constructor(private readonly mongo: Mongo) {}

  async find(client: string): Promise<ClientRecord | undefined> {
    const found = await this.mongo.clients.findOne({ _id: client });
    return found ? recordOf(found) : undefined;
  }

  async list({ partner, after = '', limit }: Parameters<ClientStore['list']>[0]) {
    const found = this.mongo.clients
      .find({ ...NOT_DELETED, _id: { $gt: after }, ...(partner !== undefined && { partner }) })
      .sort({ _id: 1 })
      .limit(limit);
    return (await found.toArray()).map(recordOf);
  }

  async replace({ client, ...fields }: ClientRecord, audit?: AuditEntry): Promise<boolean> {
    if (fields.version === 1)
      return isFirst(this.mongo.clients.insertOne({ _id: client, ...fields, ...auditedMembers(audit) }));
    const { matchedCount } = await this.mongo.clients.updateOne(
      { _id: client, version: fields.version - 1 },
      updateOf({ set: fields, unset: membersWithout(MEMBERS, fields), audit: audit && [audit] }),
    );
    return matchedCount === 1;
  }

  async retaining(): Promise<readonly ClientRecord[]> {
    const found = this.mongo.clients
      .find({ ...NOT_DELETED, retentionDays: { $exists: true } })
      .sort({ _id: 1 });
    return (await found.toArray()).map(recordOf);
  }

  async listDeletedSince(since: Date): Promise<readonly ClientRecord[]> {
    const found = this.mongo.clients.find({ deletedAt: { $gte: since } }).sort({ _id: 1 });
    return (await found.toArray()).map(recordOf);
  }
}

function recordOf({
  _id,
  audit: _audit,
  auditPendingSince: _since,
  ...fields
}: ClientDocument): ClientRecord {
  return { client: _id, ...fields };
}
