import type { SigningKey } from '../../domain/proof/signing-key.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';
import { integer, text, time } from './columns.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteSigningKeys implements SigningKeys {
  constructor(private readonly sqlite: Sqlite) {}

  async all(): Promise<readonly SigningKey[]> {
    const rows = await this.sqlite.read(() =>
      this.sqlite.all('SELECT * FROM signing_key ORDER BY number', {}),
    );
    return rows.map((row) => ({
      number: integer(row, 'number'),
      kid: text(row, 'kid'),
      publicKey: text(row, 'public_key'),
      sealedKey: text(row, 'sealed_key'),
      createdAt: time(row, 'created_at'),
    }));
  }

  async add({ number, kid, publicKey, sealedKey, createdAt }: SigningKey): Promise<boolean> {
    const row = { number, kid, publicKey, sealedKey, createdAt: createdAt.getTime() };
    return this.sqlite.writeToDisk(
      () =>
        this.sqlite.run(
          `INSERT INTO signing_key (number, kid, public_key, sealed_key, created_at)
           VALUES (@number, @kid, @publicKey, @sealedKey, @createdAt) ON CONFLICT DO NOTHING`,
          row,
        ) === 1,
    );
  }
}
