import type { SigningKey } from '../../domain/proof/signing-key.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';
import { isFirst } from './driver-errors.ts';
import type { Mongo } from './mongo.ts';
import { auditedMembers } from './updates.ts';

export class MongoSigningKeys implements SigningKeys {
  constructor(private readonly mongo: Mongo) {}

  async all(): Promise<readonly SigningKey[]> {
    const found = await this.mongo.signingKeys.find({}).sort({ _id: 1 }).toArray();
    return found.map(({ _id: number, audit: _audit, auditPendingSince: _since, ...key }) => ({
      number,
      ...key,
    }));
  }

  async add({ number, ...key }: SigningKey, audit: AuditEntry): Promise<boolean> {
    return isFirst(this.mongo.signingKeys.insertOne({ _id: number, ...key, ...auditedMembers(audit) }));
  }
}
