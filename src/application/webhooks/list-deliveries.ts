import type { Caller } from '../../domain/access/caller.ts';
import type { DeliveryState, WebhookDelivery } from '../../domain/webhooks/delivery.ts';
import type { DeliveryStore, ListedDelivery } from '../../ports/webhook-store.ts';
import { listedClient } from '../access/tenancy.ts';
import { type Page, readPage } from '../../ports/page.ts';
import { webhookOwner } from './set-webhook.ts';

interface DeliveriesRequest {
  readonly client?: string | undefined;
  readonly state?: DeliveryState | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export class ListDeliveries {
  constructor(private readonly ports: { readonly deliveries: Pick<DeliveryStore, 'list'> }) {}

  /** One webhook's: the operator's own, or that of the client it names. @throws CallFailed `not-found` for another client. */
  async run(
    caller: Caller,
    { client, state, after, limit }: DeliveriesRequest,
  ): Promise<Page<WebhookDelivery>> {
    const owner = listedClient(caller, client) ?? webhookOwner(caller);
    const query = {
      owner,
      ...(state && { state }),
      ...(after !== undefined && { after: readCursor(after) }),
    };
    return readPage(limit, (most) => this.ports.deliveries.list({ ...query, limit: most }), cursorOf);
  }
}

/** `<milliseconds of the last attempt, or 0>.<id>` */
const cursorOf = ({ id, lastAttemptAt }: ListedDelivery): string => `${lastAttemptAt?.getTime() ?? 0}.${id}`;

function readCursor(cursor: string): ListedDelivery {
  const [time = '', id = ''] = cursor.split('.');
  return { id, ...(time !== '0' && { lastAttemptAt: new Date(Number(time)) }) };
}
