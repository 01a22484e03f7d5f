import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { WebhookDelivery } from '../../domain/webhooks/delivery.ts';
import type { Digests } from '../../ports/digests.ts';
import type { DeliveryStore } from '../../ports/webhook-store.ts';
import { listedClient } from '../access/tenancy.ts';
import { deliveryId } from './enqueue-deliveries.ts';
import { webhookOwner } from './set-webhook.ts';

/** The delivery of one event to one webhook, with its tries (extension). */
export class ReadDelivery {
  constructor(
    private readonly ports: { readonly deliveries: Pick<DeliveryStore, 'find'>; readonly digests: Digests },
  ) {}

  /** @throws CallFailed `not-found` also for another client, and for an event that was never to be delivered to this webhook. */
  async run(caller: Caller, eventId: string, client: string | undefined): Promise<WebhookDelivery> {
    const owner = listedClient(caller, client) ?? webhookOwner(caller);
    const delivery = await this.ports.deliveries.find(deliveryId(owner, eventId, this.ports.digests));
    if (!delivery)
      throw new CallFailed({ kind: 'not-found', detail: say('calls.no-such-delivery-to-this-webhook') });
    return delivery;
  }
}
