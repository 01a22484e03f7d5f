import type { SessionRow, SessionRows } from '../../ports/session-rows.ts';
import { integer, ms, optional, text, time } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteSessionRows implements SessionRows {
  constructor(private readonly sqlite: Sqlite) {}

  async find(name: string): Promise<SessionRow | undefined> {
    const row = await this.sqlite.readOne('SELECT * FROM session WHERE name = @name', { name });
    return (
      row && {
        name,
        version: integer(row, 'version'),
        sealed: optional(row, 'sealed', text) ?? null,
        openingUntil: optional(row, 'opening_until', time) ?? null,
      }
    );
  }

  /** On disk when it returns: a lost token could not be replaced, because its predecessor has ended. */
  async replace({ name, version, sealed, openingUntil }: SessionRow): Promise<boolean> {
    const row = { name, version, sealed, opening_until: ms(openingUntil) };
    return this.sqlite.writeToDisk(() => {
      const known = this.sqlite.one('SELECT version FROM session WHERE name = @name', { name });
      if ((known ? integer(known, 'version') : 0) !== version - 1) return false;
      this.sqlite.run(
        `INSERT INTO session (name, version, sealed, opening_until) VALUES (@name, @version, @sealed, @opening_until)
         ON CONFLICT (name) DO UPDATE SET version = @version, sealed = @sealed, opening_until = @opening_until`,
        row,
      );
      return true;
    });
  }
}
