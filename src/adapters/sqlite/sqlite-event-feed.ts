import { EVENT_FIELDS } from '../../domain/lifecycle/invoice-fields.ts';
import type { StoredEvent } from '../../domain/lifecycle/status-event.ts';
import type { EventFeed, OutboxEntry } from '../../ports/event-feed.ts';
import { integer, text } from './columns.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

const INSERT = insertInto('event', ['invoice_id', 'client', ...columnsOf(EVENT_FIELDS)]);

/** Positions sort as text. */
const positionText = (position: number): string => String(position).padStart(16, '0');

const OF_SEVERAL = `SELECT * FROM event WHERE invoice_id IN (SELECT value FROM json_each(@ids))
  ORDER BY invoice_id, sequence`;
const OUTBOX = 'SELECT * FROM event WHERE position > @after ORDER BY position LIMIT @limit';
const OUTBOX_OF_CLIENT = `SELECT * FROM event WHERE client = @client AND position > @after
  ORDER BY position LIMIT @limit`;

/** Runs within a transaction of the caller. */
export function writeEvents(
  sqlite: Sqlite,
  { id, client }: { readonly id: string; readonly client: string },
  events: readonly StoredEvent[],
): void {
  for (const event of events)
    sqlite.run(INSERT, { invoice_id: id, client, ...toColumns(EVENT_FIELDS, event) });
}

const eventFromRow = (row: Row): StoredEvent => fromRow<StoredEvent>(EVENT_FIELDS, row);

const entryFromRow = (row: Row): Omit<OutboxEntry, 'position'> => ({
  invoiceId: text(row, 'invoice_id'),
  client: text(row, 'client'),
  event: eventFromRow(row),
});

/** One table has the events of all ledgers. */
export class SqliteEventFeed implements EventFeed {
  constructor(private readonly sqlite: Sqlite) {}

  async events(id: string): Promise<readonly StoredEvent[]> {
    const rows = await this.sqlite.readAll('SELECT * FROM event WHERE invoice_id = @id ORDER BY sequence', {
      id,
    });
    return rows.map(eventFromRow);
  }

  async eventsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly StoredEvent[]>> {
    const rows = await this.sqlite.readAll(OF_SEVERAL, { ids: JSON.stringify(ids) });
    const events = new Map<string, StoredEvent[]>(ids.map((id) => [id, []]));
    for (const row of rows) events.get(text(row, 'invoice_id'))?.push(eventFromRow(row));
    return events;
  }

  async outbox(after: string | undefined, limit: number, client?: string): Promise<readonly OutboxEntry[]> {
    const rows = await this.sqlite.readAll(client === undefined ? OUTBOX : OUTBOX_OF_CLIENT, {
      after: Number(after ?? 0),
      limit,
      ...(client !== undefined && { client }),
    });
    return rows.map((row) => ({ position: positionText(integer(row, 'position')), ...entryFromRow(row) }));
  }

  async event(eventId: string): Promise<Omit<OutboxEntry, 'position'> | undefined> {
    const row = await this.sqlite.readOne('SELECT * FROM event WHERE event_id = @eventId', { eventId });
    return row && entryFromRow(row);
  }

  follow(after: string | undefined, limit: number): Promise<readonly OutboxEntry[]> {
    return this.outbox(after, limit);
  }

  async outboxEnd(client?: string): Promise<string> {
    const row = await this.sqlite.readOne(
      `SELECT max(position) AS last FROM event ${client === undefined ? '' : 'WHERE client = @client'}`,
      { client: client ?? null },
    );
    return positionText(Number(row?.['last'] ?? 0));
  }
}
