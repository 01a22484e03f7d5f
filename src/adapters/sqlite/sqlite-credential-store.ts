import { type Credential, isLive, sameUse } from '../../domain/credentials/credential.ts';
import { CREDENTIAL_FIELDS } from '../../domain/credentials/credential-fields.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import { columnsOf, fromRow, insertInto, toColumns } from './field-columns.ts';
import { writeAudit } from './sqlite-audit-log.ts';
import type { Parameters, Row, Sqlite } from './sqlite.ts';

const INSERT = insertInto('credential', columnsOf(CREDENTIAL_FIELDS));

export class SqliteCredentialStore implements CredentialStore {
  constructor(private readonly sqlite: Sqlite) {}

  async add(credential: Credential, now: Date, audit?: AuditEntry): Promise<'added' | 'exists'> {
    return this.sqlite.writeToDisk(() => {
      const { client, route } = credential;
      const others = this.rows('client = @client AND route = @route AND revoked_at IS NULL', {
        client,
        route,
      });
      if (others.some((other) => isLive(other, now) && sameUse(other, credential))) return 'exists';
      this.sqlite.run(INSERT, toColumns(CREDENTIAL_FIELDS, credential));
      if (audit) writeAudit(this.sqlite, audit);
      return 'added';
    });
  }

  async find(id: string): Promise<Credential | undefined> {
    return (await this.read('id = @id', { id }))[0];
  }

  async list({ client, after = '', limit }: Query): Promise<readonly Credential[]> {
    const own = client === undefined ? '' : 'AND client = @client';
    const condition = `id > @after ${own} ORDER BY id LIMIT @limit`;
    return this.read(condition, { after, limit, client: client ?? null });
  }

  async ofRoute(client: string, route: Route): Promise<readonly Credential[]> {
    return this.read('client = @client AND route = @route AND revoked_at IS NULL', { client, route });
  }

  async replace(id: string, value: Pick<Credential, 'sealedValue' | 'expiresOn'>, audit?: AuditEntry) {
    return this.sqlite.writeToDisk(() => {
      const [credential] = this.rows('id = @id', { id });
      if (!credential || credential.revokedAt) return credential && 'revoked';
      this.sqlite.run(
        'UPDATE credential SET sealed_value = @sealed_value, expires_on = @expires_on, problem = NULL WHERE id = @id',
        { id, sealed_value: value.sealedValue, expires_on: value.expiresOn ?? null },
      );
      if (audit) writeAudit(this.sqlite, audit);
      return this.rows('id = @id', { id })[0];
    });
  }

  async noteProblem(id: string, problem: string | undefined): Promise<void> {
    await this.sqlite.writeToDisk(() =>
      this.sqlite.run('UPDATE credential SET problem = @problem WHERE id = @id', {
        id,
        problem: problem ?? null,
      }),
    );
  }

  async revoke(id: string, at: Date, audit?: AuditEntry): Promise<Credential | undefined> {
    return this.sqlite.writeToDisk(() => {
      const revoked = this.sqlite.run(
        'UPDATE credential SET revoked_at = @at WHERE id = @id AND revoked_at IS NULL',
        { id, at: at.getTime() },
      );
      if (audit && revoked > 0) writeAudit(this.sqlite, audit);
      return this.rows('id = @id', { id })[0];
    });
  }

  async expiring(from: string, to: string, limit: number, client?: string): Promise<readonly Credential[]> {
    return this.read(
      `revoked_at IS NULL AND expires_on >= @from AND expires_on <= @to AND (@client IS NULL OR client = @client)
       ORDER BY expires_on, id LIMIT @limit`,
      { from, to, limit, client: client ?? null },
    );
  }

  async ofKinds(route: Route, kinds: readonly string[], limit: number): Promise<readonly Credential[]> {
    return this.read(
      `revoked_at IS NULL AND route = @route AND kind IN (SELECT value FROM json_each(@kinds))
       ORDER BY id LIMIT @limit`,
      { route, kinds: JSON.stringify(kinds), limit },
    );
  }

  private read(condition: string, parameters: Parameters): Promise<readonly Credential[]> {
    return this.sqlite.read(() => this.rows(condition, parameters));
  }

  private rows(condition: string, parameters: Parameters): readonly Credential[] {
    return this.sqlite
      .all(`SELECT * FROM credential WHERE ${condition}`, parameters)
      .map((row: Row) => fromRow<Credential>(CREDENTIAL_FIELDS, row));
  }
}

type Query = globalThis.Parameters<CredentialStore['list']>[0];
