import type { ClientRecord } from '../../src/domain/clients/client-record.ts';
import type { AuditEntry, AuditLog } from '../../src/ports/audit-log.ts';
import type { ClientStore } from '../../src/ports/client-store.ts';

export class FakeClientStore implements ClientStore {
  private readonly records = new Map<string, ClientRecord>();

  constructor(private readonly audit: Pick<AuditLog, 'write'>) {}

  async find(client: string): Promise<ClientRecord | undefined> {
    return this.records.get(client);
  }

  async list({ partner, after = '', limit }: Parameters<ClientStore['list']>[0]) {
    return this.live()
      .filter((one) => one.client > after && (partner === undefined || one.partner === partner))
      .slice(0, limit);
  }

  async replace(record: ClientRecord, audit?: AuditEntry): Promise<boolean> {
    if ((this.records.get(record.client)?.version ?? 0) !== record.version - 1) return false;
    this.records.set(record.client, record);
    if (audit) await this.audit.write(audit);
    return true;
  }

  async retaining(): Promise<readonly ClientRecord[]> {
    return this.live().filter(({ retentionDays }) => retentionDays !== undefined);
  }

  async listDeletedSince(since: Date): Promise<readonly ClientRecord[]> {
    return [...this.records.values()].filter(({ deletedAt }) => deletedAt && deletedAt >= since);
  }

  private live(): readonly ClientRecord[] {
    return [...this.records.values()]
      .filter(({ deletedAt }) => !deletedAt)
      .sort((one, other) => (one.client < other.client ? -1 : 1));
  }
}
