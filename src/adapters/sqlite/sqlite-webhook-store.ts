import { type LastDelivery, type Webhook, WEBHOOK_FIELDS } from '../../domain/webhooks/webhook.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { WebhookStore } from '../../ports/webhook-store.ts';
import { integer, optional, time } from './columns.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import type { Sqlite } from './sqlite.ts';

const COLUMNS = columnsOf(WEBHOOK_FIELDS);
const INSERT = `${insertInto('webhook', COLUMNS)} ON CONFLICT DO NOTHING`;
const UPDATE = `UPDATE webhook SET ${COLUMNS.map((name) => `${name} = @${name}`).join(', ')}
  WHERE owner = @owner AND version = @version - 1`;

export class SqliteWebhookStore implements WebhookStore {
  constructor(private readonly sqlite: Sqlite) {}

  async find(owner: string): Promise<Webhook | undefined> {
    return (await this.findAll([owner]))[0];
  }

  async findAll(owners: readonly string[]): Promise<readonly Webhook[]> {
    const rows = await this.sqlite.readAll(
      'SELECT * FROM webhook WHERE owner IN (SELECT value FROM json_each(@owners))',
      { owners: JSON.stringify(owners) },
    );
    return rows.map((row) => fromRow<Webhook>(WEBHOOK_FIELDS, row));
  }

  async put(webhook: Webhook, audit: AuditEntry): Promise<'kept' | 'conflict'> {
    return this.sqlite.writeToDisk(() => {
      const values = toColumns(WEBHOOK_FIELDS, webhook);
      if (this.sqlite.run(webhook.version === 1 ? INSERT : UPDATE, values) === 0) return 'conflict';
      writeAudit(this.sqlite, audit);
      return 'kept';
    });
  }

  async noteDelivery(owner: string, { at, httpStatus }: LastDelivery): Promise<void> {
    await this.sqlite.execute(
      `UPDATE webhook SET last_delivery_at = @at, last_delivery_status = @httpStatus
         WHERE owner = @owner AND coalesce(last_delivery_at, 0) <= @at`,
      { owner, at: at.getTime(), httpStatus },
    );
  }

  async lastDelivery(owner: string): Promise<LastDelivery | undefined> {
    const row = await this.sqlite.readOne(
      `SELECT last_delivery_at, last_delivery_status FROM webhook
         WHERE owner = @owner AND last_delivery_at IS NOT NULL`,
      { owner },
    );
    return (
      row && {
        at: time(row, 'last_delivery_at'),
        httpStatus: optional(row, 'last_delivery_status', integer) ?? null,
      }
    );
  }

  async claimNotice(owner: string, day: string): Promise<boolean> {
    const claimed = await this.sqlite.execute(
      `UPDATE webhook SET notice_day = @day WHERE owner = @owner AND coalesce(notice_day, '') < @day`,
      { owner, day },
    );
    return claimed === 1;
  }

  async remove(owner: string): Promise<void> {
    await this.sqlite.writeToDisk(() => {
      this.sqlite.run('DELETE FROM webhook WHERE owner = @owner', { owner });
      this.sqlite.run('DELETE FROM webhook_delivery WHERE client = @owner', { owner });
    });
  }
}
