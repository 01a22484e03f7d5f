import { type Credential, isLive, sameUse } from '../../src/domain/credentials/credential.ts';
import type { Route } from '../../src/domain/vocabulary/route.ts';
import type { AuditEntry } from '../../src/ports/audit-log.ts';
import type { CredentialStore } from '../../src/ports/credential-store.ts';
import type { FakeAuditLog } from './audit-log.ts';
import { removeWhere } from './remove-where.ts';

export class FakeCredentialStore implements CredentialStore {
  private readonly kept = new Map<string, Credential>();

  constructor(private readonly audit: FakeAuditLog) {}

  async add(credential: Credential, now: Date, audit?: AuditEntry): Promise<'added' | 'exists'> {
    if (this.all().some((one) => isLive(one, now) && sameUse(one, credential))) return 'exists';
    this.kept.set(credential.id, credential);
    if (audit) void this.audit.write(audit);
    return 'added';
  }

  async find(id: string): Promise<Credential | undefined> {
    return this.kept.get(id);
  }

  async list({ client, after = '', limit }: Parameters<CredentialStore['list']>[0]) {
    return this.all()
      .filter((one) => one.id > after && (client === undefined || one.client === client))
      .slice(0, limit);
  }

  async ofRoute(client: string, route: Route): Promise<readonly Credential[]> {
    return this.all().filter((one) => one.client === client && one.route === route && !one.revokedAt);
  }

  async replace(
    id: string,
    { sealedValue, expiresOn }: Pick<Credential, 'sealedValue' | 'expiresOn'>,
    audit?: AuditEntry,
  ) {
    const known = this.kept.get(id);
    if (!known || known.revokedAt) return known && 'revoked';
    const { expiresOn: _before, ...rest } = known;
    const replaced = { ...rest, sealedValue, ...(expiresOn !== undefined && { expiresOn }) };
    this.kept.set(id, replaced);
    if (audit) void this.audit.write(audit);
    return replaced;
  }

  async revoke(id: string, at: Date, audit?: AuditEntry): Promise<Credential | undefined> {
    const known = this.kept.get(id);
    if (known && !known.revokedAt) {
      this.kept.set(id, { ...known, revokedAt: at });
      if (audit) void this.audit.write(audit);
    }
    return this.kept.get(id);
  }

  async expiring(from: string, to: string, limit: number): Promise<readonly Credential[]> {
    return this.all()
      .filter(({ expiresOn, revokedAt }) => expiresOn && expiresOn >= from && expiresOn <= to && !revokedAt)
      .sort((one, other) => (one.expiresOn! < other.expiresOn! ? -1 : 1))
      .slice(0, limit);
  }

  private all(): readonly Credential[] {
    return [...this.kept.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  removeOf(client: string): number {
    return removeWhere(this.kept, (_, credential) => credential.client === client);
  }
}
