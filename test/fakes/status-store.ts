import type { Lease } from '../../src/domain/lifecycle/work-record.ts';
import { instantsAt } from '../../src/domain/lifecycle/due.ts';
import type { OutgoingStatus } from '../../src/domain/statuses/outgoing-status.ts';
import type { AuditEntry, AuditLog } from '../../src/ports/audit-log.ts';
import type { AheadLease } from '../../src/ports/due-work.ts';
import type { Change } from '../../src/ports/ledger.ts';
import type { StatusStore } from '../../src/ports/status-store.ts';
import { isDue, isHeld } from './due.ts';

export class FakeStatusStore implements StatusStore {
  private readonly kept = new Map<string, OutgoingStatus>();

  async find(id: string): Promise<OutgoingStatus | undefined> {
    return this.kept.get(id);
  }

  constructor(private readonly audit: Pick<AuditLog, 'write'>) {}

  async takeIn(status: OutgoingStatus, audit: AuditEntry): Promise<OutgoingStatus> {
    if (!this.kept.has(status.id)) {
      this.kept.set(status.id, status);
      await this.audit.write(audit);
    }
    return this.kept.get(status.id)!;
  }

  async ofInvoice(invoiceId: string): Promise<readonly OutgoingStatus[]> {
    return this.all().filter((status) => status.invoiceId === invoiceId);
  }

  async open(after: string, limit: number): Promise<readonly OutgoingStatus[]> {
    return this.all()
      .filter(({ id, dueAt }) => dueAt !== null && id > after)
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit);
  }

  async forget(before: Date, limit: number): Promise<number> {
    const ended = this.all().filter(({ dueAt, updatedAt }) => dueAt === null && updatedAt < before);
    for (const { id } of ended.slice(0, limit)) this.kept.delete(id);
    return Math.min(ended.length, limit);
  }

  async commit({ record, lease }: Change<OutgoingStatus>): Promise<'committed' | 'conflict'> {
    const before = this.kept.get(record.id);
    if (before?.version !== record.version - 1) return 'conflict';
    if (lease !== undefined && before.lease?.token !== lease) return 'conflict';
    const keptLease = before.lease && { ...before.lease, ...(lease !== undefined && { holders: 1 }) };
    const handsBack = lease !== undefined && record.lease === null;
    this.kept.set(record.id, { ...record, lease: handsBack ? null : keptLease });
    return 'committed';
  }

  async lease(id: string, lease: Lease, now: Date, works?: readonly string[]) {
    const record = this.kept.get(id);
    if (!record || !isDue(record, now) || isHeld(record, now)) return undefined;
    if (works && !works.includes(record.work)) return undefined;
    const leased = { ...record, lease: { ...lease, holders: (record.lease?.holders ?? 0) + 1 } };
    this.kept.set(id, leased);
    return leased;
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

  async neglected(before: Date, now: Date, limit: number): Promise<readonly string[]> {
    return this.all()
      .filter((record) => isDue(record, now) && !isHeld(record, now))
      .filter(({ dueAt }) => dueAt! < before || dueAt! > now)
      .sort((one, other) => one.dueAt!.getTime() - other.dueAt!.getTime())
      .slice(0, limit)
      .map(({ id }) => id);
  }

  async leasedAhead(now: Date, limit: number): Promise<readonly AheadLease[]> {
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

  private all(): readonly OutgoingStatus[] {
    return [...this.kept.values()];
  }
}
