import { type Feed, feedName, type Feeds, type KnownFeed } from '../../ports/feeds.ts';
import { optional, text } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteFeeds implements Feeds {
  constructor(private readonly sqlite: Sqlite) {}

  async begin(feed: Feed): Promise<void> {
    const { route, client, credentialId, company = null } = feed;
    await this.sqlite.execute(
      `INSERT INTO feed (name, route, client, credential_id, company)
         VALUES (@name, @route, @client, @credentialId, @company) ON CONFLICT DO NOTHING`,
      { name: feedName(feed), route, client, credentialId, company },
    );
  }

  async list(after: string | undefined, limit: number): Promise<readonly KnownFeed[]> {
    const rows = await this.sqlite.readAll(
      'SELECT * FROM feed WHERE name > @after ORDER BY name LIMIT @limit',
      { after: after ?? '', limit },
    );
    return rows.map((row) => {
      const company = optional(row, 'company', text);
      return {
        name: text(row, 'name'),
        route: text(row, 'route') as KnownFeed['route'],
        client: text(row, 'client'),
        credentialId: optional(row, 'credential_id', text) ?? null,
        cursor: optional(row, 'cursor', text) ?? null,
        ...(company !== undefined && { company }),
      };
    });
  }

  async advance(name: string, cursor: string): Promise<void> {
    await this.sqlite.execute('UPDATE feed SET cursor = @cursor WHERE name = @name', { name, cursor });
  }
}
