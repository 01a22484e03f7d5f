import type { Caller } from '../../domain/access/caller.ts';
import type { DeliveryState, WebhookDelivery } from '../../domain/webhooks/delivery.ts';
import type { DeliveryStore } from '../../ports/webhook-store.ts';
import { listedClient } from '../access/tenancy.ts';
import { webhookOwner } from './set-webhook.ts';

export interface DeliveriesRequest {
  readonly client?: string | undefined;
  readonly state?: DeliveryState | undefined;
  readonly limit: number;
}

export class ListDeliveries {
  constructor(private readonly deliveries: Pick<DeliveryStore, 'list'>) {}

  /** One webhook's: the operator's own, or that of the client it names. @throws CallFailed `not-found` for another client. */
  async run(
    caller: Caller,
    { client, state, limit }: DeliveriesRequest,
  ): Promise<{ readonly rows: readonly WebhookDelivery[]; readonly truncated: boolean }> {
    const owner = listedClient(caller, client) ?? webhookOwner(caller);
    const rows = await this.deliveries.list({ owner, ...(state && { state }), limit: limit + 1 });
    return { rows: rows.slice(0, limit), truncated: rows.length > limit };
  }
}
