import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { instantsAt } from '../../domain/lifecycle/due.ts';
import type { LeasedKeys } from '../../domain/lifecycle/leased-keys.ts';
import type { AheadLease } from '../../ports/due-work.ts';
import type { Change } from '../../ports/ledger.ts';
import type { Lease, WorkRecord } from '../../domain/lifecycle/work-record.ts';
import type { DataKeys } from './data-keys.ts';
import type { WorkDocument } from './documents.ts';
import { aheadOf, dueBy, dueFor, freeAt } from './due.ts';
import { updateOf } from './updates.ts';

type IndexKey = Readonly<Record<string, 1>>;

/** A collection of records that wait for work: a member for every field. */
export interface WorkCollection<D extends WorkDocument, R> {
  readonly documents: Collection<D>;
  /** The whole record: members with a value, and those without. */
  readonly write: (record: R) => { readonly set: object; readonly unset: Readonly<Record<string, ''>> };
  readonly read: (document: D) => R;
  /** Records that are due because the clock was set back, by the index whose range is empty otherwise. */
  readonly ahead?: { readonly where: (at: Date) => object; readonly index?: IndexKey };
  /** Members that grow and are not part of a record. */
  readonly projection?: Readonly<Record<string, 0>>;
  /** Shares, each with a limit of its own in the search for lost records; one share if left out. */
  readonly shares?: readonly object[];
  /** All shares together, by their index. */
  readonly anyShare?: object;
}

/** The data keys of the store, and those that leases of this process hold. */
export interface KeysOfLeases {
  readonly stored: Pick<DataKeys, 'of'>;
  readonly leased: LeasedKeys;
}

/** The parts that all waiting records share: finding, leasing, and changing under a lease. */
export class MongoWorkCollection<D extends WorkDocument, R extends WorkRecord> {
  protected readonly documents: Collection<D>;

  constructor(
    protected readonly records: WorkCollection<D, R>,
    /** Left out if nothing of its records is sealed. */
    private readonly keys?: KeysOfLeases,
  ) {
    this.documents = records.documents;
  }

  async find(id: string): Promise<R | undefined> {
    const { read, projection = {} } = this.records;
    const document = await this.documents.findOne(this.of(id, IS_RECORD), { projection });
    return document ? read(document as D) : undefined;
  }

  async lease(id: string, lease: Lease, now: Date, works?: readonly string[]): Promise<R | undefined> {
    return this.leaseWhere({ ...dueBy(now), ...(works && dueFor(works)) }, id, lease, now);
  }

  async renewLease(id: string, { token, until }: Lease): Promise<boolean> {
    const change = { $set: { leaseUntil: until } } as unknown as UpdateFilter<D>;
    const renewing = this.documents.updateOne(this.of(id, { leaseToken: token }), change);
    const [{ matchedCount }, isErased] = await Promise.all([renewing, this.isErased(token)]);
    return matchedCount === 1 && !isErased;
  }

  async releaseLease(id: string, token: string): Promise<void> {
    this.keys?.leased.release(token);
    const change = { $unset: NO_LEASE } as unknown as UpdateFilter<D>;
    await this.documents.updateOne(this.of(id, { leaseToken: token }), change);
  }

  async listNeglected(before: Date, now: Date, limit: number, from?: Date): Promise<readonly string[]> {
    const findFree = (filter: object, index?: IndexKey) =>
      this.documents
        .find({ ...filter, ...freeAt(now) } as Filter<D>, {
          projection: { _id: 1 },
          ...(index && { hint: index }),
        })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
    const { anyShare = {}, shares, ahead: isAhead = { where: aheadOf } } = this.records;
    const findIn = async (share: object): Promise<readonly string[]> => {
      const [overdue, ahead] = await Promise.all([
        findFree({ ...share, dueAt: { ...(from && { $gte: from }), $lt: before } }),
        findFree({ ...share, ...isAhead.where(now) }, isAhead.index),
      ]);
      return [...overdue, ...ahead].slice(0, limit).map(({ _id }) => String(_id));
    };
    // Mostly nothing is lost in any share.
    const ids = await findIn(anyShare);
    if (!shares || ids.length < limit) return ids;
    return (await Promise.all(shares.map(findIn))).flat();
  }

  async listLeasedAhead(at: Date, limit: number): Promise<readonly AheadLease[]> {
    const ahead = { leaseUntil: { $gt: instantsAt(at).latestLease } } as unknown as Filter<D>;
    const results = await this.documents
      .find(ahead, { projection: { leaseToken: 1, leaseUntil: 1 } })
      .limit(limit)
      .toArray();
    return results.flatMap(({ _id, leaseToken: token, leaseUntil: until }) =>
      token !== undefined && until ? [{ id: String(_id), token, until }] : [],
    );
  }

  async expireLease({ id, token, until }: AheadLease, now: Date): Promise<boolean> {
    const change = { $set: { leaseUntil: now } } as unknown as UpdateFilter<D>;
    const filter = this.of(id, { leaseToken: token, leaseUntil: until });
    return (await this.documents.updateOne(filter, change)).matchedCount === 1;
  }

  /** A record whose change is all in its document. */
  async commit({ record, lease }: Pick<Change<R>, 'record' | 'lease'>): Promise<'committed' | 'conflict'> {
    if (await this.isErased(lease)) return 'conflict';
    return (await this.replace(record, lease, updateOf(this.changeOf(record, lease))))
      ? 'committed'
      : 'conflict';
  }

  /** Whether the data key that the lease holds was shredded meanwhile: nothing is done for a client that was deleted. */
  protected async isErased(lease: string | undefined): Promise<boolean> {
    const client = lease === undefined ? undefined : this.keys?.leased.clientOf(lease);
    return client !== undefined && (await this.dataKey(client)) === '';
  }

  private async dataKey(client: string): Promise<string | undefined> {
    return this.keys?.stored.of(client);
  }

  protected async leaseWhere(
    filter: object,
    id: string,
    { token, until }: Lease,
    now: Date,
  ): Promise<R | undefined> {
    const { read, projection = {} } = this.records;
    const change = { $set: { leaseToken: token, leaseUntil: until }, $inc: { leaseHolders: 1 } };
    const document = await this.documents.findOneAndUpdate(
      this.of(id, { ...filter, ...freeAt(now), ...STAYS }),
      change as unknown as UpdateFilter<D>,
      { returnDocument: 'after', projection },
    );
    if (!document) return undefined;
    const record = read(document as D);
    this.noteLeased(token, document as D, record);
    const { client } = record;
    const dataKey = client === undefined ? undefined : await this.dataKey(client);
    if (dataKey === '') {
      await this.releaseLease(id, token);
      return undefined;
    }
    if (client !== undefined && dataKey !== undefined) this.keys?.leased.hold(token, client, dataKey);
    return record;
  }

  /** What a ledger remembers for the commits under the lease. */
  protected noteLeased(_token: string, _document: D, _record: R): void {}

  /** The parts of a change that concern the record and its lease. */
  protected changeOf(record: R, lease: string | undefined): { readonly set: object; readonly unset: object } {
    const { set, unset } = this.records.write(record);
    const handsBack = lease !== undefined && record.lease === null;
    const keepsLease = lease !== undefined && !handsBack;
    return {
      set: { ...set, ...(keepsLease && { leaseHolders: 1 }) },
      unset: { ...unset, ...(handsBack && NO_LEASE) },
    };
  }

  /** @returns whether version and lease were still those named. */
  protected async replace(record: R, lease: string | undefined, change: UpdateFilter<D>): Promise<boolean> {
    const filter = {
      version: record.version - 1,
      ...(lease !== undefined && { leaseToken: lease }),
      ...STAYS,
    };
    const { matchedCount } = await this.documents.updateOne(this.of(record.id, filter), change);
    if (matchedCount === 1 && lease !== undefined && record.lease === null) this.keys?.leased.release(lease);
    return matchedCount === 1;
  }

  private of(id: string, more: object = {}): Filter<D> {
    return { _id: id, ...more } as unknown as Filter<D>;
  }
}

/** What only bars attempts from an id is none. */
export const IS_RECORD = { version: { $exists: true } } as const;

/** The record is not being deleted. */
const STAYS = { removingSince: { $exists: false } } as const;

export const NO_LEASE = { leaseToken: '', leaseUntil: '', leaseHolders: '' } as const;
