import { receiverTask, type WebhookDelivery } from '../../domain/webhooks/delivery.ts';
import { OPERATOR_OWNER, type Webhook, wantsStatus } from '../../domain/webhooks/webhook.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { EventFeed, OutboxEntry } from '../../ports/event-feed.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { DeliveryStore, WebhookStore } from '../../ports/webhook-store.ts';

interface Ports {
  readonly eventFeed: Pick<EventFeed, 'follow'>;
  readonly webhooks: Pick<WebhookStore, 'findAll'>;
  readonly deliveries: Pick<DeliveryStore, 'cursor' | 'enqueue'>;
  readonly jobs: Jobs;
  readonly clock: Clock;
  readonly digests: Digests;
}

const AT_ONCE = 200;

/**
 * Makes deliveries of new events, for the operator's webhook and the client's. The cursor moves with the rows that it stands for, so a
 * crash at any point makes no event a delivery twice and passes none over.
 */
export class EnqueueDeliveries {
  /** Everything up to it is done; other processes may be further. */
  private doneTo: string | undefined;

  constructor(private readonly ports: Ports) {}

  async run(): Promise<void> {
    while (await this.next());
  }

  /** @returns whether there may be more. */
  private async next(): Promise<boolean> {
    const { eventFeed, deliveries, webhooks, jobs, clock } = this.ports;
    const after = (this.doneTo ??= (await deliveries.cursor()) ?? '');
    const entries = await eventFeed.follow(after, AT_ONCE);
    const last = entries.at(-1);
    if (!last) return false;
    const owners = [...new Set([OPERATOR_OWNER, ...entries.map(({ client }) => client)])];
    const byOwner = new Map((await webhooks.findAll(owners)).map((webhook) => [webhook.owner, webhook]));
    const now = clock.now();
    const fresh = entries.flatMap((entry) =>
      [byOwner.get(OPERATOR_OWNER), byOwner.get(entry.client)]
        .filter((webhook) => webhook !== undefined && isFor(webhook, entry))
        .map((webhook) => this.deliveryOf(entry, webhook!, now)),
    );
    // Another process may have made deliveries of these events long ago. Of events that are for no webhook it has made none.
    const cursor = fresh.length > 0 ? ((await deliveries.cursor()) ?? '') : '';
    if (cursor > after) {
      this.doneTo = cursor;
      return true;
    }
    await deliveries.enqueue(fresh, last.position);
    const receivers = new Map(fresh.map((delivery) => [delivery.client, receiverTask(delivery)]));
    // A crash here leaves deliveries that are due without a job; the sweep schedules one.
    for (const task of receivers.values()) await jobs.schedule(task, now);
    this.doneTo = last.position;
    return entries.length === AT_ONCE;
  }

  private deliveryOf({ event, invoiceId }: OutboxEntry, { owner }: Webhook, now: Date): WebhookDelivery {
    const { eventId, sequence, occurredAt } = event;
    return {
      id: deliveryId(owner, eventId, this.ports.digests),
      client: owner,
      state: 'pending',
      eventId,
      occurredAt,
      invoiceId,
      sequence,
      attempts: 0,
      failures: 0,
      dueAt: now,
      work: 'deliver',
      version: 1,
      lease: null,
      createdAt: now,
      updatedAt: now,
    };
  }
}

/** The delivery of an event to the webhook of an owner, whenever it is asked for. */
export const deliveryId = (owner: string, eventId: string, digests: Digests): string =>
  `dlv_${digests.sha256(`${owner} ${eventId}`).slice(0, 32)}`;

/** Only events written after the first PUT /webhook are delivered (contract 6). */
function isFor(webhook: Webhook, { position, event }: OutboxEntry): boolean {
  if (!webhook.active || position <= webhook.startsAfter) return false;
  return wantsStatus(webhook, (JSON.parse(event.text) as { status: string }).status);
}
