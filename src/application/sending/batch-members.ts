import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Ids } from '../../ports/ids.ts';
import type { QueueQuery } from '../../ports/invoice-reads.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Step } from '../lifecycle/move.ts';
import { type CommitPorts, commitStep } from '../work/commit-step.ts';
import { LeaseKeeper, type LeaseClocks, momentOf, newLease } from '../work/lease-keeper.ts';
import { countCrashes } from '../work/own-failures.ts';
import type { RecordKind } from '../work/record-kind.ts';
import { UnansweredLeases } from '../work/unanswered-leases.ts';
import type { BatchMembers } from './sending-ports.ts';

interface Ports extends CommitPorts, LeaseClocks {
  readonly invoices: InvoiceStore;
  readonly ids: Ids;
}

interface Held {
  readonly record: InvoiceRecord;
  readonly token: string;
  readonly lease: LeaseKeeper;
}

/** The members that one run has leased; its end releases them. */
export class LeasedBatchMembers implements BatchMembers<InvoiceRecord> {
  private readonly unanswered: UnansweredLeases;
  private readonly members = new Map<string, Held>();

  constructor(
    private readonly kind: RecordKind<InvoiceRecord>,
    private readonly ports: Ports,
  ) {
    this.unanswered = new UnansweredLeases(ports.invoices);
  }

  async findWaiting(query: QueueQuery): Promise<readonly InvoiceRecord[]> {
    return this.ports.invoices.findQueued(query, this.ports.clock.now());
  }

  async countWaiting({ route, client }: Pick<QueueQuery, 'client' | 'route'>): Promise<number> {
    return (await this.ports.invoices.queuedOn(route, client)).invoices;
  }

  async take(invoices: readonly InvoiceRecord[]): Promise<readonly InvoiceRecord[]> {
    const taken = await allOf(invoices.map(({ id }) => this.takeMember(id)));
    return taken.filter((record) => record !== undefined);
  }

  async commit(steps: readonly Step[]): Promise<readonly InvoiceRecord[]> {
    const stored = await allOf(steps.map((step) => this.commitMember(step)));
    return stored.filter((record) => record !== undefined);
  }

  async leave(records: readonly InvoiceRecord[]): Promise<void> {
    await allOf(records.map(({ id }) => this.leaveMember(id)));
  }

  /** @throws LeaseLost if a member may have another holder, by the store or by the monotonic clock. */
  async confirm(): Promise<void> {
    await allOf([...this.members.values()].map(({ lease }) => lease.confirm()));
  }

  requireSure(): void {
    for (const { lease } of this.members.values()) lease.requireSure();
  }

  /** The run is over: members that are still leased wait as before. */
  async disband(): Promise<void> {
    await allOf([...this.members.keys()].map((id) => this.leaveMember(id)));
  }

  private async takeMember(id: string): Promise<InvoiceRecord | undefined> {
    const { invoices, clock, ids } = this.ports;
    const token = ids.next('lse');
    const now = clock.now();
    const moment = momentOf(this.ports);
    const leasing = () => invoices.leaseQueued(id, newLease(token, now), now);
    const leased = await this.unanswered.take(id, token, leasing);
    if (!leased) return undefined;
    const record = countCrashes(leased);
    const lease = new LeaseKeeper(invoices, this.ports, { id, token }, moment);
    this.members.set(id, { record, token, lease });
    return record;
  }

  /** @returns undefined if another process has changed it meanwhile. */
  private async commitMember(step: Step): Promise<InvoiceRecord | undefined> {
    const { record } = step;
    const member = this.members.get(record.id);
    if (!member) return undefined;
    const result = await commitStep(member.record, step, member.token, this.kind, this.ports);
    if (result === 'conflict') {
      await this.leaveMember(record.id);
      return undefined;
    }
    if (result === 'next') this.members.set(record.id, { ...member, record });
    else {
      member.lease.stop();
      this.members.delete(record.id);
    }
    return record;
  }

  /** The job of the member may have found it leased and ended. */
  private async leaveMember(id: string): Promise<void> {
    const { jobs } = this.ports;
    const member = this.members.get(id);
    if (!member) return;
    const { record, token, lease } = member;
    this.members.delete(id);
    lease.stop();
    // If this fails, the lease ends by itself, and the sweep finds the record.
    await this.unanswered.release(id, token);
    if (record.dueAt) await jobs.schedule(this.kind.taskOf(record), record.dueAt).catch(() => undefined);
  }
}

/** Waits for all before it throws the error of one: nothing runs on after the run has ended. */
async function allOf<T>(all: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(all);
  return Promise.all(all);
}
