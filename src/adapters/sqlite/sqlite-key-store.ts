import type { ApiKey, KeyHolder } from '../../domain/access/api-key.ts';
import { LIVE_KEYS_PER_CLIENT } from '../../domain/access/caller.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { KeyStore, RevokeAudit } from '../../ports/key-store.ts';
import { integer, json, ms, optional, text, time } from './columns.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import type { Parameters, Row, Sqlite } from './sqlite.ts';

export class SqliteKeyStore implements KeyStore {
  constructor(private readonly sqlite: Sqlite) {}

  async add(key: ApiKey, audit?: AuditEntry): Promise<'added' | 'limit' | 'maker-revoked'> {
    return this.sqlite.writeToDisk(() => {
      const revoked = this.sqlite.one(
        `SELECT id FROM api_key WHERE id IN (SELECT value FROM json_each(@ancestors)) AND revoked_at IS NOT NULL`,
        { ancestors: JSON.stringify(key.ancestors) },
      );
      if (revoked) return 'maker-revoked';
      if (key.holder.kind === 'client' && this.liveKeysOf(key.holder.client) >= LIVE_KEYS_PER_CLIENT)
        return 'limit';
      this.insert(key);
      if (audit) writeAudit(this.sqlite, audit);
      return 'added';
    });
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    return this.keyWhere('hash = @hash', { hash });
  }

  async find(id: string): Promise<ApiKey | undefined> {
    return this.keyWhere('id = @id', { id });
  }

  async list(query: { client?: string; after?: string; limit: number }): Promise<readonly ApiKey[]> {
    const rows = await this.sqlite.readAll(
      `SELECT * FROM api_key WHERE id > @after ${query.client === undefined ? '' : 'AND client = @client'}
         ORDER BY id LIMIT @limit`,
      { after: query.after ?? '', client: query.client ?? null, limit: query.limit },
    );
    return rows.map(keyFromRow);
  }

  async revoke(id: string, at: Date, audit?: RevokeAudit) {
    return this.sqlite.writeToDisk(() => {
      const revoked_at = at.getTime();
      const revoked = this.sqlite.run(
        'UPDATE api_key SET revoked_at = @revoked_at WHERE id = @id AND revoked_at IS NULL',
        { id, revoked_at },
      );
      const row = this.sqlite.one('SELECT * FROM api_key WHERE id = @id', { id });
      if (!row) return undefined;
      const under = this.sqlite.all(
        `UPDATE api_key SET revoked_at = @revoked_at WHERE revoked_at IS NULL
         AND @id IN (SELECT value FROM json_each(api_key.ancestors)) RETURNING id`,
        { id, revoked_at },
      );
      if (audit && revoked > 0) writeAudit(this.sqlite, audit(under.length));
      return { key: keyFromRow(row), alsoRevoked: under.map((child) => text(child, 'id')).sort() };
    });
  }

  async noteUse(id: string, at: Date): Promise<void> {
    await this.sqlite.execute(
      'UPDATE api_key SET last_used_at = @at WHERE id = @id AND (last_used_at IS NULL OR last_used_at < @at)',
      { id, at: at.getTime() },
    );
  }

  async isEmpty(): Promise<boolean> {
    return this.sqlite.read(() => this.sqlite.one('SELECT id FROM api_key LIMIT 1') === undefined);
  }

  private keyWhere(condition: string, parameters: Parameters): Promise<ApiKey | undefined> {
    return this.sqlite.read(() => {
      const row = this.sqlite.one(`SELECT * FROM api_key WHERE ${condition}`, parameters);
      return row && keyFromRow(row);
    });
  }

  private liveKeysOf(client: string): number {
    const row = this.sqlite.one(
      'SELECT count(*) AS live FROM api_key WHERE client = @client AND revoked_at IS NULL',
      { client },
    );
    return integer(row!, 'live');
  }

  private insert(key: ApiKey): void {
    const { holder } = key;
    this.sqlite.run(
      `INSERT INTO api_key (id, kind, client, partner, scopes, hash, label, created_at, revoked_at, ancestors)
       VALUES (@id, @kind, @client, @partner, @scopes, @hash, @label, @created_at, @revoked_at, @ancestors)`,
      {
        id: key.id,
        kind: holder.kind,
        client: holder.kind === 'client' ? holder.client : null,
        partner: holder.kind === 'partner' ? holder.partner : null,
        scopes: holder.kind === 'client' ? JSON.stringify(holder.scopes) : null,
        hash: key.hash,
        label: key.label ?? null,
        created_at: key.createdAt.getTime(),
        revoked_at: ms(key.revokedAt),
        ancestors: JSON.stringify(key.ancestors),
      },
    );
  }
}

function keyFromRow(row: Row): ApiKey {
  const label = optional(row, 'label', text);
  const revokedAt = optional(row, 'revoked_at', time);
  const lastUsedAt = optional(row, 'last_used_at', time);
  return {
    id: text(row, 'id'),
    holder: holderFromRow(row),
    hash: text(row, 'hash'),
    ...(label !== undefined && { label }),
    createdAt: time(row, 'created_at'),
    ...(revokedAt !== undefined && { revokedAt }),
    ...(lastUsedAt !== undefined && { lastUsedAt }),
    ancestors: json<readonly string[]>(row, 'ancestors'),
  };
}

function holderFromRow(row: Row): KeyHolder {
  const kind = text(row, 'kind') as KeyHolder['kind'];
  switch (kind) {
    case 'client':
      return { kind, client: text(row, 'client'), scopes: json(row, 'scopes') };
    case 'partner':
      return { kind, partner: text(row, 'partner') };
    case 'operator':
    case 'operator-read-only':
      return { kind };
    default:
      return kind satisfies never;
  }
}
