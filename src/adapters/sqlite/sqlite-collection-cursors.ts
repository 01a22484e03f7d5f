import type { CollectionCursors, HeldCursor } from '../../ports/collection-cursors.ts';
import { optional, text } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteCollectionCursors implements CollectionCursors {
  constructor(private readonly sqlite: Sqlite) {}

  async hold(name: string, until: Date, now: Date): Promise<HeldCursor | undefined> {
    const row = await this.sqlite.write(() =>
      this.sqlite.one(
        `INSERT INTO collection_cursor (name, cursor, held_until) VALUES (@name, NULL, @until)
         ON CONFLICT (name) DO UPDATE SET held_until = @until
           WHERE held_until <= @now
         RETURNING cursor`,
        { name, until: until.getTime(), now: now.getTime() },
      ),
    );
    return row && { cursor: optional(row, 'cursor', text) ?? null };
  }

  async advance(name: string, cursor: string): Promise<void> {
    await this.sqlite.execute('UPDATE collection_cursor SET cursor = @cursor WHERE name = @name', {
      name,
      cursor,
    });
  }

  async postpone(name: string, until: Date): Promise<void> {
    await this.sqlite.execute('UPDATE collection_cursor SET held_until = @until WHERE name = @name', {
      name,
      until: until.getTime(),
    });
  }
}
