import type { SigningKey } from '../../src/domain/proof/signing-key.ts';
import type { AuditEntry } from '../../src/ports/audit-log.ts';
import type { SigningKeys } from '../../src/ports/signing-keys.ts';
import type { FakeAuditLog } from './audit-log.ts';

export class FakeSigningKeys implements SigningKeys {
  private readonly keys: SigningKey[] = [];

  constructor(private readonly audit: FakeAuditLog) {}

  async all(): Promise<readonly SigningKey[]> {
    return this.keys.toSorted((one, other) => one.number - other.number);
  }

  async add(key: SigningKey, audit: AuditEntry): Promise<boolean> {
    if (this.keys.some(({ number }) => number === key.number)) return false;
    this.keys.push(key);
    void this.audit.write(audit);
    return true;
  }
}
