import type { LiveProcess, LiveProcesses } from '../../ports/live-processes.ts';
import { json, text, time } from './columns.ts';
import type { Row, Sqlite } from './sqlite.ts';

export class SqliteLiveProcesses implements LiveProcesses {
  constructor(private readonly sqlite: Sqlite) {}

  async renew(process: LiveProcess, before: Date): Promise<void> {
    const { id, role, lanes, version, masterKeys, startedAt, seenAt } = process;
    await this.sqlite.write(() => {
      this.sqlite.run('DELETE FROM live_process WHERE seen_at < @before', { before: before.getTime() });
      this.sqlite.run(
        `INSERT OR REPLACE INTO live_process (id, role, lanes, version, master_keys, started_at, seen_at)
         VALUES (@id, @role, @lanes, @version, @masterKeys, @startedAt, @seenAt)`,
        {
          id,
          role,
          lanes: JSON.stringify(lanes),
          version,
          masterKeys: JSON.stringify(masterKeys),
          startedAt: startedAt.getTime(),
          seenAt: seenAt.getTime(),
        },
      );
    });
  }

  async leave(id: string): Promise<void> {
    await this.sqlite.execute('DELETE FROM live_process WHERE id = @id', { id });
  }

  async seenSince(since: Date): Promise<readonly LiveProcess[]> {
    const rows = await this.sqlite.readAll(
      'SELECT * FROM live_process WHERE seen_at >= @since ORDER BY started_at, id',
      { since: since.getTime() },
    );
    return rows.map(processFromRow);
  }
}

const processFromRow = (row: Row): LiveProcess => ({
  id: text(row, 'id'),
  role: text(row, 'role') as LiveProcess['role'],
  lanes: json(row, 'lanes'),
  version: text(row, 'version'),
  masterKeys: json(row, 'master_keys'),
  startedAt: time(row, 'started_at'),
  seenAt: time(row, 'seen_at'),
});
