import type { ApiKey } from '../../domain/access/api-key.ts';
import { LIVE_KEYS_PER_CLIENT } from '../../domain/access/caller.ts';
import type { AuditEntry } from '../../ports/audit-log.ts';
import type { KeyStore, RevokeAudit } from '../../ports/key-store.ts';
import type { KeyDocument } from './documents.ts';
import { isDuplicate } from './driver-errors.ts';
import { type Mongo, untilSettled } from './mongo.ts';
import { auditedMembers, updateOf } from './updates.ts';

const LIVE = { revokedAt: { $exists: false } };

/**
 * A key counts as revoked if it or any key above it is revoked. So a revoke is one write and takes effect at once; the writes
 * after it only tidy up.
 */
export class MongoKeyStore implements KeyStore {
  constructor(private readonly mongo: Mongo) {}

  async add(key: ApiKey, audit?: AuditEntry): Promise<'added' | 'limit' | 'maker-revoked'> {
    if (await this.makerRevokedAt(key)) return 'maker-revoked';
    const { holder } = key;
    const added =
      holder.kind === 'client'
        ? await untilSettled(() => this.insertInSlot(documentOf(key, audit), holder.client))
        : await this.insert(documentOf(key, audit));
    if (added === 'limit') return 'limit';
    // The key that made it was revoked meanwhile, so the new key is not handed out.
    if (!(await this.makerRevokedAt(key))) return 'added';
    await this.mongo.keys.deleteOne({ _id: key.id });
    return 'maker-revoked';
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    return this.read(await this.mongo.keys.findOne({ hash }));
  }

  async find(id: string): Promise<ApiKey | undefined> {
    return this.read(await this.mongo.keys.findOne({ _id: id }));
  }

  async list(query: { client?: string; after?: string; limit: number }): Promise<readonly ApiKey[]> {
    const { client, after } = query;
    const found = this.mongo.keys
      .find({
        ...(client !== undefined && { 'holder.client': client }),
        ...(after !== undefined && { _id: { $gt: after } }),
      })
      .sort({ _id: 1 })
      .limit(query.limit);
    return this.asTheyCount(await found.toArray());
  }

  async revoke(id: string, at: Date, audit?: RevokeAudit) {
    const { keys } = this.mongo;
    const revoked = { set: { revokedAt: at }, unset: { slot: '' } };
    const under = await keys.find({ ancestors: id, ...LIVE }, { projection: { _id: 1 } }).toArray();
    const audited = { ...revoked, audit: audit && [audit(under.length)] };
    await keys.updateOne({ _id: id, ...LIVE }, updateOf(audited));
    const key = await this.find(id);
    if (!key) return undefined;
    const alsoRevoked: string[] = [];
    // One by one, so that each of two simultaneous revokes names the keys that it revoked.
    for (const { _id } of under)
      if ((await keys.updateOne({ _id, ...LIVE }, updateOf(revoked))).modifiedCount === 1)
        alsoRevoked.push(_id);
    return { key, alsoRevoked: alsoRevoked.sort() };
  }

  async noteUse(id: string, at: Date): Promise<void> {
    await this.mongo.keys.updateOne({ _id: id }, { $max: { lastUsedAt: at } });
  }

  async isEmpty(): Promise<boolean> {
    return (await this.mongo.keys.findOne({}, { projection: { _id: 1 } })) === null;
  }

  private async insertInSlot(key: KeyDocument, client: string): Promise<'added' | 'limit' | 'again'> {
    const free = (await this.freeSlots(client)) ?? (await this.freeSlots(client, 'tidied'));
    if (!free) return 'limit';
    // Simultaneous callers start at different free slots, so few collide.
    const slot = free[Math.floor(Math.random() * free.length)]!;
    try {
      return await this.insert({ ...key, slot });
    } catch (error) {
      if (!isDuplicate(error) || (await this.find(key._id))) throw error;
      return 'again';
    }
  }

  /** Undefined if there is none. With `tidied`, slots of keys that only count as revoked are freed first. */
  private async freeSlots(client: string, tidied?: 'tidied'): Promise<readonly string[] | undefined> {
    const live = await this.mongo.keys.find({ 'holder.client': client, ...LIVE }).toArray();
    const counting = tidied ? await this.tidy(live) : live;
    const used = new Set(counting.map(({ slot }) => slot));
    const all = Array.from({ length: LIVE_KEYS_PER_CLIENT }, (_, n) => `${client} ${n}`);
    const free = all.filter((slot) => !used.has(slot));
    return free.length > 0 ? free : undefined;
  }

  private async tidy(live: readonly KeyDocument[]): Promise<readonly KeyDocument[]> {
    const keys = await this.asTheyCount(live);
    for (const { id, revokedAt } of keys)
      if (revokedAt)
        await this.mongo.keys.updateOne({ _id: id, ...LIVE }, { $set: { revokedAt }, $unset: { slot: '' } });
    return live.filter((_, n) => !keys[n]?.revokedAt);
  }

  private async insert(document: KeyDocument): Promise<'added'> {
    await this.mongo.keys.insertOne(document);
    return 'added';
  }

  private async makerRevokedAt({ ancestors }: Pick<ApiKey, 'ancestors'>): Promise<Date | undefined> {
    return (await this.revocations(ancestors)).values().next().value;
  }

  private async read(document: KeyDocument | null): Promise<ApiKey | undefined> {
    return document ? (await this.asTheyCount([document]))[0] : undefined;
  }

  private async asTheyCount(documents: readonly KeyDocument[]): Promise<readonly ApiKey[]> {
    const open = documents.filter(({ revokedAt }) => !revokedAt).flatMap(({ ancestors }) => ancestors);
    const revocations = await this.revocations(open);
    return documents.map(({ _id, slot: _slot, audit: _audit, auditPendingSince: _since, ...key }) => {
      const above = key.ancestors.map((id) => revocations.get(id)).find((at) => at !== undefined);
      const revokedAt = key.revokedAt ?? above;
      return { id: _id, ...key, ...(revokedAt && { revokedAt }) };
    });
  }

  private async revocations(ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    if (ids.length === 0) return new Map();
    const found = await this.mongo.keys
      .find(
        { _id: { $in: [...new Set(ids)] }, revokedAt: { $exists: true } },
        { projection: { revokedAt: 1 } },
      )
      .toArray();
    return new Map(found.map(({ _id, revokedAt }) => [_id, revokedAt!]));
  }
}

const documentOf = ({ id, ...key }: ApiKey, audit?: AuditEntry): KeyDocument => ({
  _id: id,
  ...key,
  ...auditedMembers(audit),
});
