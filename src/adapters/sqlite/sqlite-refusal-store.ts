import { pastLimits, type Refusal, REFUSAL_FIELDS } from '../../domain/refusals/refusal.ts';
import type { RefusalStore } from '../../ports/refusal-store.ts';
import { blob, integer, text } from './columns.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

const COLUMNS = columnsOf(REFUSAL_FIELDS);
const KEPT = new Set(['id', 'client', 'first_at', 'times']);
/** The body is in a table of its own: a list reads none. */
const PUT = `${insertInto('refusal', COLUMNS)} ON CONFLICT (id) DO UPDATE SET times = times + 1, ${COLUMNS.filter(
  (name) => !KEPT.has(name),
)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}`;

export class SqliteRefusalStore implements RefusalStore {
  constructor(private readonly sqlite: Sqlite) {}

  async put(refusal: Refusal, sealedBody: Uint8Array): Promise<void> {
    const { id, client } = refusal;
    await this.sqlite.write(() => {
      this.sqlite.run(PUT, toColumns(REFUSAL_FIELDS, refusal));
      this.sqlite.run('INSERT OR REPLACE INTO refusal_body (id, sealed) VALUES (@id, @sealed)', {
        id,
        sealed: Buffer.from(sealedBody),
      });
      const held = this.sqlite.all(
        'SELECT id, size FROM refusal WHERE client = @client ORDER BY at DESC, id DESC',
        { client },
      );
      this.remove(pastLimits(held.map((row) => ({ id: text(row, 'id'), size: integer(row, 'size') }))));
    });
  }

  async find(id: string): Promise<Refusal | undefined> {
    const row = await this.sqlite.readOne('SELECT * FROM refusal WHERE id = @id', { id });
    return row && read(row);
  }

  async body(id: string): Promise<Uint8Array | undefined> {
    const row = await this.sqlite.readOne('SELECT sealed FROM refusal_body WHERE id = @id', { id });
    return row && blob(row, 'sealed');
  }

  async list({ client, after, limit }: Parameters<RefusalStore['list']>[0]): Promise<readonly Refusal[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM refusal WHERE ${client === undefined ? 'TRUE' : 'client = @client'}
       ${after ? 'AND (at, id) < (@at, @id)' : ''} ORDER BY at DESC, id DESC LIMIT @limit`,
      {
        limit,
        ...(client !== undefined && { client }),
        ...(after && { at: after.at.getTime(), id: after.id }),
      },
    );
    return rows.map(read);
  }

  async forget(query: Parameters<RefusalStore['forget']>[0]): Promise<number> {
    return this.sqlite.write(() => {
      const rows =
        'client' in query
          ? this.sqlite.all('SELECT id FROM refusal WHERE client = @client AND at < @before', {
              client: query.client,
              before: query.before.getTime(),
            })
          : this.sqlite.all('SELECT id FROM refusal WHERE expires_at <= @now', {
              now: query.expiredBy.getTime(),
            });
      this.remove(rows.map((row) => text(row, 'id')));
      return rows.length;
    });
  }

  private remove(ids: readonly string[]): void {
    for (const id of ids) this.sqlite.run('DELETE FROM refusal WHERE id = @id', { id });
  }
}

const read = (row: Row): Refusal => fromRow<Refusal>(REFUSAL_FIELDS, row);
