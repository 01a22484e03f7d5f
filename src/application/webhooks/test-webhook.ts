import type { Caller } from '../../domain/access/caller.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Outbound } from '../../ports/outbound.ts';
import type { WebhookStore } from '../../ports/webhook-store.ts';
import { webhookOwner } from './set-webhook.ts';
import { requireWebhook } from './show-webhook.ts';
import { signDelivery, type SignaturePorts } from './sign-delivery.ts';
import { type Delivered, postEvent } from './webhook-call.ts';

interface Ports extends SignaturePorts {
  readonly webhooks: Pick<WebhookStore, 'find' | 'noteDelivery'>;
  readonly outbound: Pick<Outbound, 'call'>;
  readonly ids: Ids;
  readonly environment: Environment;
}

/** Sends a signed event that reports no invoice, at once and once; also to a webhook that is switched off. */
export class TestWebhook {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found` if none is set; `no-master-key` */
  async run(caller: Caller): Promise<Delivered & { readonly eventId: string }> {
    const { webhooks, outbound, ids, clock, environment } = this.ports;
    const webhook = await requireWebhook(webhooks, webhookOwner(caller));
    const eventId = ids.next('evt');
    const text = testEventText({ eventId, occurredAt: clock.now(), environment });
    const headers = await signDelivery(webhook, { eventId, attempt: 1, text }, this.ports);
    const result = await postEvent(webhook, headers, text, outbound, 'new');
    await webhooks.noteDelivery(webhook.owner, { at: clock.now(), httpStatus: result.httpStatus });
    return { ...result, eventId };
  }
}

/** The body of the event that reports no invoice. */
export const testEventText = ({ eventId, occurredAt, environment }: TestEvent): string =>
  JSON.stringify({
    event_id: eventId,
    sequence: 0,
    occurred_at: occurredAt.toISOString(),
    environment,
    status: 'test',
  });

interface TestEvent {
  readonly eventId: string;
  readonly occurredAt: Date;
  readonly environment: Environment;
}
