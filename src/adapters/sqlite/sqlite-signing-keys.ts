import type { SigningKey } from '../../domain/proof/signing-key.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';
import { integer, text, time } from './columns.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import type { Sqlite } from './sqlite.ts';

export class SqliteSigningKeys implements SigningKeys {
  constructor(private readonly sqlite: Sqlite) {}

  async all(): Promise<readonly SigningKey[]> {
    const rows = await this.sqlite.readAll('SELECT * FROM signing_key ORDER BY number');
    return rows.map((row) => ({
      number: integer(row, 'number'),
      kid: text(row, 'kid'),
      publicKey: text(row, 'public_key'),
      sealedKey: text(row, 'sealed_key'),
      createdAt: time(row, 'created_at'),
    }));
  }

  async add(key: SigningKey, audit: AuditEntry): Promise<boolean> {
    const { number, kid, publicKey, sealedKey, createdAt } = key;
    const row = { number, kid, publicKey, sealedKey, createdAt: createdAt.getTime() };
    return this.sqlite.writeToDisk(() => {
      const isAdded =
        this.sqlite.run(
          `INSERT INTO signing_key (number, kid, public_key, sealed_key, created_at)
           VALUES (@number, @kid, @publicKey, @sealedKey, @createdAt) ON CONFLICT DO NOTHING`,
          row,
        ) === 1;
      if (isAdded) writeAudit(this.sqlite, audit);
      return isAdded;
    });
  }
}
