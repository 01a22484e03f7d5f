import { DELIVERY_FIELDS, type WebhookDelivery } from '../../domain/webhooks/delivery.ts';
import type { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import type {
  DeliveryQuery,
  DeliveryStore,
  DeliveryTally,
  DueDeliveries,
  Receiver,
  Replay,
} from '../../ports/webhook-store.ts';
import { integer, optional, text, time } from './columns.ts';
import { instants, IS_AHEAD, IS_FREE } from './due.ts';
import { MAX_COUNTED } from '../../ports/invoice-reads.ts';
import { insertInto } from './field-columns.ts';
import { tableOf } from './record-table.ts';
import { SqliteWorkTable } from './sqlite-work-table.ts';
import type { Row, Sqlite } from './sqlite.ts';

const DELIVERIES = tableOf<WebhookDelivery>('webhook_delivery', DELIVERY_FIELDS);
const INSERT = `${insertInto(DELIVERIES.name, DELIVERIES.columns)} ON CONFLICT DO NOTHING`;

export class SqliteDeliveryStore extends SqliteWorkTable<WebhookDelivery> implements DeliveryStore {
  constructor(sqlite: Sqlite, keys: LeasedKeys) {
    super(sqlite, DELIVERIES, keys);
  }

  async cursor(): Promise<string | undefined> {
    const row = await this.sqlite.readOne("SELECT position FROM webhook_cursor WHERE name = 'outbox'");
    return row && text(row, 'position');
  }

  async enqueue(deliveries: readonly WebhookDelivery[], cursor: string): Promise<void> {
    await this.sqlite.writeToDisk(() => {
      for (const delivery of deliveries) this.sqlite.run(INSERT, DELIVERIES.write(delivery));
      this.sqlite.run(
        `INSERT INTO webhook_cursor (name, position) VALUES ('outbox', @cursor)
         ON CONFLICT DO UPDATE SET position = max(position, excluded.position)`,
        { cursor },
      );
    });
  }

  async due({ owner, failed }: Receiver, now: Date, limit: number): Promise<DueDeliveries> {
    const kinds = failed === undefined ? [false, true] : [failed];
    const selectFree = (table: string, when: string, order: string) =>
      kinds.flatMap((kind) =>
        this.sqlite.all(
          `SELECT id, due_at, occurred_at FROM ${table}
             WHERE client = @owner AND (failures > 0) = @failed AND ${when} AND ${IS_FREE} ${order} LIMIT @limit`,
          { owner, failed: kind ? 1 : 0, limit, ...instants(now) },
        ),
      );
    return this.sqlite.read(() => {
      const waiting = selectFree('webhook_delivery', 'due_at IS NOT NULL', 'ORDER BY due_at, occurred_at')
        .sort(byDueTime)
        .slice(0, limit);
      const due = waiting.filter((row) => time(row, 'due_at') <= now);
      const later = waiting[due.length];
      const ahead =
        due.length < limit
          ? selectFree('webhook_delivery INDEXED BY webhook_delivery_changed', IS_AHEAD, '')
          : [];
      const ids = [...due, ...ahead].slice(0, limit).map((row) => text(row, 'id'));
      return { ids, nextAt: later && time(later, 'due_at') };
    });
  }

  async list({ owner, state, after, limit }: DeliveryQuery): Promise<readonly WebhookDelivery[]> {
    const ofState = state === undefined ? '' : 'AND state = @state';
    const later = after === undefined ? '' : 'AND (coalesce(last_attempt_at, 0), id) < (@lastAttemptAt, @id)';
    const rows = await this.sqlite.readAll(
      `SELECT * FROM webhook_delivery WHERE client = @owner ${ofState} ${later}
         ORDER BY coalesce(last_attempt_at, 0) DESC, id DESC LIMIT @limit`,
      {
        owner,
        limit,
        ...(state !== undefined && { state }),
        ...(after && { id: after.id, lastAttemptAt: after.lastAttemptAt?.getTime() ?? 0 }),
      },
    );
    return rows.map(DELIVERIES.read);
  }

  async replay(
    { owner, eventId, from, to, updatedBefore }: Replay,
    now: Date,
    limit: number,
  ): Promise<readonly string[]> {
    const rows = await this.sqlite.writeToDisk(() =>
      this.sqlite.all(
        `UPDATE webhook_delivery SET state = 'pending', work = 'deliver', failures = 0, crashes = NULL,
           first_failure_at = NULL, inactive_since = NULL, uncalled = NULL, last_error = NULL, due_at = @now, version = version + 1, updated_at = @now,
           lease_token = NULL, lease_until = NULL, lease_holders = NULL
         WHERE id IN (
           SELECT id FROM webhook_delivery
           WHERE client = @owner AND occurred_at BETWEEN @from AND @to AND ${IS_FREE}
             AND (@eventId IS NULL OR event_id = @eventId) AND (@updatedBefore IS NULL OR updated_at < @updatedBefore)
           ORDER BY occurred_at, id LIMIT @limit)
         RETURNING id`,
        {
          ...instants(now),
          owner,
          eventId: eventId ?? null,
          from: from?.getTime() ?? 0,
          to: to?.getTime() ?? Number.MAX_SAFE_INTEGER,
          updatedBefore: updatedBefore?.getTime() ?? null,
          limit,
        },
      ),
    );
    return rows.map((row) => text(row, 'id'));
  }

  async tally(): Promise<DeliveryTally> {
    const [row] = await this.sqlite
      .readAll(`SELECT (SELECT count(*) FROM (SELECT 1 FROM webhook_delivery WHERE state = 'pending' LIMIT ${MAX_COUNTED})) AS pending,
           (SELECT min(occurred_at) FROM webhook_delivery WHERE state = 'pending') AS oldest,
           (SELECT count(*) FROM (SELECT 1 FROM webhook_delivery WHERE state = 'dead' LIMIT ${MAX_COUNTED})) AS dead`);
    return {
      pending: integer(row!, 'pending'),
      oldestPendingAt: optional(row!, 'oldest', time) ?? null,
      dead: integer(row!, 'dead'),
    };
  }

  async forget(before: Date, limit: number): Promise<number> {
    return this.sqlite.execute(
      `DELETE FROM webhook_delivery WHERE id IN (
           SELECT id FROM webhook_delivery WHERE due_at IS NULL AND updated_at < @before LIMIT @limit)`,
      { before: before.getTime(), limit },
    );
  }
}

const byDueTime = (one: Row, other: Row): number =>
  integer(one, 'due_at') - integer(other, 'due_at') ||
  integer(one, 'occurred_at') - integer(other, 'occurred_at');
