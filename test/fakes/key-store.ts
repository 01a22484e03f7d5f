import type { ApiKey } from '../../src/domain/access/api-key.ts';
import { LIVE_KEYS_PER_CLIENT } from '../../src/domain/access/caller.ts';
import type { AuditEntry } from '../../src/ports/audit-log.ts';
import type { KeyStore, RevokeAudit } from '../../src/ports/key-store.ts';
import type { FakeAuditLog } from './audit-log.ts';
import { removeWhere } from './remove-where.ts';

export class FakeKeyStore implements KeyStore {
  private readonly keys = new Map<string, ApiKey>();

  constructor(private readonly audit: FakeAuditLog) {}

  async add(key: ApiKey, audit?: AuditEntry): Promise<'added' | 'limit' | 'maker-revoked'> {
    if (key.ancestors.some((id) => this.keys.get(id)?.revokedAt)) return 'maker-revoked';
    const client = clientOf(key);
    const live = [...this.keys.values()].filter((known) => clientOf(known) === client && !known.revokedAt);
    if (client !== undefined && live.length >= LIVE_KEYS_PER_CLIENT) return 'limit';
    this.keys.set(key.id, key);
    if (audit) void this.audit.write(audit);
    return 'added';
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    return [...this.keys.values()].find((key) => key.hash === hash);
  }

  async find(id: string): Promise<ApiKey | undefined> {
    return this.keys.get(id);
  }

  async list(query: { client?: string; after?: string; limit: number }): Promise<readonly ApiKey[]> {
    return [...this.keys.values()]
      .filter((key) => query.client === undefined || clientOf(key) === query.client)
      .filter(({ id }) => query.after === undefined || id > query.after)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .slice(0, query.limit);
  }

  async revoke(id: string, at: Date, audit?: RevokeAudit) {
    const key = this.keys.get(id);
    if (!key) return undefined;
    if (!key.revokedAt) this.keys.set(id, { ...key, revokedAt: at });
    const under = [...this.keys.values()].filter((known) => known.ancestors.includes(id) && !known.revokedAt);
    if (audit && !key.revokedAt) void this.audit.write(audit(under.length));
    for (const child of under) this.keys.set(child.id, { ...child, revokedAt: at });
    return { key: this.keys.get(id)!, alsoRevoked: under.map((child) => child.id).sort() };
  }

  async isEmpty(): Promise<boolean> {
    return this.keys.size === 0;
  }

  removeOf(client: string): number {
    return removeWhere(this.keys, (_, key) => clientOf(key) === client);
  }
}

const clientOf = ({ holder }: ApiKey): string | undefined =>
  holder.kind === 'client' ? holder.client : undefined;
