import { type Credential, isLive } from '../../domain/credentials/credential.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { CredentialDocument } from './documents.ts';
import { isFirst } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';
import { auditedMembers, updateOf } from './updates.ts';

/** One credential per use is live: it holds the slot of the use until its last day is over and the next one takes it. */
export class MongoCredentialStore implements CredentialStore {
  constructor(private readonly mongo: Mongo) {}

  add(credential: Credential, now: Date, audit?: AuditEntry): Promise<'added' | 'exists'> {
    const slot = slotOf(credential);
    const { id, ...fields } = credential;
    return untilSettled(async () => {
      const document = { _id: id, ...fields, slot, ...auditedMembers(audit) };
      const inserted = this.mongo.credentials.insertOne(document);
      if (await isFirst(inserted)) return 'added';
      const holder = await this.mongo.credentials.findOne({ slot });
      if (holder && isLive(credentialOf(holder), now)) return 'exists';
      // If it was replaced meanwhile by one with a later last day, it keeps its slot.
      if (holder)
        await this.mongo.credentials.updateOne(
          { _id: holder._id, expiresOn: holder.expiresOn ?? { $exists: false } },
          { $unset: { slot: '' } },
        );
      return 'again';
    });
  }

  async find(id: string): Promise<Credential | undefined> {
    const found = await this.mongo.credentials.findOne({ _id: id });
    return found ? credentialOf(found) : undefined;
  }

  async list({ client, after = '', limit }: Parameters<CredentialStore['list']>[0]) {
    const filter = { _id: { $gt: after }, ...(client !== undefined && { client }) };
    const found = await this.mongo.credentials.find(filter).sort({ _id: 1 }).limit(limit).toArray();
    return found.map(credentialOf);
  }

  async ofRoute(client: string, route: Route): Promise<readonly Credential[]> {
    const found = await this.mongo.credentials
      .find({ client, route, revokedAt: { $exists: false } })
      .toArray();
    return found.map(credentialOf);
  }

  async replace(
    id: string,
    { sealedValue, expiresOn }: Pick<Credential, 'sealedValue' | 'expiresOn'>,
    audit?: AuditEntry,
  ) {
    const credential = await this.find(id);
    if (!credential || credential.revokedAt) return credential && 'revoked';
    const change = updateOf<CredentialDocument>({
      set: { sealedValue, ...(expiresOn !== undefined && { expiresOn }) },
      unset: { problem: '', ...(expiresOn === undefined && { expiresOn: '' }) },
      audit: audit && [audit],
    });
    const live = { _id: id, revokedAt: { $exists: false } };
    const now = await this.mongo.credentials.findOneAndUpdate(live, change, { returnDocument: 'after' });
    return now ? credentialOf(now) : 'revoked';
  }

  async noteProblem(id: string, problem: string | undefined): Promise<void> {
    await this.mongo.credentials.updateOne(
      { _id: id },
      problem === undefined ? { $unset: { problem: '' } } : { $set: { problem } },
    );
  }

  async revoke(id: string, at: Date, audit?: AuditEntry): Promise<Credential | undefined> {
    await this.mongo.credentials.updateOne(
      { _id: id, revokedAt: { $exists: false } },
      updateOf({ set: { revokedAt: at }, unset: { slot: '' }, audit: audit && [audit] }),
    );
    return this.find(id);
  }

  async expiring(from: string, to: string, limit: number, client?: string): Promise<readonly Credential[]> {
    const found = await this.mongo.credentials
      .find({
        ...(client !== undefined && { client }),
        expiresOn: { $gte: from, $lte: to },
        revokedAt: { $exists: false },
      })
      .sort({ expiresOn: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(credentialOf);
  }

  async ofKinds(route: Route, kinds: readonly string[], limit: number): Promise<readonly Credential[]> {
    const found = await this.mongo.credentials
      .find({ route, kind: { $in: [...kinds] }, revokedAt: { $exists: false } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    return found.map(credentialOf);
  }
}

const slotOf = ({ client, route, kind, legalEntity }: Credential): string =>
  JSON.stringify([client, route, kind, legalEntity ?? null]);

const credentialOf = ({
  _id,
  slot: _slot,
  audit: _audit,
  auditPendingSince: _since,
  ...fields
}: CredentialDocument): Credential => ({ id: _id, ...fields });
