import type { ContentWithKey, SealedRows, WrappedKey } from '../../ports/sealed-rows.ts';
import { blob, optional, text } from './columns.ts';
import { meta, setMeta } from './open-sqlite.ts';
import type { Sqlite } from './sqlite.ts';

const CONTENT_WITH_KEY = `SELECT sealed, (SELECT wrapped FROM data_key WHERE client = @client) AS wrapped
  FROM content WHERE client = @client AND sha256 = @sha256`;

const CONTENTS_WITH_KEY = `SELECT sha256, sealed, (SELECT wrapped FROM data_key WHERE client = @client) AS wrapped
  FROM content WHERE client = @client AND sha256 IN (SELECT value FROM json_each(@hashes))`;

export class SqliteSealedRows implements SealedRows {
  constructor(private readonly sqlite: Sqlite) {}

  async keepDataKey(client: string, wrapped: string): Promise<string> {
    return this.sqlite.write(() => {
      this.sqlite.run(
        'INSERT INTO data_key (client, wrapped) VALUES (@client, @wrapped) ON CONFLICT DO NOTHING',
        {
          client,
          wrapped,
        },
      );
      return this.wrap(client)!;
    });
  }

  async dataKey(client: string): Promise<string | undefined> {
    return this.sqlite.read(() => this.wrap(client));
  }

  async dataKeysWithout(starts: readonly string[], limit: number): Promise<readonly WrappedKey[]> {
    const rows = await this.sqlite.readAll(
      `SELECT client, wrapped FROM data_key
         WHERE wrapped <> '' AND NOT EXISTS (SELECT 1 FROM json_each(@starts) WHERE substr(wrapped, 1, length(value)) = value)
         ORDER BY client LIMIT @limit`,
      { starts: JSON.stringify(starts), limit },
    );
    return rows.map((row) => ({ client: text(row, 'client'), wrapped: text(row, 'wrapped') }));
  }

  async replaceDataKey({ client, wrapped: before }: WrappedKey, wrapped: string): Promise<boolean> {
    return this.sqlite.writeToDisk(
      () =>
        this.sqlite.run(
          'UPDATE data_key SET wrapped = @wrapped WHERE client = @client AND wrapped = @before',
          { client, before, wrapped },
        ) === 1,
    );
  }

  async contentWithKey(client: string, sha256: string): Promise<ContentWithKey | undefined> {
    const row = await this.sqlite.readOne(CONTENT_WITH_KEY, { client, sha256 });
    return row && { sealed: blob(row, 'sealed'), wrapped: optional(row, 'wrapped', text) };
  }

  async contentsWithKey(
    client: string,
    hashes: readonly string[],
  ): Promise<ReadonlyMap<string, ContentWithKey>> {
    const rows = await this.sqlite.readAll(CONTENTS_WITH_KEY, { client, hashes: JSON.stringify(hashes) });
    return new Map(
      rows.map((row) => [
        text(row, 'sha256'),
        { sealed: blob(row, 'sealed'), wrapped: optional(row, 'wrapped', text) },
      ]),
    );
  }

  async content(client: string, sha256: string): Promise<Uint8Array | undefined> {
    return this.sqlite.read(() => {
      const row = this.sqlite.one('SELECT sealed FROM content WHERE client = @client AND sha256 = @sha256', {
        client,
        sha256,
      });
      return row && blob(row, 'sealed');
    });
  }

  async masterKeyFingerprint(first: string): Promise<string> {
    return this.sqlite.writeToDisk(() => {
      const fingerprint = meta(this.sqlite, 'master_key_fingerprint');
      if (fingerprint !== undefined) return fingerprint;
      setMeta(this.sqlite, 'master_key_fingerprint', first);
      return first;
    });
  }

  async replaceMasterKeyFingerprint(from: string, to: string): Promise<boolean> {
    return this.sqlite.writeToDisk(() => {
      if (meta(this.sqlite, 'master_key_fingerprint') !== from) return false;
      setMeta(this.sqlite, 'master_key_fingerprint', to);
      return true;
    });
  }

  async knowsMasterKey(): Promise<boolean> {
    return this.sqlite.read(() => meta(this.sqlite, 'master_key_fingerprint') !== undefined);
  }

  private wrap(client: string): string | undefined {
    const row = this.sqlite.one('SELECT wrapped FROM data_key WHERE client = @client', { client });
    return row && text(row, 'wrapped');
  }
}
