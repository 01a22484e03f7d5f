import type { OutgoingStatus } from '../../src/domain/statuses/outgoing-status.ts';
import type { AuditEntry, AuditLog } from '../../src/ports/audit-log.ts';
import type { StatusStore, SubmissionQuery } from '../../src/ports/status-store.ts';
import { FakeRecords } from './records.ts';

export class FakeStatusStore extends FakeRecords<OutgoingStatus> implements StatusStore {
  constructor(private readonly audit: Pick<AuditLog, 'write'>) {
    super();
  }

  async takeIn(status: OutgoingStatus, audit: AuditEntry): Promise<OutgoingStatus> {
    if (!this.kept.has(status.id)) {
      this.kept.set(status.id, status);
      await this.audit.write(audit);
    }
    return this.kept.get(status.id)!;
  }

  async ofInvoice(invoiceId: string): Promise<readonly OutgoingStatus[]> {
    return this.all().filter((status) => status.invoiceId === invoiceId);
  }

  async ofSubmission({ client, route, submissionId }: SubmissionQuery): Promise<OutgoingStatus | undefined> {
    return this.all().find(
      (status) => status.submission.id === submissionId && status.client === client && status.route === route,
    );
  }

  async open(after: string, limit: number): Promise<readonly OutgoingStatus[]> {
    return this.all()
      .filter(({ id, dueAt }) => dueAt !== null && id > after)
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit);
  }

  async forget(before: Date, limit: number): Promise<number> {
    const ended = this.all().filter(({ dueAt, updatedAt }) => dueAt === null && updatedAt < before);
    for (const { id } of ended.slice(0, limit)) this.kept.delete(id);
    return Math.min(ended.length, limit);
  }
}
