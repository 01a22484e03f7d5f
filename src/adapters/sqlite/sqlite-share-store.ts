import { type Share, SHARE_FIELDS } from '../../domain/shares/share.ts';
import type { ShareStore } from '../../ports/share-store.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import type { Sqlite } from './sqlite.ts';

const INSERT = insertInto('share', columnsOf(SHARE_FIELDS));

export class SqliteShareStore implements ShareStore {
  constructor(private readonly sqlite: Sqlite) {}

  async add(share: Share): Promise<void> {
    await this.sqlite.execute(INSERT, toColumns(SHARE_FIELDS, share));
  }

  async find(id: string): Promise<Share | undefined> {
    const row = await this.sqlite.readOne('SELECT * FROM share WHERE id = @id', { id });
    return row && fromRow<Share>(SHARE_FIELDS, row);
  }

  async revoke(id: string, at: Date): Promise<Share | undefined> {
    // On disk: a power cut must not open the link again.
    await this.sqlite.writeToDisk(() =>
      this.sqlite.run('UPDATE share SET revoked_at = coalesce(revoked_at, @at) WHERE id = @id', {
        id,
        at: at.getTime(),
      }),
    );
    return this.find(id);
  }

  async list({ client, after, at, limit }: Parameters<ShareStore['list']>[0]): Promise<readonly Share[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM share WHERE revoked_at IS NULL AND expires_at > @at
       ${client === undefined ? '' : 'AND client = @client'} ${after ? 'AND (created_at, id) < (@created, @id)' : ''}
       ORDER BY created_at DESC, id DESC LIMIT @limit`,
      {
        at: at.getTime(),
        limit,
        ...(client !== undefined && { client }),
        ...(after && { created: after.createdAt.getTime(), id: after.id }),
      },
    );
    return rows.map((row) => fromRow<Share>(SHARE_FIELDS, row));
  }

  async noteRead(id: string, at: Date): Promise<void> {
    await this.sqlite.execute(
      'UPDATE share SET last_read_at = @at WHERE id = @id AND (last_read_at IS NULL OR last_read_at < @at)',
      { id, at: at.getTime() },
    );
  }

  async forget(now: Date): Promise<number> {
    return this.sqlite.execute('DELETE FROM share WHERE expires_at <= @now', { now: now.getTime() });
  }
}
