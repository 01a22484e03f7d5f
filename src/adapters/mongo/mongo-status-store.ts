import type { Filter } from 'mongodb';
import { OUTGOING_FIELDS, type OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { StatusStore, SubmissionQuery } from '../../ports/status-store.ts';
import type { StatusDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { type KeysOfLeases, MongoWorkCollection } from './mongo-work-collection.ts';
import { type Mongo, untilSettled } from './mongo.ts';
import { mappingOf } from './record-mapping.ts';
import { auditedMembers } from './updates.ts';

const STATUSES = mappingOf<StatusDocument, OutgoingStatus>(OUTGOING_FIELDS);

export class MongoStatusStore
  extends MongoWorkCollection<StatusDocument, OutgoingStatus>
  implements StatusStore
{
  constructor(
    private readonly mongo: Mongo,
    keys: KeysOfLeases,
  ) {
    super({ ...STATUSES, documents: mongo.statuses }, keys);
  }

  async takeIn(status: OutgoingStatus, audit: AuditEntry): Promise<OutgoingStatus> {
    const document = { _id: status.id, ...STATUSES.members(status), ...auditedMembers(audit) };
    await isFirst(this.mongo.statuses.insertOne(document));
    // Another process's row may not be durable yet.
    return untilSettled(async () => (await this.find(status.id)) ?? 'again');
  }

  async ofInvoice(invoiceId: string): Promise<readonly OutgoingStatus[]> {
    return (await this.documents.find({ invoiceId }).toArray()).map(STATUSES.read);
  }

  async ofSubmission({ client, route, submissionId }: SubmissionQuery): Promise<OutgoingStatus | undefined> {
    const status = await this.documents.findOne({ 'submission.id': submissionId, client, route });
    return status ? STATUSES.read(status) : undefined;
  }

  async open(after: string, limit: number): Promise<readonly OutgoingStatus[]> {
    const waiting: Filter<StatusDocument> = { dueAt: { $exists: true }, _id: { $gt: after } };
    return (await this.documents.find(waiting).sort({ _id: 1 }).limit(limit).toArray()).map(STATUSES.read);
  }

  async forget(before: Date, limit: number): Promise<number> {
    const ended: Filter<StatusDocument> = {
      dueAt: { $exists: false },
      updatedAt: { $lt: before },
      // Its audit row is in the log.
      auditPendingSince: { $exists: false },
    };
    const statuses = await this.documents
      .find(ended, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    if (statuses.length === 0) return 0;
    return (await this.documents.deleteMany({ _id: { $in: statuses.map(({ _id: id }) => id) } }))
      .deletedCount;
  }
}
