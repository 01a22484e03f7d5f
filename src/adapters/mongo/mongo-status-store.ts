import type { Filter } from 'mongodb';
import { OUTGOING_FIELDS, type OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Change } from '../../ports/ledger.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import type { StatusDocument } from './documents.ts';
import { isDuplicate } from './driver-errors.ts';
import { auditDocuments, leaseOf, storedMembers, valuesOf } from './invoice-documents.ts';
import { membersWithout } from './members.ts';
import { MongoWorkCollection } from './mongo-work-collection.ts';
import { type Mongo, untilSettled } from './mongo.ts';

const { id: _id, ...MEMBERS } = OUTGOING_FIELDS;
const COME_AND_GO = Object.entries(MEMBERS)
  .filter(([, { presence }]) => presence !== 'always')
  .map(([name]) => name);

const membersOf = (record: OutgoingStatus) =>
  storedMembers(MEMBERS, record) as unknown as Omit<StatusDocument, '_id'>;

const recordOf = (document: StatusDocument): OutgoingStatus => ({
  ...(valuesOf(MEMBERS, document) as Omit<OutgoingStatus, 'id' | 'lease'>),
  id: document._id,
  lease: leaseOf(document),
});

export class MongoStatusStore
  extends MongoWorkCollection<StatusDocument, OutgoingStatus>
  implements StatusStore
{
  constructor(private readonly mongo: Mongo) {
    super({
      documents: mongo.statuses,
      write: (record) => {
        const set = membersOf(record);
        return { set, unset: membersWithout(COME_AND_GO, set) };
      },
      read: recordOf,
    });
  }

  async commit({ record, lease }: Change<OutgoingStatus>): Promise<'committed' | 'conflict'> {
    return (await this.replace(record, lease, this.changeOf(record, lease))) ? 'committed' : 'conflict';
  }

  async takeIn(status: OutgoingStatus, audit: AuditEntry): Promise<OutgoingStatus> {
    try {
      await this.mongo.statuses.insertOne({
        ...{ _id: status.id, ...membersOf(status) },
        ...{ audit: auditDocuments([audit]), auditPendingSince: new Date() },
      });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    // Another process's may not be lasting yet.
    return untilSettled(async () => (await this.find(status.id)) ?? 'again');
  }

  async ofInvoice(invoiceId: string): Promise<readonly OutgoingStatus[]> {
    return (await this.documents.find({ invoiceId }).toArray()).map(recordOf);
  }

  async open(after: string, limit: number): Promise<readonly OutgoingStatus[]> {
    const waiting: Filter<StatusDocument> = { dueAt: { $exists: true }, _id: { $gt: after } };
    return (await this.documents.find(waiting).sort({ _id: 1 }).limit(limit).toArray()).map(recordOf);
  }

  async forget(before: Date, limit: number): Promise<number> {
    const ended: Filter<StatusDocument> = {
      dueAt: { $exists: false },
      updatedAt: { $lt: before },
      // Its audit row is in the log.
      auditPendingSince: { $exists: false },
    };
    const found = await this.documents
      .find(ended, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    if (found.length === 0) return 0;
    return (await this.documents.deleteMany({ _id: { $in: found.map(({ _id: id }) => id) } })).deletedCount;
  }
}
