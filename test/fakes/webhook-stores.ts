import type { WebhookDelivery } from '../../src/domain/webhooks/delivery.ts';
import type { LastDelivery, Webhook } from '../../src/domain/webhooks/webhook.ts';
import type { AuditEntry } from '../../src/ports/audit-log.ts';
import type {
  DeliveryQuery,
  ListedDelivery,
  DeliveryStore,
  DueDeliveries,
  Receiver,
  Replay,
  WebhookStore,
} from '../../src/ports/webhook-store.ts';
import type { FakeAuditLog } from './audit-log.ts';
import { isDue, isHeld } from './due.ts';
import { FakeRecords } from './records.ts';

export class FakeWebhookStore implements WebhookStore {
  private readonly kept = new Map<string, Webhook>();
  private readonly last = new Map<string, LastDelivery>();
  private readonly notices = new Map<string, string>();

  constructor(
    private readonly audit: FakeAuditLog,
    private readonly deliveries: FakeDeliveryStore,
  ) {}

  async find(owner: string): Promise<Webhook | undefined> {
    return this.kept.get(owner);
  }

  async findAll(owners: readonly string[]): Promise<readonly Webhook[]> {
    return owners.flatMap((owner) => this.kept.get(owner) ?? []);
  }

  async put(webhook: Webhook, audit: AuditEntry): Promise<'kept' | 'conflict'> {
    if ((this.kept.get(webhook.owner)?.version ?? 0) !== webhook.version - 1) return 'conflict';
    this.kept.set(webhook.owner, webhook);
    await this.audit.write(audit);
    return 'kept';
  }

  async noteDelivery(owner: string, last: LastDelivery): Promise<void> {
    const before = this.last.get(owner);
    if (this.kept.has(owner) && !(before && before.at > last.at)) this.last.set(owner, last);
  }

  async lastDelivery(owner: string): Promise<LastDelivery | undefined> {
    return this.last.get(owner);
  }

  async claimNotice(owner: string, day: string): Promise<boolean> {
    if (!this.kept.has(owner) || (this.notices.get(owner) ?? '') >= day) return false;
    this.notices.set(owner, day);
    return true;
  }

  async remove(owner: string): Promise<void> {
    for (const kept of [this.kept, this.last, this.notices]) kept.delete(owner);
    this.deliveries.removeOf(owner);
  }
}

export class FakeDeliveryStore extends FakeRecords<WebhookDelivery> implements DeliveryStore {
  private outboxCursor: string | undefined;

  async cursor(): Promise<string | undefined> {
    return this.outboxCursor;
  }

  async enqueue(deliveries: readonly WebhookDelivery[], cursor: string): Promise<void> {
    for (const delivery of deliveries) if (!this.kept.has(delivery.id)) this.kept.set(delivery.id, delivery);
    if (cursor > (this.outboxCursor ?? '')) this.outboxCursor = cursor;
  }

  async due({ owner, failed }: Receiver, now: Date, limit: number): Promise<DueDeliveries> {
    const waiting = this.all()
      .filter((one) => one.client === owner && one.dueAt !== null)
      .filter((one) => failed === undefined || one.failures > 0 === failed)
      .filter((one) => !isHeld(one, now))
      .sort(
        (one, other) =>
          Number(one.dueAt) - Number(other.dueAt) || Number(one.occurredAt) - Number(other.occurredAt),
      );
    const due = waiting.filter((one) => isDue(one, now));
    const later = waiting.find((one) => !isDue(one, now));
    return {
      ids: due.slice(0, limit).map(({ id }) => id),
      nextAt: due.length < limit ? (later?.dueAt ?? undefined) : undefined,
    };
  }

  async list({ owner, state, after, limit }: DeliveryQuery): Promise<readonly WebhookDelivery[]> {
    const last = ({ lastAttemptAt }: ListedDelivery): number => lastAttemptAt?.getTime() ?? 0;
    const inOrder = (one: ListedDelivery, other: ListedDelivery): number =>
      last(other) - last(one) || Number(one.id < other.id) - Number(one.id > other.id);
    return this.all()
      .filter((one) => one.client === owner && (state === undefined || one.state === state))
      .filter((one) => after === undefined || inOrder(after, one) < 0)
      .sort(inOrder)
      .slice(0, limit);
  }

  async replay({ owner, eventId, from, to, updatedBefore }: Replay, now: Date, limit: number) {
    const found = this.all()
      .filter((one) => one.client === owner && !isHeld(one, now))
      .filter((one) => eventId === undefined || one.eventId === eventId)
      .filter((one) => (!from || one.occurredAt >= from) && (!to || one.occurredAt <= to))
      .filter((one) => !updatedBefore || one.updatedAt < updatedBefore)
      .sort(
        (one, other) => one.occurredAt.getTime() - other.occurredAt.getTime() || (one.id < other.id ? -1 : 1),
      )
      .slice(0, limit);
    for (const {
      firstFailureAt: _,
      lastError: _1,
      crashes: _2,
      inactiveSince: _3,
      uncalled: _4,
      ...one
    } of found)
      this.kept.set(one.id, {
        ...one,
        ...{ state: 'pending', work: 'deliver', failures: 0, dueAt: now, updatedAt: now, lease: null },
        version: one.version + 1,
      });
    return found.map(({ id }) => id);
  }

  async tally() {
    const pending = this.all().filter(({ state }) => state === 'pending');
    const oldest = pending.map(({ occurredAt }) => occurredAt.getTime());
    return {
      pending: pending.length,
      oldestPendingAt: oldest.length > 0 ? new Date(Math.min(...oldest)) : null,
      dead: this.all().filter(({ state }) => state === 'dead').length,
    };
  }

  async forget(before: Date, limit: number): Promise<number> {
    const gone = this.all()
      .filter(({ dueAt, updatedAt }) => dueAt === null && updatedAt < before)
      .slice(0, limit);
    for (const { id } of gone) this.kept.delete(id);
    return gone.length;
  }

  removeOf(owner: string): void {
    for (const { id, client } of this.all()) if (client === owner) this.kept.delete(id);
  }
}
