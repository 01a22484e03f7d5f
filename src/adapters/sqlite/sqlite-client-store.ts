import { CLIENT_FIELDS, type ClientRecord } from '../../domain/clients/client-record.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import type { Parameters as Bound, Sqlite } from './sqlite.ts';

const COLUMNS = columnsOf(CLIENT_FIELDS);
const INSERT = `${insertInto('client', COLUMNS)} ON CONFLICT DO NOTHING`;
const UPDATE = `UPDATE client SET ${COLUMNS.map((name) => `${name} = @${name}`).join(', ')}
  WHERE client = @client AND version = @version - 1`;

export class SqliteClientStore implements ClientStore {
  constructor(private readonly sqlite: Sqlite) {}

  async find(client: string): Promise<ClientRecord | undefined> {
    return (await this.read('client = @client', { client }))[0];
  }

  async list({
    partner,
    after = '',
    limit,
  }: Parameters<ClientStore['list']>[0]): Promise<readonly ClientRecord[]> {
    const own = partner === undefined ? '' : 'AND partner = @partner';
    return this.read(`deleted_at IS NULL AND client > @after ${own} ORDER BY client LIMIT @limit`, {
      after,
      limit,
      partner: partner ?? null,
    });
  }

  async replace(record: ClientRecord, audit?: AuditEntry): Promise<boolean> {
    return this.sqlite.writeToDisk(() => {
      const columns = toColumns(CLIENT_FIELDS, record);
      const written = this.sqlite.run(record.version === 1 ? INSERT : UPDATE, columns) === 1;
      if (written && audit) writeAudit(this.sqlite, audit);
      return written;
    });
  }

  async retaining(): Promise<readonly ClientRecord[]> {
    return this.read('retention_days IS NOT NULL AND deleted_at IS NULL ORDER BY client');
  }

  async listDeletedSince(since: Date): Promise<readonly ClientRecord[]> {
    return this.read('deleted_at >= @since ORDER BY client', { since: since.getTime() });
  }

  private async read(condition: string, parameters: Bound = {}): Promise<readonly ClientRecord[]> {
    const rows = await this.sqlite.readAll(`SELECT * FROM client WHERE ${condition}`, parameters);
    return rows.map((row) => fromRow<ClientRecord>(CLIENT_FIELDS, row));
  }
}
