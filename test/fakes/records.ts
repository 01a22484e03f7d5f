import { instantsAt } from '../../src/domain/lifecycle/due.ts';
import type { Lease, WorkRecord } from '../../src/domain/lifecycle/work-record.ts';
import type { AheadLease, DueWork } from '../../src/ports/due-work.ts';
import type { Change, Ledger } from '../../src/ports/ledger.ts';
import { isDue, isHeld } from './due.ts';

/** Records in memory. Every method runs to its end without awaiting, so that each is one transaction. */
export abstract class FakeRecords<R extends WorkRecord & { readonly id: string }>
  implements Ledger<R>, DueWork<R>
{
  protected readonly kept = new Map<string, R>();

  async find(id: string): Promise<R | undefined> {
    return this.kept.get(id);
  }

  async commit(change: Change<R>): Promise<'committed' | 'conflict'> {
    const { record, lease } = change;
    const before = this.kept.get(record.id);
    if (before?.version !== record.version - 1) return 'conflict';
    if (lease !== undefined && before.lease?.token !== lease) return 'conflict';
    const isReleased = lease !== undefined && record.lease === null;
    const keptLease = before.lease && { ...before.lease, ...(lease !== undefined && { holders: 1 }) };
    this.kept.set(record.id, { ...record, lease: isReleased ? null : keptLease });
    this.keepBeside(change);
    return 'committed';
  }

  async lease(id: string, lease: Lease, now: Date, works?: readonly string[]): Promise<R | undefined> {
    const record = this.kept.get(id);
    if (!record || !isDue(record, now) || isHeld(record, now)) return undefined;
    if (works && !works.includes(record.work)) return undefined;
    return this.give(record, lease);
  }

  async renewLease(id: string, { token, until }: Lease): Promise<boolean> {
    const record = this.kept.get(id);
    if (record?.lease?.token !== token) return false;
    this.kept.set(id, { ...record, lease: { ...record.lease, until } });
    return true;
  }

  async releaseLease(id: string, token: string): Promise<void> {
    const record = this.kept.get(id);
    if (record?.lease?.token === token) this.kept.set(id, { ...record, lease: null });
  }

  async listNeglected(before: Date, now: Date, limit: number, from?: Date): Promise<readonly string[]> {
    return this.findNeglected(before, now, from)
      .slice(0, limit)
      .map(({ id }) => id);
  }

  async listLeasedAhead(now: Date, limit: number): Promise<readonly AheadLease[]> {
    return this.all()
      .flatMap(({ id, lease }) =>
        lease && lease.until > instantsAt(now).latestLease
          ? [{ id, token: lease.token, until: lease.until }]
          : [],
      )
      .slice(0, limit);
  }

  async expireLease({ id, token, until }: AheadLease, now: Date): Promise<boolean> {
    const record = this.kept.get(id);
    if (record?.lease?.token !== token || Number(record.lease.until) !== Number(until)) return false;
    this.kept.set(id, { ...record, lease: { ...record.lease, until: now } });
    return true;
  }

  protected all(): R[] {
    return [...this.kept.values()];
  }

  protected give(record: R, lease: Lease): R {
    const leased = { ...record, lease: { ...lease, holders: (record.lease?.holders ?? 0) + 1 } };
    this.kept.set(record.id, leased);
    return leased;
  }

  protected findNeglected(before: Date, now: Date, from?: Date): R[] {
    return this.all()
      .filter((record) => isDue(record, now) && !isHeld(record, now))
      .filter(({ dueAt }) => dueAt! < before || dueAt! > now)
      .filter(({ dueAt }) => from === undefined || dueAt! >= from)
      .sort((one, other) => Number(one.dueAt) - Number(other.dueAt));
  }

  /** What a commit stores beside the record, in the same transaction. */
  protected keepBeside(_change: Change<R>): void {}
}
