import { OUTGOING_FIELDS, type OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { Change } from '../../ports/ledger.ts';
import type { StatusStore, SubmissionQuery } from '../../ports/status-store.ts';
import { insertInto } from './field-columns.ts';
import { tableOf } from './record-table.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import { SqliteWorkTable } from './sqlite-work-table.ts';
import type { Sqlite } from './sqlite.ts';

const STATUSES = tableOf<OutgoingStatus>('outgoing_status', OUTGOING_FIELDS);
const INSERT = `${insertInto(STATUSES.name, STATUSES.columns)} ON CONFLICT DO NOTHING`;

export class SqliteStatusStore extends SqliteWorkTable<OutgoingStatus> implements StatusStore {
  constructor(sqlite: Sqlite, keys: LeasedKeys) {
    super(sqlite, STATUSES, keys);
  }

  /** On disk: a lost mark would allow the call to be made again. */
  override async commit(change: Change<OutgoingStatus>): Promise<'committed' | 'conflict'> {
    return this.replacing(change, (replace) =>
      this.sqlite.writeToDisk(() => (replace() ? 'committed' : 'conflict')),
    );
  }

  async takeIn(status: OutgoingStatus, audit: AuditEntry): Promise<OutgoingStatus> {
    const row = await this.sqlite.writeToDisk(() => {
      if (this.sqlite.run(INSERT, STATUSES.write(status)) > 0) writeAudit(this.sqlite, audit);
      return this.sqlite.one('SELECT * FROM outgoing_status WHERE id = @id', { id: status.id })!;
    });
    return STATUSES.read(row);
  }

  async ofInvoice(invoiceId: string): Promise<readonly OutgoingStatus[]> {
    const rows = await this.sqlite.readAll('SELECT * FROM outgoing_status WHERE invoice_id = @invoiceId', {
      invoiceId,
    });
    return rows.map(STATUSES.read);
  }

  async ofSubmission({ client, route, submissionId }: SubmissionQuery): Promise<OutgoingStatus | undefined> {
    const row = await this.sqlite.readOne(
      `SELECT * FROM outgoing_status WHERE submission ->> 'id' = @submissionId AND client = @client AND route = @route`,
      { client, route, submissionId },
    );
    return row && STATUSES.read(row);
  }

  async open(after: string, limit: number): Promise<readonly OutgoingStatus[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM outgoing_status WHERE due_at IS NOT NULL AND id > @after ORDER BY id LIMIT @limit`,
      { after, limit },
    );
    return rows.map(STATUSES.read);
  }

  async forget(before: Date, limit: number): Promise<number> {
    return this.sqlite.execute(
      `DELETE FROM outgoing_status WHERE id IN (
           SELECT id FROM outgoing_status WHERE due_at IS NULL AND updated_at < @before LIMIT @limit)`,
      { before: before.getTime(), limit },
    );
  }
}
